#include "engine/ops/control.h"
#include "engine/ops/accuracy.h"
#include "engine/ops/cosine_similarity.h"
#include "engine/ops/cross_entropy.h"
#include "engine/ops/embedding.h"
#include "engine/ops/gather.h"
#include "engine/ops/muon.h"
#include "engine/ops/pointwise_loss.h"
#include "engine/ops/target_weights.h"
#include "engine/ops/update.h"
#include "tests/engine/ops/wrongs.h"

namespace netsmith::test {
namespace {

void inferGather(double divide, DataType type, const Shape& counters = {control::counterCount})
{
    GatherAttributes attributes;
    attributes.divide = divide;
    attributes.type = type;
    infer(ops::gather, attributes, {tensor({1, 3}), tensor({1}, DataType::i32), tensor(counters, DataType::i64)});
}

void inferSgd(double momentum, std::vector<UpdateRange> ranges, bool velocity)
{
    SgdAttributes attributes;
    attributes.momentum = momentum;
    attributes.ranges = std::move(ranges);
    infer(ops::sgd, attributes, updateInputs(velocity ? 1 : 0));
}

void inferMuon(std::vector<MuonAttributes::Matrix> matrices, std::int64_t iterations = 5)
{
    MuonAttributes attributes;
    attributes.iterations = iterations;
    attributes.ranges = {{0, 12}, {16, 32}};
    attributes.matrices = std::move(matrices);
    infer(ops::muon, attributes, updateInputs(1));
}

} // namespace

std::vector<Wrong> wrongsOfTraining()
{
    static const Attributes none;
    return {
        {"labels of another batch",
         [] {
             infer(ops::softmaxCrossEntropy, CrossEntropyAttributes(), {tensor({3, 4}), tensor({2}, DataType::i32)});
         },
         "op.shape",
         {"softmax_cross_entropy", "target", "3", "2"}},
        {"labels in bytes",
         [] {
             infer(ops::crossEntropy, CrossEntropyAttributes(), {tensor({3, 4}), tensor({3}, DataType::u8)});
         },
         "op.type",
         {"cross_entropy", "target", "i32/f32", "u8"}},
        {"distributions of other classes",
         [] {
             infer(ops::accuracy, none, {tensor({3, 4}), tensor({3, 5})});
         },
         "op.shape",
         {"accuracy", "3×4", "3×5"}},
        {"errors of other shapes",
         [] {
             infer(ops::pointwiseLoss, PointwiseLossAttributes(PointwiseLoss::squared), {tensor({3, 4}), tensor({3})});
         },
         "op.shape",
         {"pointwise_loss", "target", "3×4"}},
        {"a seed that is no scalar",
         [] {
             infer(ops::pointwiseLossBackward, PointwiseLossAttributes(PointwiseLoss::squared),
                   {tensor({3}), tensor({3}), tensor({3})});
         },
         "op.shape",
         {"seed", "scalar"}},

        {"weights of another batch",
         [] {
             infer(ops::pointwiseLoss, PointwiseLossAttributes(PointwiseLoss::huber),
                   {tensor({3, 4}), tensor({3, 4}), tensor({4})});
         },
         "op.shape",
         {"pointwise_loss", "weights", "3", "4"}},
        {"weights within rows",
         [] {
             infer(ops::softmaxCrossEntropy, CrossEntropyAttributes(),
                   {tensor({3, 4}), tensor({3}, DataType::i32), tensor({3, 4})});
         },
         "op.attribute",
         {"softmax_cross_entropy", "weights of rows", "3×4"}},
        {"vectors of other lengths",
         [] {
             infer(ops::cosineSimilarity, none, {tensor({3, 4}), tensor({3, 5})});
         },
         "op.shape",
         {"cosine_similarity", "target", "3×4", "3×5"}},
        {"smoothing of more than all",
         [] {
             CrossEntropyAttributes attributes;
             attributes.labelSmoothing = 1.5;
             infer(ops::crossEntropy, attributes, {tensor({3, 4}), tensor({3}, DataType::i32)});
         },
         "op.attribute",
         {"cross_entropy", "label_smoothing", "got 1.5"}},
        {"a focus of NaN",
         [] {
             PointwiseLossAttributes attributes(PointwiseLoss::binaryCrossentropy);
             attributes.gamma = notANumber;
             infer(ops::pointwiseLoss, attributes, {tensor({3}), tensor({3})});
         },
         "op.attribute",
         {"pointwise_loss", "gamma", "nan"}},
        {"weights of no class",
         [] { infer(ops::targetWeights, TargetWeightsAttributes(), {tensor({3}, DataType::i32)}); },
         "op.attribute",
         {"target_weights", "a weight for each class"}},

        {"embedding of ids that are no f32",
         [] {
             infer(ops::embedding, EmbeddingAttributes(4, -1), {tensor({4, 3}), tensor({2, 5}, DataType::i32)});
         },
         "op.type",
         {"embedding", "ids", "f32", "i32"}},
        {"embedding with another table than its rows",
         [] {
             infer(ops::embedding, EmbeddingAttributes(5, -1), {tensor({4, 3}), tensor({2, 5})});
         },
         "op.shape",
         {"embedding", "table", "5×3", "4×3"}},
        {"embedding with padding behind its rows",
         [] {
             infer(ops::embedding, EmbeddingAttributes(4, 4), {tensor({4, 3}), tensor({2, 5})});
         },
         "op.attribute",
         {"embedding", "padding", "got 4"}},
        {"embedding backward of other places",
         [] {
             infer(ops::embeddingBackward, EmbeddingAttributes(4, -1), {tensor({2, 5}), tensor({2, 6, 3})});
         },
         "op.shape",
         {"embedding_backward", "dy", "2×5×3", "2×6×3"}},
        {"gather by a divisor of 0", [] { inferGather(0.0, DataType::f32); }, "op.attribute", {"gather", "divide", "got 0"}},
        {"gather by a divisor of NaN", [] { inferGather(notANumber, DataType::f32); }, "op.attribute", {"gather", "nan"}},
        {"gather numbers as classes", [] { inferGather(1.0, DataType::i32); }, "op.type", {"gather", "field", "f32"}},
        {"gather by three counters", [] { inferGather(1.0, DataType::f32, {3}); }, "op.shape", {"counters", "8", "3"}},
        {"sgd without its velocity", [] { inferSgd(0.9, {}, false); }, "op.inputs", {"sgd", "expected 7", "got 6"}},
        {"sgd with a velocity it has no use for", [] { inferSgd(0.0, {}, true); }, "op.inputs", {"sgd", "expected 6", "got 7"}},
        {"sgd past the arena",
         [] {
             inferSgd(0.0, {{0, 33}}, false);
         },
         "op.attribute",
         {"≤ 32", "0..33"}},
        {"sgd of one part twice",
         [] {
             inferSgd(0.0, {{0, 8}, {4, 12}}, false);
         },
         "op.attribute",
         {"4..12"}},
        {"muon of a matrix too few",
         [] {
             inferMuon({{3, 4}});
         },
         "op.attribute",
         {"muon", "2 matrices", "got 1"}},
        {"muon of another matrix",
         [] {
             inferMuon({{3, 4}, {3, 5}});
         },
         "op.attribute",
         {"muon", "a matrix of 16 elements", "3×5"}},
        {"muon without iterations",
         [] {
             inferMuon({{3, 4}, {4, 4}}, 0);
         },
         "op.attribute",
         {"muon", "1 to 100 iterations", "got 0"}},
        {"guard that clips to NaN",
         [] {
             infer(ops::guard, GuardAttributes(notANumber), {tensor(Shape()), tensor(Shape()), tensor({1}, DataType::i32)});
         },
         "op.attribute",
         {"guard", "nan"}},
        {"recording a vector",
         [] {
             infer(ops::record, none, {tensor({2, 3}), tensor({control::counterCount}, DataType::i64)});
         },
         "op.rank",
         {"record", "1 axis", "2×3"}},
    };
}

} // namespace netsmith::test
