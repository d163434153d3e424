// Vectors of the width of the instruction set being compiled. each_isa.h includes this inside each set's namespace, so there is no
// include guard and everything is defined again.

constexpr int lanes = NETSMITH_LANES;
using Floats [[gnu::vector_size(lanes * 4)]] = float;
using Ints [[gnu::vector_size(lanes * 4)]] = std::int32_t; // also what comparing Floats gives: 0 or −1
using Words [[gnu::vector_size(lanes * 4)]] = std::uint32_t;
using Halves [[gnu::vector_size(lanes * 2)]] = std::uint16_t;
using Bytes [[gnu::vector_size(lanes)]] = std::uint8_t;

/// How many lanes of a vector are in use: all, known at compile time, or the first few at an array's end.
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

// With mask registers, an array's end costs no more than its middle. Widening and narrowing are written out because GCC 12 does
// most of them lane by lane. An index of −1 is 255 as a byte.
#if NETSMITH_LANES == 16
inline __mmask16 maskOf(SomeLanes used)
{
    return static_cast<__mmask16>((1u << used.count) - 1u);
}
template <>
inline Floats loadAs<Floats>(const float* from, SomeLanes used)
{
    return reinterpret_cast<Floats>(_mm512_maskz_loadu_ps(maskOf(used), from));
}
template <>
inline void storeAs<Floats>(float* to, Floats values, SomeLanes used)
{
    _mm512_mask_storeu_ps(to, maskOf(used), reinterpret_cast<__m512>(values));
}
inline Words widened(Halves values)
{
    return reinterpret_cast<Words>(_mm512_maskz_cvtepu16_epi32(0xffff, reinterpret_cast<__m256i>(values)));
}
inline Ints widened(Bytes values)
{
    return reinterpret_cast<Ints>(_mm512_maskz_cvtepu8_epi32(0xffff, reinterpret_cast<__m128i>(values)));
}
inline Halves narrowed(Words values)
{
    return __builtin_convertvector(values, Halves);
}
inline Bytes narrowed(Ints values)
{
    return __builtin_convertvector(values, Bytes);
}
#elif NETSMITH_LANES == 8
inline __m256i maskOf(SomeLanes used)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(used.count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
template <>
inline Floats loadAs<Floats>(const float* from, SomeLanes used)
{
    return reinterpret_cast<Floats>(_mm256_maskload_ps(from, maskOf(used)));
}
template <>
inline void storeAs<Floats>(float* to, Floats values, SomeLanes used)
{
    _mm256_maskstore_ps(to, maskOf(used), reinterpret_cast<__m256>(values));
}
inline Words widened(Halves values)
{
    return reinterpret_cast<Words>(_mm256_cvtepu16_epi32(reinterpret_cast<__m128i>(values)));
}
inline Ints widened(Bytes values)
{
    return reinterpret_cast<Ints>(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(reinterpret_cast<std::int64_t>(values))));
}
inline __m128i packed(__m256i values)
{
    return _mm_packus_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
}
inline Halves narrowed(Words values)
{
    return reinterpret_cast<Halves>(packed(reinterpret_cast<__m256i>(values)));
}
inline Bytes narrowed(Ints values)
{
    const __m128i halves = packed(reinterpret_cast<__m256i>(values & 255));
    return reinterpret_cast<Bytes>(_mm_cvtsi128_si64(_mm_packus_epi16(halves, halves)));
}
#else
inline Words widened(Halves values)
{
    return reinterpret_cast<Words>(_mm_cvtepu16_epi32(_mm_cvtsi64_si128(reinterpret_cast<std::int64_t>(values))));
}
inline Ints widened(Bytes values)
{
    return reinterpret_cast<Ints>(_mm_cvtepu8_epi32(_mm_cvtsi32_si128(reinterpret_cast<std::int32_t>(values))));
}
inline __m128i packed(__m128i values)
{
    return _mm_packus_epi32(values, values);
}
inline Halves narrowed(Words values)
{
    return reinterpret_cast<Halves>(_mm_cvtsi128_si64(packed(reinterpret_cast<__m128i>(values))));
}
inline Bytes narrowed(Ints values)
{
    const __m128i halves = packed(reinterpret_cast<__m128i>(values & 255));
    return reinterpret_cast<Bytes>(_mm_cvtsi128_si32(_mm_packus_epi16(halves, halves)));
}
#endif

template <class Used>
inline Floats load(const float* from, Used used)
{
    return loadAs<Floats>(from, used);
}
template <class Used>
inline Floats load(const BFloat16* from, Used used)
{
    return reinterpret_cast<Floats>(widened(loadAs<Halves>(from, used)) << 16);
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
    storeAs(to, narrowed(kept), used);
}

template <class Used>
inline Ints loadIndex(const std::uint8_t* from, Used used)
{
    return widened(loadAs<Bytes>(from, used));
}
template <class Used>
inline Ints loadIndex(const std::int32_t* from, Used used)
{
    return loadAs<Ints>(from, used);
}
template <class Used>
inline void storeIndex(std::uint8_t* to, Ints values, Used used)
{
    storeAs(to, narrowed(values), used);
}
template <class Used>
inline void storeIndex(std::int32_t* to, Ints values, Used used)
{
    storeAs(to, values, used);
}

inline Floats all(float value)
{
#if NETSMITH_LANES == 16
    return reinterpret_cast<Floats>(_mm512_set1_ps(value)); // one instruction; adding it to zeros is two
#elif NETSMITH_LANES == 8
    return reinterpret_cast<Floats>(_mm256_set1_ps(value));
#else
    return reinterpret_cast<Floats>(_mm_set1_ps(value));
#endif
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

inline Floats squareRoot(Floats x)
{
    Floats root;
    for (int i = 0; i < lanes; ++i)
        root[i] = __builtin_sqrtf(x[i]);
    return root;
}

/// eᶻ − 1 = power·(part + 1) − 1, by Cody and Waite's reduction by ln 2 and Cephes' polynomial for expf.
struct ExponentialParts {
    Floats part; ///< eʳ − 1 with |r| ≤ ½ ln 2
    Floats power; ///< of two
};
inline ExponentialParts exponentialParts(Floats z)
{
    const Floats magic = all(12582912.0f); // 1.5·2²³: adding it rounds to an integer
    const Floats n = (z * 1.44269504f + magic) - magic;
    const Floats r = (z - n * 0.693359375f) + n * 2.12194440e-4f;
    Floats p = all(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    const Ints exponent = __builtin_convertvector(n, Ints) + 127;
    return {p * r * r + r, reinterpret_cast<Floats>(exponent << 23)};
}

/// eˣ to 2 ulp; a NaN stays one.
inline Floats exponential(Floats x)
{
    const Floats high = all(88.3762626f);
    const Floats low = all(-87.3365479f);
    Floats z = x > high ? high : x;
    z = z < low ? low : z;
    const ExponentialParts e = exponentialParts(z);
    const Floats result = (e.part + 1.0f) * e.power;
    const Floats saturated = x > high ? all(std::numeric_limits<float>::infinity()) : x < low ? Floats{} : result;
    return x == x ? saturated : x;
}
