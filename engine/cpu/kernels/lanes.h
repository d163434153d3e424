// Vectors as wide as the instruction set that is being compiled. each_isa.h includes this inside each set's namespace, so there is
// no guard here and everything is named anew.

constexpr int lanes = NETSMITH_LANES;
using Floats [[gnu::vector_size(lanes * 4)]] = float;
using Ints [[gnu::vector_size(lanes * 4)]] = std::int32_t; // also what comparing Floats gives: 0 or −1
using Words [[gnu::vector_size(lanes * 4)]] = std::uint32_t;
using Halves [[gnu::vector_size(lanes * 2)]] = std::uint16_t;
using Bytes [[gnu::vector_size(lanes)]] = std::uint8_t;

/// How many lanes of a vector are in use: all, known when compiled, or the first few of an array's end.
struct AllLanes {
    static constexpr int count = lanes;
};
struct SomeLanes {
    int count;
};

template <class V, class T, class Used>
inline V loadAs(const T* from, Used used)
{
    V values{};
    std::memcpy(&values, from, sizeof(T) * static_cast<std::size_t>(used.count));
    return values;
}
template <class V, class T, class Used>
inline void storeAs(T* to, V values, Used used)
{
    std::memcpy(static_cast<void*>(to), &values, sizeof(T) * static_cast<std::size_t>(used.count));
}

template <class Used>
inline Floats load(const float* from, Used used)
{
    return loadAs<Floats>(from, used);
}
template <class Used>
inline Floats load(const BFloat16* from, Used used)
{
    return reinterpret_cast<Floats>(__builtin_convertvector(loadAs<Halves>(from, used), Words) << 16);
}

template <class Used>
inline void store(float* to, Floats values, Used used)
{
    storeAs(to, values, used);
}
/// Rounds to nearest even; a NaN stays one.
template <class Used>
inline void store(BFloat16* to, Floats values, Used used)
{
    const Words words = reinterpret_cast<Words>(values);
    const Words rounded = (words + 0x7fffu + ((words >> 16) & 1u)) >> 16;
    const Words kept = values == values ? rounded : (words >> 16) | 0x40u;
    storeAs(to, __builtin_convertvector(kept, Halves), used);
}

template <class Used>
inline Ints loadIndex(const std::uint8_t* from, Used used)
{
    return __builtin_convertvector(loadAs<Bytes>(from, used), Ints);
}
template <class Used>
inline Ints loadIndex(const std::int32_t* from, Used used)
{
    return loadAs<Ints>(from, used);
}
template <class Used>
inline void storeIndex(std::uint8_t* to, Ints values, Used used)
{
    storeAs(to, __builtin_convertvector(values, Bytes), used);
}
template <class Used>
inline void storeIndex(std::int32_t* to, Ints values, Used used)
{
    storeAs(to, values, used);
}

inline Floats all(float value)
{
    return Floats{} + value;
}
inline Ints allInts(std::int32_t value)
{
    return Ints{} + value;
}
/// A NaN in either stays one.
inline Floats maximum(Floats a, Floats b)
{
    const Ints first = (a > b) | (a != a);
    return first ? a : b;
}
/// max(x, 0); a NaN stays one.
inline Floats rectified(Floats x)
{
    return x < Floats{} ? Floats{} : x;
}
/// `values` in the lanes in use, `other` in the rest.
inline Floats inUse(Floats values, Floats, AllLanes)
{
    return values;
}
inline Floats inUse(Floats values, Floats other, SomeLanes used)
{
    Ints index;
    for (int i = 0; i < lanes; ++i)
        index[i] = i;
    return index < used.count ? values : other;
}
inline float sumOf(Floats values)
{
    float sum = 0.0f;
    for (int i = 0; i < lanes; ++i)
        sum += values[i];
    return sum;
}

/// Calls `body(i, used)` for each vector of [0, count).
template <class Body>
inline void eachVector(std::int64_t count, const Body& body)
{
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
        body(i, AllLanes{});
    if (i < count)
        body(i, SomeLanes{static_cast<int>(count - i)});
}

/// eˣ to 2 ulp (a NaN stays one): Cody and Waite's reduction by ln 2 and Cephes' polynomial for expf.
inline Floats exponential(Floats x)
{
    const Floats high = all(88.3762626f);
    const Floats low = all(-87.3365479f);
    Floats z = x > high ? high : x;
    z = z < low ? low : z;
    const Floats magic = all(12582912.0f); // 1.5·2²³: adding it rounds to an integer
    const Floats n = (z * 1.44269504f + magic) - magic;
    const Floats r = (z - n * 0.693359375f) + n * 2.12194440e-4f;
    Floats p = all(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    const Ints exponent = __builtin_convertvector(n, Ints) + 127;
    const Floats result = p * reinterpret_cast<Floats>(exponent << 23);
    const Floats saturated = x > high ? all(std::numeric_limits<float>::infinity()) : x < low ? Floats{} : result;
    return x == x ? saturated : x;
}
