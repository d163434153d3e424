#include "engine/ops/cosine_similarity.h"
#include "engine/ops/cross_entropy.h"
#include "engine/ops/pointwise_loss.h"
#include "engine/ops/target_weights.h"
#include "tests/engine/ops/op_cases.h"

#include <algorithm>

namespace netsmith::test {
namespace {

using Kind = PointwiseLoss;

std::shared_ptr<PointwiseLossAttributes> pointwise(Kind kind)
{
    auto attributes = std::make_shared<PointwiseLossAttributes>(kind);
    attributes->delta = 0.5;
    return attributes;
}

std::shared_ptr<PointwiseLossAttributes> focal(Kind kind, double gamma, double smoothing = 0.0)
{
    auto attributes = pointwise(kind);
    attributes->gamma = gamma;
    attributes->labelSmoothing = smoothing;
    attributes->positiveWeight = 0.25;
    attributes->negativeWeight = 0.75;
    return attributes;
}

bool isOfProbabilities(Kind kind)
{
    return kind == Kind::binaryCrossentropy || kind == Kind::klDivergence || kind == Kind::poisson;
}

/// Numbers away from every kink: probabilities where the loss expects them, else spread around 0.
OpInput predicted(Kind kind, const Shape& shape)
{
    return parameterInput(shape,
                          isOfProbabilities(kind) ? uniform(shape.elements(), 21, 0.05, 0.95) : spread(shape.elements(), 21, 3.0));
}

/// None of these is at a kink's distance from `predicted`.
OpInput numbers(Kind kind, const Shape& shape)
{
    const bool shares = isOfProbabilities(kind) || kind == Kind::binaryCrossentropyOfLogit;
    return givenInput(shape, shares ? uniform(shape.elements(), 22, 0.0, 1.0) : spread(shape.elements(), 22, 1.7));
}

OpInput yesOrNo(const Shape& shape)
{
    std::vector<double> values = uniform(shape.elements(), 23, 0.0, 1.0);
    std::ranges::transform(values, values.begin(), [](double value) { return value < 0.4 ? 1.0 : 0.0; });
    return givenInput(shape, std::move(values), DataType::i32);
}

OpInput weights(const Shape& shape)
{
    return givenInput(shape, uniform(shape.elements(), 24, 0.0, 2.0));
}

void addKind(std::vector<OpCase>& cases, const std::string& name, Kind kind, const std::shared_ptr<const Attributes>& attributes)
{
    const OpSpec* op = &ops::pointwiseLoss;
    cases.push_back({name, op, attributes, {predicted(kind, {3, 5}), numbers(kind, {3, 5})}});
    cases.push_back({name + ", one number", op, attributes, {predicted(kind, {1}), numbers(kind, {1})}});
    cases.push_back({name + ", sequences with weights of samples",
                     op,
                     attributes,
                     {predicted(kind, {2, 3, 4}), numbers(kind, {2, 3, 4}), weights({2})}});
    cases.push_back({name + ", weights of numbers", op, attributes, {predicted(kind, {3, 2}), yesOrNo({3, 2}), weights({3, 2})}});
    OpCase large{name + ", large", op, attributes, {predicted(kind, {7, 1001}), numbers(kind, {7, 1001})}};
    large.differences = false;
    cases.push_back(std::move(large));
}

void addRowCases(std::vector<OpCase>& cases)
{
    const auto rowTerms = [](double smoothing, double gamma) {
        auto attributes = std::make_shared<CrossEntropyAttributes>();
        attributes->labelSmoothing = smoothing;
        attributes->gamma = gamma;
        attributes->alpha = gamma > 0.0 ? 0.25 : 1.0;
        return attributes;
    };
    const auto classes = [](const Shape& shape, std::int64_t width) {
        std::vector<double> values;
        for (std::int64_t i = 0; i < shape.elements(); ++i)
            values.push_back(static_cast<double>((i * 5 + 1) % width));
        return givenInput(shape, std::move(values), DataType::i32);
    };
    for (const OpSpec* op : {&ops::crossEntropy, &ops::softmaxCrossEntropy}) {
        const auto rows = [&](const Shape& shape) {
            return parameterInput(
                shape, op == &ops::crossEntropy ? uniform(shape.elements(), 25, 0.05, 0.95) : spread(shape.elements(), 25, 4.0));
        };
        const auto shares = [&](const Shape& shape) { return givenInput(shape, uniform(shape.elements(), 26, 0.0, 0.5)); };
        const std::string name(op->name);
        for (const auto& [smoothing, gamma] : {std::pair(0.1, 0.0), {0.0, 2.0}, {0.0, 0.5}, {0.2, 1.5}}) {
            const std::string terms = name + ", smoothing " + std::to_string(smoothing) + ", gamma " + std::to_string(gamma);
            cases.push_back({terms, op, rowTerms(smoothing, gamma), {rows({4, 3}), classes({4}, 3)}});
            cases.push_back({terms + ", shares", op, rowTerms(smoothing, gamma), {rows({3, 19}), shares({3, 19})}});
        }
        cases.push_back({name + ", weighted", op, rowTerms(0.0, 0.0), {rows({4, 3}), classes({4}, 3), weights({4})}});
        cases.push_back(
            {name + ", weights of samples", op, rowTerms(0.1, 2.0), {rows({2, 3, 4}), classes({2, 3}, 4), weights({2})}});
        cases.push_back(
            {name + ", weights of rows", op, rowTerms(0.0, 0.0), {rows({2, 3, 4}), shares({2, 3, 4}), weights({2, 3})}});
        OpCase large{name + ", focal, many rows", op, rowTerms(0.1, 2.0), {rows({333, 17}), classes({333}, 17)}};
        large.differences = false;
        cases.push_back(std::move(large));
    }

    const OpSpec* cosine = &ops::cosineSimilarity;
    const auto vectors = [](const Shape& shape) { return parameterInput(shape, spread(shape.elements(), 27)); };
    const auto targets = [](const Shape& shape) { return givenInput(shape, spread(shape.elements(), 28)); };
    cases.push_back({"cosine_similarity", cosine, noAttributes(), {vectors({3, 5}), targets({3, 5})}});
    cases.push_back(
        {"cosine_similarity, sequences", cosine, noAttributes(), {vectors({2, 3, 2}), targets({2, 3, 2}), weights({2})}});
    cases.push_back({"cosine_similarity of nothing",
                     cosine,
                     noAttributes(),
                     {parameterInput({2, 2}, {0, 0, 1, 2}), givenInput({2, 2}, {1, 2, 0, 0})}});
    cases.back().differences = false; // a kink
    OpCase many{"cosine_similarity, many rows", cosine, noAttributes(), {vectors({301, 33}), targets({301, 33})}};
    many.differences = false;
    cases.push_back(std::move(many));

    const auto table = [](std::int64_t width, bool rows) {
        auto attributes = std::make_shared<TargetWeightsAttributes>();
        attributes->classWeights = uniform(width, 29, 0.0, 3.0);
        attributes->rows = rows;
        return attributes;
    };
    const OpSpec* weighted = &ops::targetWeights;
    cases.push_back({"target_weights", weighted, table(3, true), {classes({7}, 3)}});
    cases.push_back({"target_weights, unknown classes", weighted, table(3, true), {classes({7}, 5)}});
    cases.push_back({"target_weights, many classes", weighted, table(150, true), {classes({200, 2}, 150), weights({200})}});
    cases.push_back({"target_weights of shares", weighted, table(6, true), {targets({9, 6}), weights({9})}});
    cases.push_back({"target_weights of numbers", weighted, table(2, false), {yesOrNo({9, 6}), weights({9})}});
}

} // namespace

void addPointwiseLossCases(std::vector<OpCase>& cases)
{
    for (const Kind kind : {Kind::squared, Kind::absolute, Kind::huber, Kind::logCosh, Kind::hinge, Kind::squaredHinge,
                            Kind::poisson, Kind::klDivergence, Kind::binaryCrossentropy, Kind::binaryCrossentropyOfLogit})
        addKind(cases, "pointwise_loss " + std::string(nameOf(kind)), kind, pointwise(kind));
    for (const Kind kind : {Kind::binaryCrossentropy, Kind::binaryCrossentropyOfLogit}) {
        addKind(cases, "pointwise_loss focal " + std::string(nameOf(kind)), kind, focal(kind, 2.0));
        addKind(cases, "pointwise_loss smoothed focal " + std::string(nameOf(kind)), kind, focal(kind, 0.5, 0.1));
    }
    // Both sides of the kinks and of the clipped ends, where differences would straddle them.
    const auto edges = [&](Kind kind, std::vector<double> p, std::vector<double> t) {
        const auto count = static_cast<std::int64_t>(p.size());
        OpCase edge{"pointwise_loss " + std::string(nameOf(kind)) + ", edges",
                    &ops::pointwiseLoss,
                    pointwise(kind),
                    {parameterInput({count}, std::move(p)), givenInput({count}, std::move(t))}};
        edge.differences = false;
        cases.push_back(std::move(edge));
    };
    edges(Kind::absolute, {1, 2, 3}, {2, 2, 2});
    edges(Kind::huber, {0.5, -0.5, 0.75, -0.75, 0}, {0, 0, 0, 0, 0});
    edges(Kind::logCosh, {0, 0.125, 0.25, -0.25, 30, -1000}, {0, 0, 0, 0, 0, 0});
    edges(Kind::hinge, {1, 0.5, 2, -1, -2}, {1, 1, 1, 0, -1});
    edges(Kind::klDivergence, {0, 1, 1.5, 0.5}, {0.5, 1, 1, 0});
    edges(Kind::binaryCrossentropy, {0, 1, 0, 1, 0.5}, {0, 1, 1, 0, 1});
    edges(Kind::binaryCrossentropyOfLogit, {-1000, 1000, 100, -100, 0}, {0, 1, 0, 1, 0.5});
    addRowCases(cases);
}

} // namespace netsmith::test
