// Shared by the norms over channels: passes over rows of channels, for one sum, line or mean per channel. Included like lanes.h,
// inside each instruction set's namespace.

/// Merges the mean and the squared deviations of `rows` more rows into those of `before` rows.
template <class T, class Used>
inline void mergePiece(const T* x, std::int64_t rows, std::int64_t stride, std::int64_t before, float* mean, float* deviation,
                       Used used)
{
    Floats sums[4]{};
    std::int64_t r = 0;
    for (; r + 4 <= rows; r += 4)
        for (int k = 0; k < 4; ++k)
            sums[k] += load(x + (r + k) * stride, used);
    for (; r < rows; ++r)
        sums[0] += load(x + r * stride, used);
    const Floats here = ((sums[0] + sums[1]) + (sums[2] + sums[3])) * (1.0f / static_cast<float>(rows));

    Floats squares[4]{};
    for (r = 0; r + 4 <= rows; r += 4)
        for (int k = 0; k < 4; ++k) {
            const Floats difference = load(x + (r + k) * stride, used) - here;
            squares[k] += difference * difference;
        }
    for (; r < rows; ++r) {
        const Floats difference = load(x + r * stride, used) - here;
        squares[0] += difference * difference;
    }
    const Floats spread = (squares[0] + squares[1]) + (squares[2] + squares[3]);

    const float share = static_cast<float>(rows) / static_cast<float>(before + rows);
    const Floats old = load(mean, used);
    const Floats shift = here - old;
    store(mean, old + shift * share, used);
    store(deviation, load(deviation, used) + spread + shift * shift * (static_cast<float>(before) * share), used);
}

/// The mean and Σ (x − mean)² of each channel over `rows` rows.
template <class T>
void channelMoments(const T* x, std::int64_t rows, std::int64_t channels, std::int64_t piece, float* mean, float* deviation)
{
    for (std::int64_t c = 0; c < channels; ++c)
        mean[c] = deviation[c] = 0.0f;
    for (std::int64_t r = 0; r < rows; r += piece) {
        const std::int64_t count = rows - r < piece ? rows - r : piece;
        eachVector(channels, [&](std::int64_t c, auto used) {
            mergePiece(x + r * channels + c, count, channels, r, mean + c, deviation + c, used);
        });
    }
}

/// y = x·scale + shift[ + residual], rectified or not.
template <class T>
void scaleAndShift(const T* x, const float* scale, const float* shift, const T* residual, bool rectify, T* y, std::int64_t rows,
                   std::int64_t channels)
{
    const Floats least = all(rectify ? 0.0f : -std::numeric_limits<float>::infinity());
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t at = r * channels;
        eachVector(channels, [&](std::int64_t c, auto used) {
            Floats value = load(x + at + c, used) * load(scale + c, used) + load(shift + c, used);
            if (residual)
                value += load(residual + at + c, used);
            store(y + at + c, value < least ? least : value, used);
        });
    }
}

/// dy where y > 0 (or everywhere, without y), kept in `dresidual` if there is one.
template <class T, class Used>
inline Floats maskedGradient(const T* dy, const T* y, T* dresidual, std::int64_t at, Used used)
{
    Floats gradient = load(dy + at, used);
    if (y)
        gradient = load(y + at, used) > Floats{} ? gradient : Floats{};
    if (dresidual)
        store(dresidual + at, gradient, used);
    return gradient;
}

/// Σ dy and Σ dy·(x − mean) of each channel over `rows` rows.
template <class T>
void channelGradients(const T* x, const float* mean, const T* dy, const T* y, T* dresidual, std::int64_t rows,
                      std::int64_t channels, std::int64_t piece, float* sums, float* products)
{
    for (std::int64_t c = 0; c < channels; ++c)
        sums[c] = products[c] = 0.0f;
    for (std::int64_t begin = 0; begin < rows; begin += piece) {
        const std::int64_t end = rows - begin < piece ? rows : begin + piece;
        eachVector(channels, [&](std::int64_t c, auto used) {
            const Floats center = load(mean + c, used);
            Floats sum[2]{};
            Floats product[2]{};
            const auto take = [&](std::int64_t r, int k) {
                const std::int64_t at = r * channels + c;
                const Floats gradient = maskedGradient(dy, y, dresidual, at, used);
                sum[k] += gradient;
                product[k] += gradient * (load(x + at, used) - center);
            };
            std::int64_t r = begin;
            for (; r + 2 <= end; r += 2) {
                take(r, 0);
                take(r + 1, 1);
            }
            if (r < end)
                take(r, 0);
            store(sums + c, load(sums + c, used) + (sum[0] + sum[1]), used);
            store(products + c, load(products + c, used) + (product[0] + product[1]), used);
        });
    }
}

/// dx = dy·scale + x·slope + shift, dy masked by y if there is one.
template <class T>
void inputGradient(const T* x, const T* dy, const T* y, const float* scale, const float* slope, const float* shift, T* dx,
                   std::int64_t rows, std::int64_t channels)
{
    T* const nowhere = nullptr;
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t at = r * channels;
        eachVector(channels, [&](std::int64_t c, auto used) {
            const Floats gradient = maskedGradient(dy, y, nowhere, at + c, used);
            const Floats centered = load(x + at + c, used) * load(slope + c, used) + load(shift + c, used);
            store(dx + at + c, gradient * load(scale + c, used) + centered, used);
        });
    }
}
