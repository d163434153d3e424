// The natural logarithm. Included like lanes.h, inside each instruction set's namespace.

/// log x to 2 ulp by Cephes' polynomial for logf; −∞ at 0, a NaN below it.
inline Floats logarithm(Floats x)
{
    const Ints bits = reinterpret_cast<Ints>(x);
    Ints exponent = (bits >> 23) - 126;
    Floats m = reinterpret_cast<Floats>((bits & 0x007fffff) | 0x3f000000);
    const Ints small = m < all(0.707106781f);
    exponent += small; // −1 where it holds
    m = (small ? m + m : m) - 1.0f;
    const Floats e = __builtin_convertvector(exponent, Floats);
    const Floats square = m * m;
    Floats y = all(7.0376836292e-2f);
    y = y * m - 1.1514610310e-1f;
    y = y * m + 1.1676998740e-1f;
    y = y * m - 1.2420140846e-1f;
    y = y * m + 1.4249322787e-1f;
    y = y * m - 1.6668057665e-1f;
    y = y * m + 2.0000714765e-1f;
    y = y * m - 2.4999993993e-1f;
    y = y * m + 3.3333331174e-1f;
    y = y * m * square - 2.12194440e-4f * e - 0.5f * square;
    const Floats result = m + y + 0.693359375f * e;
    const Floats infinity = all(std::numeric_limits<float>::infinity());
    const Floats edge = x == Floats{} ? -infinity : x == infinity ? infinity : all(std::numeric_limits<float>::quiet_NaN());
    const Ints usual = (x >= all(std::numeric_limits<float>::min())) & (x < infinity);
    return usual ? result : edge;
}

/// log(1 + x) for x ≥ 0, exact to its own size where x is small.
inline Floats logarithmOfOnePlus(Floats x)
{
    const Floats sum = x + 1.0f;
    const Floats rounded = sum - 1.0f;
    return rounded == Floats{} ? x : logarithm(sum) * (x / rounded);
}
