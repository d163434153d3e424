#include "engine/cpu/kernels/pointwise_loss.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/pointwise_loss.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES
#include "engine/cpu/kernels/logarithm.h"

constexpr float epsilon = 1e-7f; // Keras's

inline Floats absolute(Floats x)
{
    return x < Floats{} ? -x : x;
}
/// At least `epsilon` and, where the complement is less, 1 − epsilon: p and 1 − p are each exact.
inline Floats clipped(Floats p, Floats complement)
{
    return p < all(epsilon) ? all(epsilon) : complement < all(epsilon) ? all(1.0f - epsilon) : p;
}

struct Squared {
    static Floats loss(Floats p, Floats t) { return (p - t) * (p - t); }
    static Floats slope(Floats p, Floats t) { return 2.0f * (p - t); }
};

struct Absolute {
    static Floats loss(Floats p, Floats t) { return absolute(p - t); }
    static Floats slope(Floats p, Floats t)
    {
        const Floats e = p - t;
        return e > Floats{} ? all(1.0f) : e < Floats{} ? all(-1.0f) : e;
    }
};

struct Percentage {
    static Floats size(Floats t) { return absolute(t) < all(epsilon) ? all(epsilon) : absolute(t); }
    static Floats loss(Floats p, Floats t) { return Absolute::loss(p, t) / size(t); }
    static Floats slope(Floats p, Floats t) { return Absolute::slope(p, t) / size(t); }
};

struct Huber {
    float delta;
    Floats loss(Floats p, Floats t) const
    {
        const Floats size = absolute(p - t);
        return size > all(delta) ? delta * size - 0.5f * delta * delta : 0.5f * size * size;
    }
    Floats slope(Floats p, Floats t) const
    {
        const Floats e = p - t;
        return e > all(delta) ? all(delta) : e < all(-delta) ? all(-delta) : e;
    }
};

/// By eˣ, and by the series where that would cancel.
struct LogCosh {
    static Floats loss(Floats p, Floats t)
    {
        const Floats size = absolute(p - t);
        const Floats square = size * size;
        const Floats small = square * (0.5f + square * (-1.0f / 12.0f + square * (1.0f / 45.0f + square * (-17.0f / 2520.0f))));
        const Floats large = size + logarithmOfOnePlus(exponential(-2.0f * size)) - 0.693147181f;
        return size < all(0.25f) ? small : large;
    }
    static Floats slope(Floats p, Floats t)
    {
        const Floats e = p - t;
        const Floats square = e * e;
        const Floats small = e * (1.0f + square * (-1.0f / 3.0f + square * (2.0f / 15.0f + square * (-17.0f / 315.0f))));
        const Floats large = 1.0f - 2.0f / (exponential(2.0f * e) + 1.0f);
        return square < all(0.0625f) ? small : large;
    }
};

inline Floats signOf(Floats t)
{
    return t == Floats{} ? all(-1.0f) : t;
}

struct Hinge {
    static Floats loss(Floats p, Floats t) { return rectified(1.0f - signOf(t) * p); }
    static Floats slope(Floats p, Floats t)
    {
        const Floats room = 1.0f - signOf(t) * p;
        return room <= Floats{} ? Floats{} : room == room ? -signOf(t) : room;
    }
};

struct SquaredHinge {
    static Floats loss(Floats p, Floats t) { return Hinge::loss(p, t) * Hinge::loss(p, t); }
    static Floats slope(Floats p, Floats t) { return -2.0f * signOf(t) * Hinge::loss(p, t); }
};

struct Poisson {
    static Floats loss(Floats p, Floats t) { return p - t * logarithm(p + epsilon); }
    static Floats slope(Floats p, Floats t) { return 1.0f - t / (p + epsilon); }
};

struct KlDivergence {
    static Floats share(Floats x) { return x < all(epsilon) ? all(epsilon) : x > all(1.0f) ? all(1.0f) : x; }
    static Floats loss(Floats p, Floats t) { return share(t) * logarithm(share(t) / share(p)); }
    static Floats slope(Floats p, Floats t)
    {
        const Ints isClipped = (p < all(epsilon)) | (p > all(1.0f));
        return isClipped ? Floats{} : -share(t) / p;
    }
};

/// Of a binary cross-entropy: the loss before its weight, its slope, 1 − pₜ and the slope of that.
struct BinaryPoint {
    Floats loss;
    Floats slope;
    Floats missing;
    Floats missingSlope;
};

struct OfProbability {
    static BinaryPoint at(Floats p, Floats want)
    {
        const Floats complement = 1.0f - p;
        const Ints isClipped = (p < all(epsilon)) | (complement < all(epsilon));
        const Floats plain = -want * logarithm(clipped(p, complement)) - (1.0f - want) * logarithm(clipped(complement, p));
        return {plain, isClipped ? Floats{} : (1.0f - want) / complement - want / p, want * complement + (1.0f - want) * p,
                1.0f - 2.0f * want};
    }
};

struct OfLogit {
    static BinaryPoint at(Floats x, Floats want)
    {
        const Floats tail = exponential(-absolute(x)); // of the sigmoid: the smaller part over the larger
        const Floats more = 1.0f / (1.0f + tail), less = tail * more;
        const Floats yes = x < Floats{} ? less : more, no = x < Floats{} ? more : less;
        return {rectified(x) - x * want + logarithmOfOnePlus(tail), yes - want, want * no + (1.0f - want) * yes,
                (1.0f - 2.0f * want) * yes * no};
    }
};

template <class Of, bool focal>
struct Binary {
    float smoothing;
    float gamma;
    float positive;
    float negative;

    Floats want(Floats t) const { return t * (1.0f - smoothing) + 0.5f * smoothing; }
    Floats weight(Floats want) const { return want * positive + (1.0f - want) * negative; }

    Floats loss(Floats p, Floats t) const
    {
        const BinaryPoint point = Of::at(p, want(t));
        const Floats plain = weight(want(t)) * point.loss;
        return focal ? plain * power(point.missing) : plain;
    }
    Floats slope(Floats p, Floats t) const
    {
        const BinaryPoint point = Of::at(p, want(t));
        if (!focal)
            return weight(want(t)) * point.slope;
        const Floats factor = power(point.missing);
        const Floats factorSlope = point.missing > Floats{} ? gamma * factor / point.missing * point.missingSlope : Floats{};
        return weight(want(t)) * (factor * point.slope + factorSlope * point.loss);
    }
    /// missing^gamma
    Floats power(Floats missing) const
    {
        const Floats result = exponential(gamma * logarithm(missing));
        return missing == Floats{} ? Floats{} : result;
    }
};

inline Floats loadTarget(const float* from, auto used)
{
    return load(from, used);
}
inline Floats loadTarget(const std::int32_t* from, auto used)
{
    return __builtin_convertvector(loadIndex(from, used), Floats);
}

/// Calls `body(loss)` with the loss as one object.
template <class Body>
auto withLoss(const PointwiseLossAttributes& loss, const Body& body)
{
    const auto binary = [&]<class Of>(Of) {
        const auto smoothing = static_cast<float>(loss.labelSmoothing), gamma = static_cast<float>(loss.gamma);
        const auto positive = static_cast<float>(loss.positiveWeight), negative = static_cast<float>(loss.negativeWeight);
        return loss.gamma == 0.0 ? body(Binary<Of, false>{smoothing, gamma, positive, negative})
                                 : body(Binary<Of, true>{smoothing, gamma, positive, negative});
    };
    switch (loss.kind) {
    case PointwiseLoss::squared: break;
    case PointwiseLoss::absolute: return body(Absolute());
    case PointwiseLoss::percentage: return body(Percentage());
    case PointwiseLoss::huber: return body(Huber{static_cast<float>(loss.delta)});
    case PointwiseLoss::logCosh: return body(LogCosh());
    case PointwiseLoss::hinge: return body(Hinge());
    case PointwiseLoss::squaredHinge: return body(SquaredHinge());
    case PointwiseLoss::poisson: return body(Poisson());
    case PointwiseLoss::klDivergence: return body(KlDivergence());
    case PointwiseLoss::binaryCrossentropy: return binary(OfProbability());
    case PointwiseLoss::binaryCrossentropyOfLogit: return binary(OfLogit());
    }
    return body(Squared());
}

/// In double every few vectors.
template <class Target>
double pointwiseLoss(const PointwiseLossAttributes& loss, const float* prediction, const Target* target, std::int64_t count)
{
    return withLoss(loss, [&](const auto& each) {
        constexpr std::int64_t block = 64 * lanes;
        double sum = 0.0;
        for (std::int64_t begin = 0; begin < count; begin += block) {
            Floats sums{};
            eachVector(count - begin < block ? count - begin : block, [&](std::int64_t i, auto used) {
                const Floats values = each.loss(load(prediction + begin + i, used), loadTarget(target + begin + i, used));
                sums += inUse(values, Floats{}, used);
            });
            sum += static_cast<double>(sumOf(sums));
        }
        return sum;
    });
}

template <class Target>
void pointwiseLossBackward(const PointwiseLossAttributes& loss, const float* prediction, const Target* target, float scale,
                           float* dp, std::int64_t count)
{
    withLoss(loss, [&](const auto& each) {
        eachVector(count, [&](std::int64_t i, auto used) {
            store(dp + i, each.slope(load(prediction + i, used), loadTarget(target + i, used)) * scale, used);
        });
    });
}

#else

namespace netsmith::kernels {
namespace {

/// Exponentials and logarithms cost about as much as eight loads.
constexpr std::int64_t lossGrain = elementGrain / 8;

} // namespace

template <class Target>
double pointwiseLoss(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair) noexcept
{
    const auto run = NETSMITH_VERSION(pointwiseLoss<Target>);
    if (!pair.weight)
        return sumOver(pair.count, lossGrain, [&](std::int64_t begin, std::int64_t end) {
            return run(loss, pair.prediction + begin, pair.target + begin, end - begin);
        });
    const std::int64_t each = pair.each;
    return sumOver(pair.count / each, rowGrain(each, lossGrain), [&](std::int64_t begin, std::int64_t end) {
        double sum = 0.0;
        for (std::int64_t i = begin; i < end; ++i)
            sum += static_cast<double>(pair.weight[i]) * run(loss, pair.prediction + i * each, pair.target + i * each, each);
        return sum;
    });
}

template <class Target>
void pointwiseLossBackward(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, float scale, float* dp) noexcept
{
    const auto run = NETSMITH_VERSION(pointwiseLossBackward<Target>);
    if (!pair.weight)
        return forRanges(pair.count, lossGrain, [&](std::int64_t begin, std::int64_t end) {
            run(loss, pair.prediction + begin, pair.target + begin, scale, dp + begin, end - begin);
        });
    const std::int64_t each = pair.each;
    forRanges(pair.count / each, rowGrain(each, lossGrain), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            run(loss, pair.prediction + i * each, pair.target + i * each, scale * pair.weight[i], dp + i * each, each);
    });
}

#define INSTANTIATE(Target)                                                                                                        \
    template double pointwiseLoss<Target>(const PointwiseLossAttributes&, const PointwisePair<Target>&) noexcept;                  \
    template void pointwiseLossBackward<Target>(const PointwiseLossAttributes&, const PointwisePair<Target>&, float,               \
                                                float*) noexcept;
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

} // namespace netsmith::kernels

#endif
