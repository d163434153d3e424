#include "engine/cpu/kernels/layer_norm.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/layer_norm.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

constexpr std::int64_t pieceOfRow = 4096; // as many as f32 may add up

/// Σ of the lanes in four chains, which the processor runs in parallel: rows are short, and end in a few of these.
inline double sumOfLanes(Floats values)
{
    using Four [[gnu::vector_size(16)]] = float;
    Four parts[lanes / 4];
    std::memcpy(parts, &values, sizeof values);
    Four sum = parts[0];
    for (int i = 1; i < lanes / 4; ++i)
        sum += parts[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// Calls `body(c, used, k)` for each vector of a piece of a row, k going round `chains` accumulators.
template <int chains, class Body>
inline void eachInChains(std::int64_t begin, std::int64_t end, const Body& body)
{
    std::int64_t c = begin;
    for (; c + chains * lanes <= end; c += chains * lanes)
        for (int k = 0; k < chains; ++k)
            body(c + k * lanes, AllLanes{}, k);
    eachVector(end - c, [&](std::int64_t i, auto used) { body(c + i, used, 0); });
}

/// Σ term(column, used) of a row; the term is 0 in lanes that are not in use.
template <class Term>
inline double sumOfRow(std::int64_t columns, const Term& term)
{
    double sum = 0.0;
    for (std::int64_t begin = 0; begin < columns; begin += pieceOfRow) {
        Floats partial[4]{};
        eachInChains<4>(begin, columns - begin < pieceOfRow ? columns : begin + pieceOfRow,
                        [&](std::int64_t c, auto used, int k) { partial[k] += term(c, used); });
        sum += sumOfLanes((partial[0] + partial[1]) + (partial[2] + partial[3]));
    }
    return sum;
}

template <class T>
void layerNormRows(const T* x, const float* gamma, const float* beta, T* y, float* mean, float* inverse, std::int64_t rows,
                   std::int64_t columns, bool centred, double epsilon)
{
    const double share = 1.0 / static_cast<double>(columns);
    for (std::int64_t r = 0; r < rows; ++r, x += columns, y += columns) {
        const double sum = centred ? sumOfRow(columns, [&](std::int64_t c, auto used) { return load(x + c, used); }) : 0.0;
        mean[r] = static_cast<float>(sum * share);
        const Floats center = all(mean[r]);
        const double squares = sumOfRow(columns, [&](std::int64_t c, auto used) {
            const Floats difference = load(x + c, used) - center;
            return inUse(difference * difference, Floats{}, used);
        });
        inverse[r] = static_cast<float>(1.0 / std::sqrt(squares * share + epsilon));
        eachVector(columns, [&](std::int64_t c, auto used) {
            const Floats normalised = (load(x + c, used) - center) * inverse[r];
            const Floats scaled = gamma ? normalised * load(gamma + c, used) : normalised;
            store(y + c, beta ? scaled + load(beta + c, used) : scaled, used);
        });
    }
}

/// Also adds to dgamma and dbeta.
template <class T>
void layerNormBackwardRows(const T* x, const float* gamma, const float* mean, const float* inverse, const T* dy, T* dx,
                           float* dgamma, float* dbeta, std::int64_t rows, std::int64_t columns, bool centred)
{
    const double share = 1.0 / static_cast<double>(columns);
    for (std::int64_t r = 0; r < rows; ++r, x += columns, dy += columns, dx += columns) {
        const Floats center = all(mean[r]);
        const Floats factor = all(inverse[r]);
        double gradients = 0.0;
        double products = 0.0;
        for (std::int64_t begin = 0; begin < columns; begin += pieceOfRow) {
            Floats sum[2]{};
            Floats product[2]{};
            eachInChains<2>(begin, columns - begin < pieceOfRow ? columns : begin + pieceOfRow,
                            [&](std::int64_t c, auto used, int k) {
                                const Floats gradient = load(dy + c, used);
                                const Floats normalised = (load(x + c, used) - center) * factor;
                                const Floats scaled = gamma ? gradient * load(gamma + c, used) : gradient;
                                store(dgamma + c, load(dgamma + c, used) + gradient * normalised, used);
                                store(dbeta + c, load(dbeta + c, used) + gradient, used);
                                sum[k] += scaled;
                                product[k] += scaled * normalised;
                            });
            gradients += sumOfLanes(sum[0] + sum[1]);
            products += sumOfLanes(product[0] + product[1]);
        }
        // dx = inverse·(gamma·dy − Σ/n − (x − mean)·inverse·Π/n)
        const float shift = centred ? static_cast<float>(gradients * share) * inverse[r] : 0.0f;
        const float tilt = static_cast<float>(products * share) * inverse[r] * inverse[r];
        eachVector(columns, [&](std::int64_t c, auto used) {
            const Floats gradient = load(dy + c, used);
            const Floats scaled = gamma ? gradient * load(gamma + c, used) : gradient;
            store(dx + c, scaled * factor - ((load(x + c, used) - center) * tilt + shift), used);
        });
    }
}

/// sums[i] += terms[i], and terms[i] = 0.
inline void addAndClear(float* sums, float* terms, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) {
        store(sums + i, load(sums + i, used) + load(terms + i, used), used);
        store(terms + i, Floats{}, used);
    });
}

#else

namespace netsmith::kernels {
namespace {

constexpr std::int64_t pieceOfRows = 64; // as many as f32 may add up

/// Rows per part of the gradient sums: whole pieces, and at most 16 parts.
std::int64_t rowsOfPart(const LayerNormShape& shape)
{
    constexpr std::int64_t mostParts = 16;
    const std::int64_t least = std::max(rowGrain(shape.columns), (shape.rows + mostParts - 1) / mostParts);
    return (least + pieceOfRows - 1) / pieceOfRows * pieceOfRows;
}

std::int64_t partsOf(const LayerNormShape& shape)
{
    const std::int64_t rows = rowsOfPart(shape);
    return (shape.rows + rows - 1) / rows;
}

} // namespace

template <class T>
void layerNorm(const LayerNormShape& shape, double epsilon, const T* x, const float* gamma, const float* beta, T* y, float* mean,
               float* inverse) noexcept
{
    const auto run = NETSMITH_VERSION(layerNormRows<T>);
    const std::int64_t columns = shape.columns;
    forRanges(shape.rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        run(x + begin * columns, gamma, beta, y + begin * columns, mean + begin, inverse + begin, end - begin, columns,
            shape.centred, epsilon);
    });
}

std::int64_t layerNormWorkspace(const LayerNormShape& shape)
{
    return 4 * shape.columns * partsOf(shape) * static_cast<std::int64_t>(sizeof(float));
}

template <class T>
void layerNormBackward(const LayerNormShape& shape, const T* x, const float* gamma, const float* mean, const float* inverse,
                       const T* dy, T* dx, float* dgamma, float* dbeta, void* workspace) noexcept
{
    auto* scratch = static_cast<float*>(workspace);
    const auto run = NETSMITH_VERSION(layerNormBackwardRows<T>);
    const auto flush = NETSMITH_VERSION(addAndClear);
    const std::int64_t columns = shape.columns;
    const std::int64_t parts = partsOf(shape);
    const std::int64_t partRows = rowsOfPart(shape);
    forRanges(parts, 1, [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t part = from; part < to; ++part) {
            float* sums = scratch + 4 * columns * part;
            float* piece = sums + 2 * columns;
            std::fill_n(sums, 4 * columns, 0.0f);
            const std::int64_t end = std::min((part + 1) * partRows, shape.rows);
            for (std::int64_t r = part * partRows; r < end; r += pieceOfRows) {
                const std::int64_t at = r * columns;
                run(x + at, gamma, mean + r, inverse + r, dy + at, dx + at, piece, piece + columns, std::min(pieceOfRows, end - r),
                    columns, shape.centred);
                flush(sums, piece, 2 * columns);
            }
        }
    });
    for (std::int64_t c = 0; c < columns; ++c) {
        double gammas = 0.0;
        double betas = 0.0;
        for (std::int64_t part = 0; part < parts; ++part) {
            gammas += scratch[4 * columns * part + c];
            betas += scratch[4 * columns * part + columns + c];
        }
        dgamma[c] = static_cast<float>(gammas);
        dbeta[c] = static_cast<float>(betas);
    }
}

#define INSTANTIATE(T)                                                                                                             \
    template void layerNorm<T>(const LayerNormShape&, double, const T*, const float*, const float*, T*, float*, float*) noexcept;  \
    template void layerNormBackward<T>(const LayerNormShape&, const T*, const float*, const float*, const float*, const T*, T*,    \
                                       float*, float*, void*) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels

#endif
