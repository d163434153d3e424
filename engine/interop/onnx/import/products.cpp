#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"
#include "engine/interop/onnx/import/window.h"

#include <algorithm>

namespace netsmith::interop {
namespace {

/// The kernel I×O of a matrix that is stored so, or transposed, with its rows in another order.
std::vector<float> kernelOf(const Constant& matrix, bool isTransposed, double factor, std::span<const std::int64_t> rows)
{
    const std::vector<float> from = matrix.floats();
    const std::int64_t inputs = matrix.dims()[isTransposed ? 1 : 0], outputs = matrix.dims()[isTransposed ? 0 : 1];
    std::vector<float> kernel(from.size());
    for (std::int64_t i = 0; i < inputs; ++i) {
        const std::int64_t row = rows.empty() ? i : rows[static_cast<std::size_t>(i)];
        for (std::int64_t o = 0; o < outputs; ++o) {
            const float number = from[static_cast<std::size_t>(isTransposed ? o * inputs + row : row * outputs + o)];
            kernel[static_cast<std::size_t>(i * outputs + o)] =
                factor == 1.0 ? number : static_cast<float>(static_cast<double>(number) * factor);
        }
    }
    return kernel;
}

void requireMatrix(const Constant& constant)
{
    if (constant.rank() != 2 || constant.elements() == 0)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.matrix", "its constant has the shape {0}; a matrix is needed"),
                    dimsText(constant.dims()));
}

struct Bias {
    std::vector<float> numbers{};
    std::string name{};
};

Flow denseFlow(NodeCall& call, Flow x, const Constant& matrix, bool isTransposed, double factor, const std::optional<Bias>& bias)
{
    requireMatrix(matrix);
    const std::int64_t inputs = matrix.dims()[isTransposed ? 1 : 0], outputs = matrix.dims()[isTransposed ? 0 : 1];
    const int last = x.layout.rank() - 1;
    if (last < 0 || x.layout.holdsBatch(last) || x.layout.size(last) != inputs)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.product", "tensors of {0} and {1} can't be multiplied"),
                    dimsText(x.dims()), dimsText(matrix.dims()));
    std::vector<std::int64_t> rows;
    AxisLayout::Groups groups;
    for (int axis = 0; axis < last; ++axis)
        if (axis != x.layout.batchAxis())
            groups.push_back({axis});
    groups.push_back({last});
    if (x.layout.sampleElements() == inputs && !x.layout.moveTo(groups).order.empty()) {
        // Feature maps that a model flattened with the channels first: the matrix changes instead of the numbers.
        rows = x.layout.places(last);
        x = call.network().reshaped(x, {inputs});
    } else {
        x = call.network().arranged(x, groups);
    }
    const auto placed =
        call.network().add("dense", {{"units", outputs}, {"use_bias", bias.has_value()}}, std::span(&x, 1), layerName(call, 1));
    std::string key =
        matrix.name.empty() || (bias && bias->name.empty()) ? std::string() : matrix.name + "\n" + (bias ? bias->name : "");
    if (!rows.empty())
        key.clear();
    if (!call.network().sharesWeights(placed.id, key)) {
        call.network().fill(placed.id, "kernel", Shape{inputs, outputs}, kernelOf(matrix, isTransposed, factor, rows));
        if (bias)
            call.network().fill(placed.id, "bias", Shape{outputs}, bias->numbers);
    }
    if (!rows.empty()) { // a vector, behind axes of 1
        Flow result = Flow::of(placed.port, placed.shape, call.network().batch(), std::vector<int>{AxisLayout::batchFactor, 0});
        for (int axis = 0; axis + 1 < last; ++axis)
            result.layout = result.layout.withOne(1);
        return result;
    }
    Flow result = NetworkBuilder::made(x, placed);
    result.layout = x.layout.resized(last, outputs);
    return result;
}

/// One of the matrices of a tensor, along axis 1 of four.
Flow matrixOf(NodeCall& call, const Flow& flow, std::int64_t head)
{
    Flow part = flow;
    if (part.layout.rank() == 4) {
        part.exclusive = false; // each head reads it
        part = sliced(call, part, 1, head, 1);
        part.layout = part.layout.without(1);
    }
    return call.network().plain(part);
}

} // namespace

void importGemm(NodeCall& call)
{
    if (call.integer("transA", 0) != 0)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.transposed_input", "it multiplies across the samples (transA)"));
    const Constant& matrix = call.constant(1);
    const bool isTransposed = call.integer("transB", 0) != 0;
    requireMatrix(matrix);
    std::optional<Bias> bias;
    if (call.has(2)) {
        const std::int64_t outputs = matrix.dims()[isTransposed ? 0 : 1];
        const double beta = call.number("beta", 1.0);
        Constant added = call.constant(2);
        if (added.rank() == 2 && added.dims()[0] == 1)
            added = added.reshaped({added.dims()[1]});
        bias.emplace();
        bias->name = beta == 1.0 ? call.constant(2).name : std::string();
        for (const double number : added.broadcast(std::vector<std::int64_t>{outputs}).numbers())
            bias->numbers.push_back(static_cast<float>(number * beta));
    }
    call.setFlow(denseFlow(call, call.flow(0), matrix, isTransposed, call.number("alpha", 1.0), bias));
}

void importMatMul(NodeCall& call)
{
    if (!call.isFlow(1)) {
        call.setFlow(denseFlow(call, call.flow(0), call.constant(1), false, 1.0, std::nullopt));
        return;
    }
    const Flow a = call.flow(0), b = call.flow(1);
    const int rank = a.layout.rank();
    constexpr std::int64_t mostHeads = 64;
    const std::int64_t heads = rank == 4 ? a.layout.size(1) : 1;
    if ((rank != 3 && rank != 4) || b.layout.rank() != rank || a.layout.batchAxis() != 0 || b.layout.batchAxis() != 0
        || (rank == 4 && (b.layout.size(1) != heads || heads > mostHeads)))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.batched_product",
                               "it multiplies tensors of {0} and {1}; of two that depend on the samples, only one matrix each is "
                               "supported, or up to {2} on both sides, as of the heads of an attention"),
                    dimsText(a.dims()), dimsText(b.dims()), mostHeads);
    std::vector<Flow> products;
    for (std::int64_t head = 0; head < heads; ++head) {
        const std::vector<Flow> both{matrixOf(call, a, head), matrixOf(call, b, head)};
        const auto placed = call.network().add("dot", {{"axes", std::vector<std::int64_t>{2, 1}}}, both, call.name());
        products.push_back(
            Flow::of(placed.port, placed.shape, call.network().batch(), std::vector<int>{AxisLayout::batchFactor, 0, 1}));
    }
    if (rank == 4) {
        Flow& first = products[0];
        const std::vector<std::int64_t> dims{first.layout.size(0), heads, first.layout.size(1), first.layout.size(2)};
        if (heads > 1) { // the rows of each head after those of the one before
            const auto placed = call.network().add("concatenate", {{"axis", std::int64_t{1}}}, products, call.name());
            first = Flow::of(placed.port, placed.shape, call.network().batch(), std::vector<int>{AxisLayout::batchFactor, 0, 1});
        }
        first.layout = *first.layout.reshaped(dims);
    }
    call.setFlow(products[0]);
}

void importGather(NodeCall& call)
{
    if (call.isConstant(0)) { // rows of a table by numbers that enter the network: word vectors
        const Constant& table = call.constant(0);
        const Flow ids = call.network().plain(call.flow(1));
        if (table.rank() != 2 || axisOf(call.integer("axis", 0), table.rank()) != 0)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("onnx.import.table", "it looks up numbers in a constant of {0}; rows of a matrix are supported"),
                        dimsText(table.dims()));
        const auto placed = call.network().add("embedding", {{"input_dim", table.dims()[0]}, {"output_dim", table.dims()[1]}},
                                               std::span(&ids, 1), layerName(call, 0));
        if (!call.network().sharesWeights(placed.id, table.name))
            call.network().fill(placed.id, "embeddings", Shape{table.dims()[0], table.dims()[1]}, table.floats());
        std::vector<int> places;
        int next = 0;
        for (int axis = 0; axis < ids.layout.rank(); ++axis)
            places.push_back(axis == ids.layout.batchAxis() ? AxisLayout::batchFactor : next++);
        if (next == 0) { // one number a sample is an axis of 1
            places.push_back(1);
        } else {
            places.push_back(next);
        }
        call.setFlow(Flow::of(placed.port, placed.shape, call.network().batch(), places));
        return;
    }
    const Flow x = call.flow(0);
    const Constant& places = call.constant(1);
    const int axis = axisOf(call.integer("axis", 0), x.layout.rank());
    std::vector<std::int64_t> wanted = places.integers();
    const std::int64_t size = x.layout.size(axis);
    for (std::int64_t& place : wanted) {
        place += place < 0 ? size : 0;
        if (place < 0 || place >= size)
            refuseIndex(place, size);
    }
    const std::int64_t step = wanted.size() > 1 ? wanted[1] - wanted[0] : 1;
    bool isEven = !wanted.empty() && places.rank() <= 1 && step >= 1;
    for (std::size_t i = 1; i < wanted.size(); ++i)
        isEven = isEven && wanted[i] - wanted[i - 1] == step;
    if (!isEven)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.gather", "it takes parts of an axis that are not evenly spaced"));
    Flow part = sliced(call, x, axis, wanted[0], std::ssize(wanted), step);
    if (places.rank() == 0)
        part.layout = part.layout.without(axis);
    call.setFlow(part);
}

} // namespace netsmith::interop
