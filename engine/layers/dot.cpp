#include "engine/core/error.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/batch_matmul.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/layer_norm.h"
#include "engine/ops/reshape.h"
#include "engine/ops/scale.h"
#include "engine/ops/transpose.h"

#include <algorithm>

namespace netsmith::layer {
namespace {

struct Parameters {
    std::vector<std::int64_t> axes{-1, -1};
    bool normalize = false;
};

constexpr double normalizing = 1e-12; // added so that a vector of zeros stays zero

/// The remaining axes of both sides, the first's before the second's; for two vectors a single number.
std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    int axes[2];
    std::vector<std::int64_t> left;
    for (std::size_t i = 0; i < 2; ++i) {
        requireAxes(inputs[i]);
        axes[i] = sampleAxis(p.axes[i], inputs[i].rank());
        for (int axis = 0; axis < inputs[i].rank(); ++axis)
            if (axis != axes[i])
                left.push_back(inputs[i][axis]);
    }
    if (inputs[0][axes[0]] != inputs[1][axes[1]])
        throw Error(ErrorKind::input,
                    NS_MESSAGE("dot.sizes",
                               "expected axes of one size to multiply along, got {0} of {1} and {2} of {3}; choose other axes, or "
                               "give them the same size first"),
                    inputs[0][axes[0]], inputs[0].text(), inputs[1][axes[1]], inputs[1].text());
    if (left.size() >= Shape::maxRank)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("dot.rank",
                               "expected inputs with at most {0:axis|axes} besides those multiplied along, got {1} and {2}; "
                               "reshape them to fewer axes first"),
                    Shape::maxRank - 1, inputs[0].text(), inputs[1].text());
    if (left.empty())
        left.push_back(1);
    return {Shape(left)};
}

TensorId reshaped(Emitter& emitter, TensorId x, const Shape& shape)
{
    return emitter.shape(x) == shape ? x : emitReshape(emitter, x, shape);
}

TensorId withAxisLast(Emitter& emitter, TensorId x, int axis)
{
    std::vector<int> order;
    for (int i = 0; i < emitter.shape(x).rank(); ++i)
        if (i != axis)
            order.push_back(i);
    order.push_back(axis);
    return emitter.emitOne(ops::transpose, std::make_shared<TransposeAttributes>(std::move(order)), {x});
}

/// Each vector along the last axis, divided by the root of its mean square: its length becomes the root of its size.
TensorId normalized(Emitter& emitter, TensorId x)
{
    return emitter.emit(ops::layerNorm, std::make_shared<LayerNormAttributes>(normalizing, false), {x, noTensor, noTensor})[0];
}

/// One side: a matrix per sample, of the axis to multiply along and all the others.
struct Side {
    TensorId matrices; ///< N×others×axis
    bool axisFirst; ///< or N×axis×others

    Side(Emitter& emitter, TensorId x, int axis, bool normalize)
    {
        const Shape shape = emitter.shape(x);
        const int last = shape.rank() - 1;
        const std::int64_t along = shape[axis], others = shape.elements() / shape[0] / along;
        axisFirst = axis == 1 && axis != last && !normalize; // the product takes it as it is stored
        if (axis != last && !axisFirst)
            x = withAxisLast(emitter, x, axis);
        if (normalize)
            x = normalized(emitter, x);
        matrices = reshaped(emitter, x, axisFirst ? Shape{shape[0], along, others} : Shape{shape[0], others, along});
    }
};

void lower(const Parameters& p, LayerCall& call)
{
    Emitter& emitter = call.emitter();
    const Shape samples[2] = {emitter.shape(call.inputs()[0]).withoutBatch(), emitter.shape(call.inputs()[1]).withoutBatch()};
    const int axis = sampleAxis(p.axes[0], samples[0].rank());
    const Side first(emitter, call.inputs()[0], axis + 1, p.normalize);
    const Side second(emitter, call.inputs()[1], sampleAxis(p.axes[1], samples[1].rank()) + 1, p.normalize);
    TensorId y = emitBatchMatmul(emitter, first.matrices, second.matrices, first.axisFirst, !second.axisFirst);
    if (p.normalize)
        y = emitScale(emitter, y, 1.0 / static_cast<double>(samples[0][axis]));
    call.setOutput(0, reshaped(emitter, y, shapes(p, samples)[0].withBatch(emitter.shape(y)[0])));
}

/// One side as a matrix per sample, others×axis or, for the second, axis×others, with each vector along the axis divided by the
/// root of its mean square where they are normalized.
OnnxCall::Value onnxSide(const Parameters& p, OnnxCall& call, std::size_t index)
{
    const Shape& shape = call.inputShape(index);
    const int axis = sampleAxis(p.axes[index], shape.rank());
    OnnxCall::Value x = call.inputs()[index];
    if (p.normalize) {
        const OnnxCall::Value squares = call.add("ReduceMean", {call.add("Mul", {x, x}), call.integers({axis + 1})});
        x = call.add("Div", {x, call.add("Sqrt", {call.add("Add", {squares, call.number(normalizing)})})});
    }
    std::vector<std::int64_t> order{0};
    for (int i = 0; i < shape.rank(); ++i)
        if (i != axis)
            order.push_back(i + 1);
    order.insert(index == 0 ? order.end() : order.begin() + 1, axis + 1);
    if (!std::ranges::is_sorted(order))
        x = call.transpose(x, std::move(order));
    const std::int64_t along = shape[axis], others = shape.elements() / along;
    return call.reshape(x, index == 0 ? Shape{others, along} : Shape{along, others});
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    OnnxCall::Value y = call.add("MatMul", {onnxSide(p, call, 0), onnxSide(p, call, 1)});
    if (p.normalize) {
        const Shape& first = call.inputShape(0);
        y = call.add("Mul", {y, call.number(1.0 / static_cast<double>(first[sampleAxis(p.axes[0], first.rank())]))});
    }
    call.setOutput(0, call.reshape(y, call.outputShape(0)));
}

/// Of vectors alone.
void writeTorch(const Parameters& p, LayerCode& code)
{
    if (code.input(0).rank() != 1 || code.input(1).rank() != 1)
        return code.refuse(NS_MESSAGE("dot.pytorch", "a product along an axis of more than vectors is no single call of PyTorch"));
    code.expression(p.normalize ? "F.cosine_similarity({0}, {1}, dim=-1).unsqueeze(-1)" : "({0} * {1}).sum(-1, keepdim=True)");
}

} // namespace

LayerSpec dot()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .sizes("axes", &Parameters::axes, 2, 2, NS_TEXT("dot", "Axes"),
               NS_TEXT(
                   "dot",
                   "The axis of the first and of the second input to sum the products over: −1 the last; 1 the first of a sample."))
        .range(-Shape::maxRank, Shape::maxRank)
        .usual(-1, 3)
        .boolean("normalize", &Parameters::normalize, NS_TEXT("dot", "Normalize"),
                 NS_TEXT("dot", "Whether all vectors are normalized to length 1 first, so that the results are cosines."));
    return LayerBuilder<Parameters>("dot", 1, Category::merge, NS_TEXT("dot", "Dot product"),
                                    NS_TEXT("dot",
                                            "Multiplies each vector of one input with each of the other and adds up: one "
                                            "number says how alike two vectors are."))
        .alsoKnownAs(NS_TEXT("dot", "inner product, matrix product, matmul, bmm, cosine similarity, scores"))
        .inputs({{"first", NS_TEXT("dot", "What is multiplied; its other axes come first in the result.")},
                 {"second", NS_TEXT("dot", "What it is multiplied with.")}})
        .parameters(parameters)
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters& p, LayerCode& code) {
                         code.kerasLayer("Dot", {}, {"axes"}, {"axes=" + pythonTuple(p.axes)});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
