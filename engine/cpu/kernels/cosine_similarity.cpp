#include "engine/cpu/kernels/cosine_similarity.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/cosine_similarity.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

constexpr float shortest = 1e-7f; // Keras's epsilon

/// The lengths of two rows, and the cosine between them.
struct Angle {
    float length;
    float targetLength;
    float cosine;

    Angle(const float* p, const float* t, std::int64_t columns)
    {
        Floats products{}, squares{}, targetSquares{};
        eachVector(columns, [&](std::int64_t c, auto used) {
            const Floats a = load(p + c, used), b = load(t + c, used);
            products += a * b;
            squares += a * a;
            targetSquares += b * b;
        });
        length = atLeastShortest(std::sqrt(sumOf(squares)));
        targetLength = atLeastShortest(std::sqrt(sumOf(targetSquares)));
        cosine = sumOf(products) / length / targetLength;
    }
    static float atLeastShortest(float length) { return length < shortest ? shortest : length; }
};

inline double cosineSimilarity(const CosineRows& rows, std::int64_t begin, std::int64_t end)
{
    double sum = 0.0;
    for (std::int64_t r = begin; r < end; ++r) {
        const Angle angle(rows.prediction + r * rows.columns, rows.target + r * rows.columns, rows.columns);
        sum -= static_cast<double>(rows.weightOf(r)) * static_cast<double>(angle.cosine);
    }
    return sum;
}

inline void cosineSimilarityBackward(const CosineRows& rows, float scale, float* dp, std::int64_t begin, std::int64_t end)
{
    for (std::int64_t r = begin; r < end; ++r) {
        const float* p = rows.prediction + r * rows.columns;
        const float* t = rows.target + r * rows.columns;
        const Angle angle(p, t, rows.columns);
        const float factor = scale * rows.weightOf(r) / angle.length;
        // If the length is clipped, it does not depend on the row.
        const float along = angle.length > shortest ? factor * angle.cosine / angle.length : 0.0f;
        const float across = factor / angle.targetLength;
        eachVector(rows.columns, [&](std::int64_t c, auto used) {
            store(dp + r * rows.columns + c, along * load(p + c, used) - across * load(t + c, used), used);
        });
    }
}

#else

namespace netsmith::kernels {

void cosineSimilarity(const CosineRows& rows, double factor, float* sum, void*) noexcept
{
    const auto run = NETSMITH_VERSION(cosineSimilarity);
    const double all =
        sumOver(rows.rows, rowGrain(rows.columns), [&](std::int64_t begin, std::int64_t end) { return run(rows, begin, end); });
    *sum = static_cast<float>(all * factor);
}

void cosineSimilarityBackward(const CosineRows& rows, double factor, const float* seed, float* dp) noexcept
{
    const auto run = NETSMITH_VERSION(cosineSimilarityBackward);
    const auto scale = static_cast<float>(static_cast<double>(*seed) * factor);
    forRanges(rows.rows, rowGrain(rows.columns), [&](std::int64_t begin, std::int64_t end) { run(rows, scale, dp, begin, end); });
}

} // namespace netsmith::kernels

#endif
