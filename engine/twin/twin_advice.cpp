#include "engine/twin/twin_advice.h"

#include "engine/graph/blocks/blocks.h"

#include <algorithm>
#include <cmath>

namespace netsmith::twin {
namespace {

constexpr double littleLost = 0.01; ///< a fraction of a layer's gradients; below it the losses show whether it matters

double largest(const TwinLayer& layer, double (Comparison::*share)() const)
{
    double most = 0.0;
    for (const std::optional<Comparison>* part : {&layer.arriving, &layer.gradient})
        if (*part)
            most = std::max(most, ((**part).*share)());
    return most;
}

/// Rounded for display; nonzero numbers do not become 0.
double percent(double share)
{
    const double value = share * 100.0;
    const double factor = value > 0.0 && value < 0.1 ? std::pow(10.0, 1.0 - std::floor(std::log10(value))) : 100.0;
    return std::round(value * factor) / factor;
}

/// Among equal layers the last is named: that is where gradients start.
const TwinLayer* mostBy(const TwinMoment& moment, double (TwinLayer::*number)() const)
{
    const TwinLayer* found = nullptr;
    double most = 0.0;
    for (const TwinLayer& layer : moment.layers)
        if (const double value = (layer.*number)(); value > 0.0 && value >= most) {
            most = value;
            found = &layer;
        }
    return found;
}

Message layerWords(const TwinAdvice& advice, const TwinMoment& moment)
{
    if (advice.node.empty())
        return Message(NS_MESSAGE("twin.same", "{0} does as well as FP32 here: no gradient differs"), moment.format.name());
    if (moment.format.isInt8)
        return Message(NS_MESSAGE("twin.rounds",
                                  "{0} differs most: rounding to 8 bits changes its gradients by {1} % in one step from equal "
                                  "weights; as long as both losses go down together, nothing needs to be done"),
                       advice.node, percent(advice.difference));
    if (advice.overflowed > 0.0)
        return Message(NS_MESSAGE("twin.overflows",
                                  "{1} % of the gradients of {0} are too large for {2} and become infinite, so the step is "
                                  "skipped; use a smaller loss scale, or keep this layer in FP32"),
                       advice.node, percent(advice.overflowed), moment.format.name());
    if (advice.lost > littleLost)
        return Message(NS_MESSAGE("twin.loses",
                                  "{0} loses most: {1} % of its gradients become 0 in {2}, because they are too small, and its "
                                  "weights learn less; keep {3} and the layers that it feeds in FP32"),
                       advice.node, percent(advice.lost), moment.format.name(),
                       drawnNode(advice.node)); // a block is kept as a whole
    if (advice.lost > 0.0)
        return Message(NS_MESSAGE("twin.loses_little",
                                  "{0} loses most: {1} % of its gradients become 0 in {2}, because they are too small; as long as "
                                  "both losses go down together, nothing needs to be done"),
                       advice.node, percent(advice.lost), moment.format.name());
    return Message(NS_MESSAGE("twin.differs",
                              "{2} does well here: no gradient is lost; in one step from equal weights those of {0} "
                              "differ most, by {1} %, which is rounding"),
                   advice.node, percent(advice.difference), moment.format.name());
}

Message scaleWords(const TwinAdvice& advice, const TwinMoment& moment)
{
    if (advice.keptThen > advice.keptNow || advice.overflowed > 0.0)
        return Message(
            NS_MESSAGE("twin.scale",
                       "a loss scale of {0} would keep {1} % of the gradients from becoming 0 or infinite; {2} keeps {3} %"),
            *advice.lossScale, percent(advice.keptThen), moment.lossScale.value_or(1.0), percent(advice.keptNow));
    return Message(NS_MESSAGE("twin.scale_good", "the loss scale of {0} keeps {1} % of the gradients; none would keep more"),
                   moment.lossScale.value_or(1.0), percent(advice.keptNow));
}

} // namespace

double TwinLayer::lostShare() const
{
    return largest(*this, &Comparison::lostShare);
}

double TwinLayer::overflowedShare() const
{
    return largest(*this, &Comparison::overflowedShare);
}

double TwinLayer::subnormalShare() const
{
    return largest(*this, &Comparison::subnormalShare);
}

std::optional<double> TwinLayer::gradientCosine() const
{
    std::optional<double> least;
    for (const std::optional<Comparison>* part : {&arriving, &gradient})
        if (*part && (!least || (*part)->cosine < *least))
            least = (*part)->cosine;
    return least;
}

double TwinLayer::gradientDifference() const
{
    double most = 0.0;
    for (const std::optional<Comparison>* part : {&arriving, &gradient})
        if (*part)
            most = std::max(most, (*part)->difference);
    return most;
}

double TwinLayer::stepDifference() const
{
    double most = 0.0;
    for (const std::optional<Comparison>* part : {&stepArriving, &stepGradient})
        if (*part)
            most = std::max(most, (*part)->difference);
    return most;
}

Exponents arrivingAt(const TwinMoment& moment)
{
    Exponents all;
    for (const TwinLayer& layer : moment.layers)
        all.add(layer.arrivingExponents);
    return all;
}

TwinAdvice adviceOf(std::span<const TwinMoment> moments)
{
    Exponents all;
    for (const TwinMoment& moment : moments)
        all.add(arrivingAt(moment));
    return moments.empty() ? TwinAdvice() : adviceOf(moments.back(), all);
}

TwinAdvice adviceOf(const TwinMoment& last, const Exponents& all)
{
    TwinAdvice advice;
    const TwinLayer* layer = nullptr;
    for (const auto number : {&TwinLayer::overflowedShare, &TwinLayer::lostShare, &TwinLayer::stepDifference})
        if (!layer && (!last.format.isInt8 || number == &TwinLayer::stepDifference)) // whose gradients are in FP32
            layer = mostBy(last, number);
    if (layer) {
        advice.node = layer->node;
        advice.lost = layer->lostShare();
        advice.overflowed = layer->overflowedShare();
        advice.difference = layer->stepDifference();
    }
    advice.words.push_back(layerWords(advice, last));
    if (!isScaled(last.format.precision))
        return advice;
    const std::optional<int> shift = bestShift(all, last.range);
    if (!shift)
        return advice;
    advice.lossScale = std::ldexp(1.0, *shift);
    advice.keptThen = keptShare(all, last.range, *shift);
    advice.keptNow = keptShare(all, last.range, std::ilogb(last.lossScale.value_or(1.0)));
    advice.words.push_back(scaleWords(advice, last));
    return advice;
}

} // namespace netsmith::twin
