#include "engine/ops/accuracy.h"
#include "engine/ops/cosine_similarity.h"
#include "engine/ops/cross_entropy.h"
#include "engine/ops/pointwise_loss.h"
#include "engine/ops/softmax.h"
#include "engine/ops/target_weights.h"
#include "tests/engine/ops/worked_values.h"

namespace netsmith::test {
namespace {

std::shared_ptr<const Attributes> pointwise(PointwiseLoss kind, double delta = 1.0)
{
    auto attributes = std::make_shared<PointwiseLossAttributes>(kind);
    attributes->delta = delta;
    return attributes;
}

std::shared_ptr<const Attributes> binary(PointwiseLoss kind, double smoothing, double gamma, double positive, double negative)
{
    auto attributes = std::make_shared<PointwiseLossAttributes>(kind);
    attributes->labelSmoothing = smoothing;
    attributes->gamma = gamma;
    attributes->positiveWeight = positive;
    attributes->negativeWeight = negative;
    return attributes;
}

std::shared_ptr<const Attributes> crossEntropyWith(double smoothing, double gamma, double alpha)
{
    auto attributes = std::make_shared<CrossEntropyAttributes>();
    attributes->labelSmoothing = smoothing;
    attributes->gamma = gamma;
    attributes->alpha = alpha;
    return attributes;
}

/// One kind at two numbers of a sample, and its slope for an incoming gradient of 2: both are means.
void addKind(std::vector<Worked>& rows, const std::string& name, const std::shared_ptr<const Attributes>& kind, const Values& p,
             const OpInput& t, double sum, const Values& slopes)
{
    rows.push_back({{name, &ops::pointwiseLoss, kind, {f32({1, 2}, p), t}}, {{sum}}});
    rows.push_back({{name + " backward", &ops::pointwiseLossBackward, kind, {f32({1, 2}, p), t, f32(Shape(), {2})}}, {slopes}});
}

void addPointwise(std::vector<Worked>& rows)
{
    using Kind = PointwiseLoss;
    const auto pair = [](double first, double second) { return f32({1, 2}, {first, second}); };
    const double ln2 = std::log(2.0);
    addKind(rows, "absolute loss at its kink", pointwise(Kind::absolute), {3, 1}, pair(3, 4), 1.5, {0, -1});
    addKind(rows, "huber loss", pointwise(Kind::huber, 2), {1, 5}, pair(0, 0), (0.5 + 8) / 2, {1, 2});
    addKind(rows, "huber loss at its kink", pointwise(Kind::huber, 2), {2, -2}, pair(0, 0), 2, {2, -2});
    addKind(rows, "log cosh", pointwise(Kind::logCosh), {0, 40}, pair(0, 0), (40 - ln2) / 2, {0, 1});
    addKind(rows, "hinge", pointwise(Kind::hinge), {0.5, 0.5}, pair(1, -1), 1, {-1, 1});
    addKind(rows, "hinge of classes", pointwise(Kind::hinge), {2, 0.5}, i32({1, 2}, {1, 0}), 0.75, {0, 1});
    addKind(rows, "hinge at its kink", pointwise(Kind::hinge), {1, -1}, pair(1, 0), 0, {0, 0});
    addKind(rows, "squared hinge", pointwise(Kind::squaredHinge), {0.5, 0.5}, pair(1, 0), 1.25, {-1, 3});
    addKind(rows, "poisson", pointwise(Kind::poisson), {1 - 1e-7, 2}, pair(5, 0), (3 - 1e-7) / 2, {-4, 1});
    // A divergence is a sum along the last axis, and its incoming gradient is not divided.
    addKind(rows, "kl divergence", pointwise(Kind::klDivergence), {0.25, 0.75}, pair(0.75, 0.25), 0.5 * ln3, {-6, -2.0 / 3});
    addKind(rows, "kl divergence, clipped", pointwise(Kind::klDivergence), {0, 2}, pair(1, 1), -std::log(1e-7), {0, 0});
    addKind(rows, "binary cross-entropy", pointwise(Kind::binaryCrossentropy), {0.25, 0.75}, pair(1, 0), ln4, {-4, 4});
    addKind(rows, "binary cross-entropy, clipped", pointwise(Kind::binaryCrossentropy), {0, 1}, i32({1, 2}, {1, 0}),
            -std::log(1e-7), {0, 0});
    addKind(rows, "binary cross-entropy of logits", pointwise(Kind::binaryCrossentropyOfLogit), {-ln3, 1000}, pair(1, 0),
            (ln4 + 1000) / 2, {-0.75, 1});
    addKind(rows, "smoothed binary cross-entropy", binary(Kind::binaryCrossentropyOfLogit, 0.5, 0, 1, 1), {0, 0}, pair(1, 0), ln2,
            {-0.25, 0.25});
    // pₜ = 1/2: the focal factor is 1/4 with a slope of −1 in p and −1/4 in the logit.
    addKind(rows, "focal", binary(Kind::binaryCrossentropy, 0, 2, 0.25, 0.75), {0.5, 0.5}, pair(1, 0), 0.125 * ln2,
            {0.25 * (-0.5 - ln2), 0.75 * (0.5 + ln2)});
    addKind(rows, "focal of logits", binary(Kind::binaryCrossentropyOfLogit, 0, 2, 1, 1), {0, 0}, pair(1, 0), 0.25 * ln2,
            {-0.125 - 0.25 * ln2, 0.125 + 0.25 * ln2});

    const OpInput p = f32({2, 2}, {1, 2, 3, 4}), t = f32({2, 2}, {0, 2, 3, 6});
    rows.push_back({{"weighted samples", &ops::pointwiseLoss, pointwise(Kind::squared), {p, t, f32({2}, {2, 3})}}, {{7}}});
    rows.push_back({{"weighted numbers", &ops::pointwiseLoss, pointwise(Kind::squared), {p, t, f32({2, 2}, {2, 9, 9, 3})}}, {{7}}});
    rows.push_back(
        {{"weighted backward", &ops::pointwiseLossBackward, pointwise(Kind::squared), {p, t, f32(Shape(), {1}), f32({2}, {2, 3})}},
         {{2, 0, 0, -6}}});
}

void addWeightedRows(std::vector<Worked>& rows)
{
    const OpInput logits = f32({2, 2}, {0, ln3, ln3, 0}), classes = i32({2}, {0, 0});
    // −log p is ln 4 and ln 4 − ln 3; label smoothing of a half takes a quarter from the other class.
    const double far = ln4, near = ln4 - ln3;
    rows.push_back({{"weighted rows", &ops::softmaxCrossEntropy, crossEntropyWith(0, 0, 1), {logits, classes, f32({2}, {2, 3})}},
                    {{2 * far + 3 * near}, {0.25, 0.75, 0.75, 0.25}}});
    rows.push_back({{"smoothed rows", &ops::softmaxCrossEntropy, crossEntropyWith(0.5, 0, 1), {logits, classes}},
                    {{far + near}, {0.25, 0.75, 0.75, 0.25}}});
    rows.push_back({{"focal rows", &ops::softmaxCrossEntropy, crossEntropyWith(0, 2, 0.5), {logits, classes}},
                    {{0.5 * (0.5625 * far + 0.0625 * near)}, {0.25, 0.75, 0.75, 0.25}}});
    rows.push_back({{"cross_entropy of a sequence is a mean",
                     &ops::crossEntropy,
                     crossEntropyWith(0, 0, 1),
                     {f32({1, 2, 2}, {0.25, 0.75, 0.75, 0.25}), i32({1, 2}, {0, 0})}},
                    {{(far + near) / 2}}});

    const auto table = std::make_shared<TargetWeightsAttributes>();
    table->classWeights = {1, 2.5};
    rows.push_back({{"target_weights", &ops::targetWeights, table, {i32({4}, {1, 0, 2, -1})}}, {{2.5, 1, notANumber, notANumber}}});
    rows.push_back({{"target_weights of samples", &ops::targetWeights, table, {i32({2, 2}, {1, 0, 0, 1}), f32({2}, {3, 5})}},
                    {{7.5, 3, 5, 12.5}}});
    rows.push_back({{"target_weights of shares", &ops::targetWeights, table, {f32({2, 2}, {0.4, 0.6, 0.5, 0.5})}}, {{2.5, 1}}});
    const auto each = std::make_shared<TargetWeightsAttributes>(*table);
    each->rows = false;
    rows.push_back({{"target_weights of numbers", &ops::targetWeights, each, {f32({2, 1}, {1, 0})}}, {{2.5, 1}}});

    const OpInput along = f32({2, 2}, {3, 4, 0, 0}), target = f32({2, 2}, {4, 3, 1, 0});
    rows.push_back({{"cosine_similarity", &ops::cosineSimilarity, noAttributes(), {along, target}}, {{-0.96}}});
    rows.push_back(
        {{"cosine_similarity, weighted", &ops::cosineSimilarity, noAttributes(), {along, target, f32({2}, {2, 9})}}, {{-1.92}}});
    rows.push_back(
        {{"cosine_similarity backward", &ops::cosineSimilarityBackward, noAttributes(), {along, target, f32(Shape(), {1})}},
         {{(0.96 * 0.6 - 0.8) / 5, (0.96 * 0.8 - 0.6) / 5, -1e7, 0}}});
}

} // namespace

void addLosses(std::vector<Worked>& rows)
{
    const auto row = [](double first, double second) { return f32({1, 2}, {first, second}); };
    const auto label = [](double index) { return i32({1}, {index}); };
    const OpInput seed = f32(Shape(), {2});
    rows.push_back({{"softmax", &ops::softmax, noAttributes(), {row(0, ln3)}}, {{0.25, 0.75}}});
    rows.push_back({{"softmax of much", &ops::softmax, noAttributes(), {row(1000, 1001)}},
                    {{1 / (1 + std::exp(1.0)), 1 / (1 + std::exp(-1.0))}}});
    rows.push_back(
        {{"softmax backward", &ops::softmaxBackward, noAttributes(), {row(0.25, 0.75), row(1, 0)}}, {{0.1875, -0.1875}}});

    rows.push_back(
        {{"cross_entropy", &ops::crossEntropy, std::make_shared<CrossEntropyAttributes>(), {row(0.25, 0.75), label(0)}}, {{ln4}}});
    rows.push_back({{"cross_entropy of shares",
                     &ops::crossEntropy,
                     std::make_shared<CrossEntropyAttributes>(),
                     {row(0.25, 0.25), row(0.5, 0.5)}},
                    {{ln4}}});
    rows.push_back(
        {{"cross_entropy, clipped", &ops::crossEntropy, std::make_shared<CrossEntropyAttributes>(), {row(0, 1), label(0)}},
         {{-std::log(1e-7)}}});
    rows.push_back({{"cross_entropy, no such class",
                     &ops::crossEntropy,
                     std::make_shared<CrossEntropyAttributes>(),
                     {row(0.25, 0.75), label(2)}},
                    {{notANumber}}});
    rows.push_back({{"cross_entropy backward",
                     &ops::crossEntropyBackward,
                     std::make_shared<CrossEntropyAttributes>(),
                     {row(0.25, 0.75), label(0), seed}},
                    {{-8, 0}}});
    rows.push_back({{"cross_entropy backward, clipped",
                     &ops::crossEntropyBackward,
                     std::make_shared<CrossEntropyAttributes>(),
                     {row(0, 1), label(0), seed}},
                    {{0, 0}}});

    rows.push_back(
        {{"softmax_cross_entropy", &ops::softmaxCrossEntropy, std::make_shared<CrossEntropyAttributes>(), {row(0, ln3), label(0)}},
         {{ln4}, {0.25, 0.75}}});
    rows.push_back({{"softmax_cross_entropy of much",
                     &ops::softmaxCrossEntropy,
                     std::make_shared<CrossEntropyAttributes>(),
                     {row(-1000, 1000), label(0)}},
                    {{2000}, {0, 1}}});
    rows.push_back({{"softmax_cross_entropy, no such class",
                     &ops::softmaxCrossEntropy,
                     std::make_shared<CrossEntropyAttributes>(),
                     {row(0, ln3), label(-1)}},
                    {{notANumber}, {0.25, 0.75}}});
    rows.push_back({{"softmax_cross_entropy backward",
                     &ops::softmaxCrossEntropyBackward,
                     std::make_shared<CrossEntropyAttributes>(),
                     {row(0.25, 0.75), label(0), seed}},
                    {{-1.5, 1.5}}});

    const OpInput p = f32({2, 2}, {1, 2, 3, 4});
    const OpInput t = f32({2, 2}, {0, 2, 3, 6});
    rows.push_back({{"squared loss", &ops::pointwiseLoss, pointwise(PointwiseLoss::squared), {p, t}}, {{2.5}}});
    rows.push_back(
        {{"squared loss backward", &ops::pointwiseLossBackward, pointwise(PointwiseLoss::squared), {p, t, seed}}, {{2, 0, 0, -4}}});
    addPointwise(rows);
    rows.push_back({{"absolute loss", &ops::pointwiseLoss, pointwise(PointwiseLoss::absolute), {p, t}}, {{1.5}}});
    const OpInput far = f32({2, 2}, {2, -4, 2, 8});
    rows.push_back({{"percentage loss", &ops::pointwiseLoss, pointwise(PointwiseLoss::percentage), {p, far}}, {{1.5}}});
    rows.push_back({{"percentage loss backward", &ops::pointwiseLossBackward, pointwise(PointwiseLoss::percentage), {p, far, seed}},
                    {{-0.5, 0.25, 0.5, -0.125}}});
    // The second row has a tie, and its first maximum is not class 1.
    rows.push_back(
        {{"accuracy", &ops::accuracy, noAttributes(), {f32({3, 2}, {0.1, 0.9, 0.5, 0.5, 0.2, 0.8}), i32({3}, {1, 1, 0})}}, {{1}}});
    rows.push_back(
        {{"accuracy of a sequence", &ops::accuracy, noAttributes(), {f32({1, 2, 2}, {0, 1, 0, 1}), i32({1, 2}, {1, 0})}}, {{0.5}}});
    rows.push_back({{"accuracy of shares", &ops::accuracy, noAttributes(), {p, f32({2, 2}, {0.25, 0.75, 1, 0})}}, {{1}}});
    addWeightedRows(rows);
}

} // namespace netsmith::test
