// The activations as functions of vectors, each with its slope. Included like lanes.h, inside each instruction set's namespace.
//
// `of` keeps a NaN and makes none of an infinity; `slope` takes what `slopeReads` says.

inline Floats absolute(Floats x)
{
    return x < Floats{} ? -x : x;
}
/// x between the two; a NaN stays one.
inline Floats clamped(Floats x, float low, float high)
{
    const Floats raised = x < all(low) ? all(low) : x;
    return raised > all(high) ? all(high) : raised;
}
inline Floats notBelow(Floats x, float low)
{
    return x < all(low) ? all(low) : x;
}

/// eˣ − 1 to 2 ulp for x ≤ 0; a NaN stays one.
inline Floats exponentialMinusOne(Floats x)
{
    const ExponentialParts e = exponentialParts(notBelow(x, -80.0f));
    return x == x ? e.power * e.part + (e.power - 1.0f) : x;
}

/// ln(1 + z) to 2 ulp for z in [0, 1]: Cephes' polynomial for logf.
inline Floats logarithmOfOnePlus(Floats z)
{
    const Ints above = z > all(0.414213562f); // √2 − 1: beyond it by ln(1 + z) = ln 2 + ln(1 + (z − 1)/2)
    const Floats f = above ? 0.5f * (z - 1.0f) : z;
    const Floats square = f * f;
    Floats p = all(7.0376836292e-2f);
    p = p * f - 1.1514610310e-1f;
    p = p * f + 1.1676998740e-1f;
    p = p * f - 1.2420140846e-1f;
    p = p * f + 1.4249322787e-1f;
    p = p * f - 1.6668057665e-1f;
    p = p * f + 2.0000714765e-1f;
    p = p * f - 2.4999993993e-1f;
    p = p * f + 3.3333331174e-1f;
    const Floats logarithm = f + square * (f * p - 0.5f);
    return above ? logarithm + 0.693147181f : logarithm;
}

/// e⁻ˣ² ᐟ ² and the share of the normal distribution beyond x ≥ 0, which is that times a rational function of x: a minimax fit of
/// ours to Mills' ratio, whose relative error is 3e-8 before rounding.
struct NormalTail {
    Floats power;
    Floats beyond;
};
inline NormalTail normalTail(Floats x)
{
    const Floats power = exponential(-0.5f * x * x);
    const Floats s = 1.0f / (1.0f + 0.35f * x);
    Floats p = all(-0.0291456431f);
    p = p * s + 0.1439704f;
    p = p * s - 0.255711764f;
    p = p * s + 0.159171522f;
    p = p * s - 0.0231081601f;
    p = p * s + 0.105507351f;
    p = p * s + 0.119833022f;
    p = p * s + 0.139861852f;
    p = p * s + 0.139621407f;
    return {power, power * s * p};
}

/// sigmoid(x) and 1 − sigmoid(x), neither by a difference.
struct SigmoidPair {
    Floats below;
    Floats above;
};
inline SigmoidPair sigmoidPair(Floats x)
{
    const Floats e = exponential(-absolute(x));
    const Floats larger = 1.0f / (1.0f + e);
    const Floats smaller = e * larger;
    const Ints negative = x < Floats{};
    return {negative ? smaller : larger, negative ? larger : smaller};
}

struct Elu {
    float alpha;
    Floats of(Floats x) const { return x > Floats{} ? x : alpha * exponentialMinusOne(x); }
    Floats slope(Floats y) const { return y > Floats{} ? all(1.0f) : y + alpha; }
};

struct Gelu {
    Floats of(Floats x) const
    {
        const Floats size = absolute(x);
        const Floats small = clamped(size, 0.0f, 40.0f); // the tail is 0 there, and 0·∞ none
        return rectified(x) - small * normalTail(small).beyond;
    }
    Floats slope(Floats x) const
    {
        const Floats bounded = clamped(x, -40.0f, 40.0f);
        const NormalTail tail = normalTail(absolute(bounded));
        const Floats below = x > Floats{} ? 1.0f - tail.beyond : tail.beyond;
        return below + bounded * 0.398942280f * tail.power;
    }
};

/// ½x(1 + tanh u) as x·sigmoid(2u).
struct GeluTanh {
    static constexpr float factor = 1.59576912f; // 2·√(2/π)
    static constexpr float cubic = 0.044715f;
    Floats of(Floats x) const
    {
        const Floats bounded = clamped(x, -40.0f, 40.0f); // the sigmoid is 0 or 1 there, and nothing overflows
        const Floats s = 1.0f / (1.0f + exponential(-factor * (bounded + cubic * bounded * bounded * bounded)));
        return notBelow(x, -40.0f) * s;
    }
    Floats slope(Floats x) const
    {
        const Floats bounded = clamped(x, -40.0f, 40.0f);
        const Floats square = bounded * bounded;
        const SigmoidPair s = sigmoidPair(factor * bounded * (1.0f + cubic * square));
        return s.below + bounded * factor * (1.0f + 3.0f * cubic * square) * (s.below * s.above);
    }
};

struct HardSigmoid {
    Floats of(Floats x) const { return clamped(x + 3.0f, 0.0f, 6.0f) * (1.0f / 6.0f); }
    Floats slope(Floats x) const { return (x > all(-3.0f)) & (x < all(3.0f)) ? all(1.0f / 6.0f) : Floats{}; }
};

struct HardSilu {
    Floats of(Floats x) const { return notBelow(x, -3.0f) * (clamped(x + 3.0f, 0.0f, 6.0f) * (1.0f / 6.0f)); }
    Floats slope(Floats x) const
    {
        const Floats between = x * (1.0f / 3.0f) + 0.5f;
        return x > all(-3.0f) ? (x < all(3.0f) ? between : all(1.0f)) : Floats{};
    }
};

struct HardTanh {
    Floats of(Floats x) const { return clamped(x, -1.0f, 1.0f); }
    Floats slope(Floats y) const { return (y > all(-1.0f)) & (y < all(1.0f)) ? all(1.0f) : Floats{}; }
};

struct LeakyRelu {
    float alpha;
    Floats of(Floats x) const { return x > Floats{} ? x : alpha * x; }
    Floats slope(Floats y) const { return y > Floats{} ? all(1.0f) : all(alpha); }
};

/// With e = eˣ and n = e(e + 2), tanh(ln(1 + e)) = n/(n + 2) without cancellation. In f32 it is 1 beyond 20.
struct Mish {
    Floats of(Floats x) const
    {
        const Floats e = exponential(x > all(20.0f) ? all(20.0f) : x);
        const Floats n = e * (e + 2.0f);
        return notBelow(x, -100.0f) * (n / (n + 2.0f));
    }
    Floats slope(Floats x) const
    {
        const Floats bounded = clamped(x, -100.0f, 20.0f);
        const Floats e = exponential(bounded);
        const Floats n = e * (e + 2.0f);
        const Floats inverse = 1.0f / (n + 2.0f);
        return inverse * (n + bounded * 4.0f * e * (1.0f + e) * inverse);
    }
};

struct Relu {
    Floats of(Floats x) const { return rectified(x); }
    Floats slope(Floats y) const { return y > Floats{} ? all(1.0f) : Floats{}; }
};

struct Relu6 {
    Floats of(Floats x) const { return clamped(x, 0.0f, 6.0f); }
    Floats slope(Floats y) const { return (y > Floats{}) & (y < all(6.0f)) ? all(1.0f) : Floats{}; }
};

struct Selu {
    static constexpr float scale = static_cast<float>(seluScale);
    static constexpr float below = static_cast<float>(seluScale * seluAlpha);
    Floats of(Floats x) const { return x > Floats{} ? scale * x : below * exponentialMinusOne(x); }
    Floats slope(Floats y) const { return y > Floats{} ? all(scale) : y + below; }
};

struct Sigmoid {
    Floats of(Floats x) const { return 1.0f / (1.0f + exponential(-x)); }
    Floats slope(Floats y) const { return y * (1.0f - y); }
};

struct Silu {
    Floats of(Floats x) const { return notBelow(x, -100.0f) / (1.0f + exponential(-x)); }
    Floats slope(Floats x) const
    {
        const Floats bounded = clamped(x, -100.0f, 100.0f);
        const SigmoidPair s = sigmoidPair(bounded);
        return s.below * (1.0f + bounded * s.above);
    }
};

struct Softplus {
    Floats of(Floats x) const { return rectified(x) + logarithmOfOnePlus(exponential(-absolute(x))); }
    Floats slope(Floats x) const { return 1.0f / (1.0f + exponential(-x)); }
};

struct Softsign {
    Floats of(Floats x) const
    {
        const Floats bounded = clamped(x, -1e9f, 1e9f); // ±1 there in f32
        return bounded / (1.0f + absolute(bounded));
    }
    Floats slope(Floats x) const
    {
        const Floats inverse = 1.0f / (1.0f + absolute(x));
        return inverse * inverse;
    }
};

struct Tanh {
    /// By eˣ, and by Cephes' polynomial where that would cancel.
    Floats of(Floats x) const
    {
        const Floats square = x * x;
        Floats p = all(-5.70498872745e-3f);
        p = p * square + 2.06390887954e-2f;
        p = p * square - 5.37397155531e-2f;
        p = p * square + 1.33314422036e-1f;
        p = p * square - 3.33332819422e-1f;
        const Floats small = x + x * square * p;
        const Floats large = 1.0f - 2.0f / (exponential(2.0f * x) + 1.0f);
        return square < all(0.390625f) ? small : large;
    }
    Floats slope(Floats y) const { return 1.0f - y * y; }
};

/// Calls `body` with the functions of an activation.
template <class Body>
inline void withFunctions(Activation kind, float alpha, const Body& body)
{
    switch (kind) {
    case Activation::none: break;
    case Activation::elu: return body(Elu{alpha});
    case Activation::gelu: return body(Gelu{});
    case Activation::geluTanh: return body(GeluTanh{});
    case Activation::hardSigmoid: return body(HardSigmoid{});
    case Activation::hardSilu: return body(HardSilu{});
    case Activation::hardTanh: return body(HardTanh{});
    case Activation::leakyRelu: return body(LeakyRelu{alpha});
    case Activation::mish: return body(Mish{});
    case Activation::relu: return body(Relu{});
    case Activation::relu6: return body(Relu6{});
    case Activation::selu: return body(Selu{});
    case Activation::sigmoid: return body(Sigmoid{});
    case Activation::silu: return body(Silu{});
    case Activation::softplus: return body(Softplus{});
    case Activation::softsign: return body(Softsign{});
    case Activation::tanh: return body(Tanh{});
    }
}
