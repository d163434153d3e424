// What softmax and the cross-entropy share: reductions of one row. Included like lanes.h, inside each instruction set's namespace.

/// The row's maximum; a NaN if it holds one.
template <class T>
inline float maximumOf(const T* x, std::int64_t columns)
{
    Floats most = all(-std::numeric_limits<float>::infinity());
    eachVector(columns, [&](std::int64_t c, auto used) { most = maximum(inUse(load(x + c, used), most, used), most); });
    float result = most[0];
    for (int i = 1; i < lanes; ++i)
        result = most[i] > result || most[i] != most[i] ? most[i] : result;
    return result;
}

/// Σ exp(x − most)
template <class T>
inline float sumOfExponentials(const T* x, Floats most, std::int64_t columns)
{
    Floats sums{};
    eachVector(columns, [&](std::int64_t c, auto used) { sums += inUse(exponential(load(x + c, used) - most), Floats{}, used); });
    return sumOf(sums);
}
