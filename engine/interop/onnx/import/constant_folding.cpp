#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace netsmith::interop {
namespace {

using Dims = std::vector<std::int64_t>;

[[noreturn]] void refuseKind()
{
    throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.constant_kind", "a constant of this kind can't be read"));
}

[[noreturn]] void refuseRange()
{
    throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.range", "its range has no end that could be reached"));
}

Constant valueOf(const OnnxAttribute& attribute)
{
    if (const auto* tensor = std::get_if<OnnxTensor>(&attribute.value)) {
        Constant constant(*tensor);
        constant.name.clear();
        return constant;
    }
    if (const auto* number = std::get_if<float>(&attribute.value))
        return Constant::scalar(static_cast<double>(*number), false);
    if (const auto* integer = std::get_if<std::int64_t>(&attribute.value))
        return Constant::scalar(static_cast<double>(*integer), true);
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&attribute.value))
        return Constant::list(*integers);
    if (const auto* numbers = std::get_if<std::vector<float>>(&attribute.value))
        return {{std::ssize(*numbers)}, std::vector<double>(numbers->begin(), numbers->end()), false};
    refuseKind();
}

void foldConstant(NodeCall& call)
{
    for (const char* key : {"value", "value_float", "value_int", "value_ints", "value_floats"})
        if (const OnnxAttribute* attribute = call.node().attribute(key)) {
            call.setOutput(0, valueOf(*attribute));
            return;
        }
    refuseKind();
}

void foldShape(NodeCall& call)
{
    const Dims dims = call.isFlow(0) ? call.flow(0).dims() : call.constant(0).dims();
    if (call.node().op == "Size") {
        call.setOutput(0, Constant::scalar(static_cast<double>(elementsOf(dims)), true));
        return;
    }
    const auto rank = std::ssize(dims);
    const auto bound = [&](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank); };
    const std::int64_t start = bound(call.integer("start", 0)), end = bound(call.integer("end", rank));
    call.setOutput(0, Constant::list(Dims(dims.begin() + start, dims.begin() + std::max(start, end))));
}

void foldUnary(NodeCall& call, double (*function)(double), bool isInteger)
{
    const Constant& x = call.constant(0);
    std::vector<double> numbers = x.numbers();
    std::ranges::transform(numbers, numbers.begin(), function);
    call.setOutput(0, Constant(x.dims(), std::move(numbers), isInteger));
}

void foldBinary(NodeCall& call, double (*function)(double, double), bool isComparison)
{
    Constant result = call.constant(0);
    for (int input = 1; input < call.inputs(); ++input) {
        const Constant& b = call.constant(input);
        const Dims dims = broadcastDims(result.dims(), b.dims());
        const bool integers = result.isInteger() && b.isInteger();
        std::vector<double> left = result.broadcast(dims).numbers();
        const std::vector<double> right = b.broadcast(dims).numbers();
        for (std::size_t i = 0; i < left.size(); ++i) {
            left[i] = function(left[i], right[i]);
            if (integers && !isComparison)
                left[i] = std::trunc(left[i]);
        }
        result = Constant(dims, std::move(left), integers || isComparison);
    }
    call.setOutput(0, result);
}

/// Reads one axis at these places.
Constant taken(const Constant& x, int axis, const Dims& places, const Dims& placesDims)
{
    std::int64_t outer = 1, inner = 1;
    for (int i = 0; i < axis; ++i)
        outer *= x.dims()[static_cast<std::size_t>(i)];
    for (int i = axis + 1; i < x.rank(); ++i)
        inner *= x.dims()[static_cast<std::size_t>(i)];
    const std::int64_t size = x.dims()[static_cast<std::size_t>(axis)];
    std::vector<double> numbers;
    for (std::int64_t o = 0; o < outer; ++o)
        for (const std::int64_t place : places) {
            const std::int64_t at = place < 0 ? place + size : place;
            if (at < 0 || at >= size)
                refuseIndex(place, size);
            for (std::int64_t i = 0; i < inner; ++i)
                numbers.push_back(x.at((o * size + at) * inner + i));
        }
    Dims dims(x.dims().begin(), x.dims().begin() + axis);
    dims.insert(dims.end(), placesDims.begin(), placesDims.end());
    dims.insert(dims.end(), x.dims().begin() + axis + 1, x.dims().end());
    return {std::move(dims), std::move(numbers), x.isInteger()};
}

void foldGather(NodeCall& call)
{
    const Constant& x = call.constant(0);
    const Constant& places = call.constant(1);
    call.setOutput(0, taken(x, axisOf(call.integer("axis", 0), x.rank()), places.integers(), places.dims()));
}

void foldSlice(NodeCall& call)
{
    Constant x = call.constant(0);
    const Dims starts = call.listAt(1, "starts"), ends = call.listAt(2, "ends");
    Dims axes = call.listAt(3, "axes");
    const Dims steps = call.has(4) ? call.constant(4).integers() : Dims();
    if (axes.empty()) {
        axes.resize(starts.size());
        std::iota(axes.begin(), axes.end(), 0);
    }
    for (std::size_t i = 0; i < starts.size() && i < ends.size() && i < axes.size(); ++i) {
        const int axis = axisOf(axes[i], x.rank());
        const std::int64_t size = x.dims()[static_cast<std::size_t>(axis)], step = i < steps.size() ? steps[i] : 1;
        if (step == 0)
            throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.step", "its step is 0"));
        const auto bound = [&](std::int64_t at) {
            return std::clamp<std::int64_t>(at < 0 ? at + size : at, step < 0 ? -1 : 0, step < 0 ? size - 1 : size);
        };
        Dims places;
        for (std::int64_t at = bound(starts[i]), end = ends[i] < -size && step < 0 ? -1 : bound(ends[i]);
             step > 0 ? at < end : at > end; at += step)
            places.push_back(at);
        x = taken(x, axis, places, {std::ssize(places)});
    }
    call.setOutput(0, x);
}

void foldConcat(NodeCall& call)
{
    const Constant& first = call.constant(0);
    const int axis = axisOf(call.integer("axis", 0), first.rank());
    std::int64_t outer = 1;
    for (int i = 0; i < axis; ++i)
        outer *= first.dims()[static_cast<std::size_t>(i)];
    Dims dims = first.dims();
    dims[static_cast<std::size_t>(axis)] = 0;
    bool isInteger = true;
    for (int input = 0; input < call.inputs(); ++input) {
        const Constant& x = call.constant(input);
        if (x.rank() != first.rank())
            throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.concat", "it joins constants with different numbers of axes"));
        dims[static_cast<std::size_t>(axis)] += x.dims()[static_cast<std::size_t>(axis)];
        isInteger = isInteger && x.isInteger();
    }
    std::vector<double> numbers;
    for (std::int64_t o = 0; o < outer; ++o)
        for (int input = 0; input < call.inputs(); ++input) {
            const Constant& x = call.constant(input);
            const std::int64_t run = x.elements() / outer;
            for (std::int64_t i = 0; i < run; ++i)
                numbers.push_back(x.at(o * run + i));
        }
    call.setOutput(0, Constant(std::move(dims), std::move(numbers), isInteger));
}

void foldReshape(NodeCall& call)
{
    const Constant& x = call.constant(0);
    const std::string& op = call.node().op;
    Dims dims = x.dims();
    if (op == "Flatten") {
        const std::int64_t axis = call.integer("axis", 1) < 0 ? call.integer("axis", 1) + x.rank() : call.integer("axis", 1);
        if (axis < 0 || axis > x.rank())
            (void)axisOf(axis, x.rank());
        const std::int64_t before = elementsOf(std::span(dims).first(static_cast<std::size_t>(axis)));
        dims = {before, elementsOf(std::span(dims).subspan(static_cast<std::size_t>(axis)))};
    } else if (op == "Reshape") {
        dims = call.listAt(1, "shape");
        std::int64_t known = 1;
        for (std::size_t i = 0; i < dims.size(); ++i) {
            if (dims[i] == 0 && call.integer("allowzero", 0) == 0 && i < x.dims().size())
                dims[i] = x.dims()[i];
            known *= dims[i] == -1 ? 1 : dims[i];
        }
        if (known > 0)
            std::ranges::replace(dims, -1, x.elements() / known);
    } else {
        Dims axes = call.listAt(1, "axes");
        const int rank = op == "Unsqueeze" ? x.rank() + static_cast<int>(axes.size()) : x.rank();
        std::vector<bool> marked(static_cast<std::size_t>(rank), false);
        for (const std::int64_t axis : axes)
            marked[static_cast<std::size_t>(axisOf(axis, rank))] = true;
        Dims result;
        std::size_t next = 0;
        for (int axis = 0; axis < rank; ++axis) {
            const bool mark = marked[static_cast<std::size_t>(axis)];
            if (op == "Unsqueeze") {
                result.push_back(mark ? 1 : dims[next++]);
            } else if (!mark && !(axes.empty() && dims[static_cast<std::size_t>(axis)] == 1)) {
                result.push_back(dims[static_cast<std::size_t>(axis)]);
            }
        }
        dims = std::move(result);
    }
    if (elementsOf(dims) != x.elements())
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.reshape_constant", "a constant of {0} can't become one of {1}"),
                    dimsText(x.dims()), dimsText(dims));
    call.setOutput(0, x.reshaped(std::move(dims)));
}

void foldTranspose(NodeCall& call)
{
    const Constant& x = call.constant(0);
    call.setOutput(0, x.transposed(permutationOf(call.integers("perm"), x.rank())));
}

void foldCast(NodeCall& call)
{
    const auto type = static_cast<OnnxType>(call.integer("to", 1));
    const Constant& x = call.constant(0);
    if (type == OnnxType::boolean) {
        foldUnary(
            call, [](double number) { return number != 0 ? 1.0 : 0.0; }, true);
        return;
    }
    if (!isFloatingPoint(type) && !netsmith::interop::isInteger(type))
        refuseCast(type);
    Constant result = x.typed(!isFloatingPoint(type));
    result.name = x.name;
    call.setOutput(0, result);
}

void foldFilled(NodeCall& call)
{
    const Dims dims = call.constant(0).integers();
    const OnnxAttribute* value = call.node().attribute("value");
    const Constant fill = value ? valueOf(*value) : Constant::scalar(0, false);
    if (fill.elements() != 1)
        refuseKind();
    call.setOutput(0, elementsOf(dims) == 0 ? Constant(dims, {}, fill.isInteger()) : fill.reshaped({}).broadcast(dims));
}

void foldRange(NodeCall& call)
{
    const double start = call.constant(0).at(0), limit = call.constant(1).at(0), delta = call.constant(2).at(0);
    constexpr double most = 1 << 22;
    const double count = delta == 0 ? -1 : std::max(0.0, std::ceil((limit - start) / delta));
    if (!(count >= 0 && count <= most))
        refuseRange();
    std::vector<double> numbers;
    for (double i = 0; i < count; ++i)
        numbers.push_back(start + i * delta);
    const auto size = std::ssize(numbers);
    call.setOutput(0, Constant({size}, std::move(numbers), call.constant(0).isInteger()));
}

void foldExpand(NodeCall& call)
{
    const Constant& x = call.constant(0);
    if (call.node().op == "Tile") {
        const Dims dims = repeatsOf(call.constant(1), x.rank());
        Constant result = x;
        for (int axis = 0; axis < x.rank(); ++axis) {
            Dims places;
            const std::int64_t size = x.dims()[static_cast<std::size_t>(axis)];
            if (elementsOf({{size, dims[static_cast<std::size_t>(axis)]}}) > (1 << 22))
                refuseRange();
            for (std::int64_t i = 0; i < size * dims[static_cast<std::size_t>(axis)]; ++i)
                places.push_back(i % size);
            result = taken(result, axis, places, {std::ssize(places)});
        }
        call.setOutput(0, result);
        return;
    }
    call.setOutput(0, x.broadcast(broadcastDims(x.dims(), call.constant(1).integers())));
}

void foldWhere(NodeCall& call)
{
    const Dims dims = broadcastDims(broadcastDims(call.constant(0).dims(), call.constant(1).dims()), call.constant(2).dims());
    const std::vector<double> condition = call.constant(0).broadcast(dims).numbers();
    std::vector<double> numbers = call.constant(1).broadcast(dims).numbers();
    const std::vector<double> other = call.constant(2).broadcast(dims).numbers();
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (condition[i] == 0)
            numbers[i] = other[i];
    call.setOutput(0, Constant(dims, std::move(numbers), call.constant(1).isInteger()));
}

void foldReduce(NodeCall& call)
{
    Constant x = call.constant(0);
    Dims axes = call.listAt(1, "axes");
    const std::string& op = call.node().op;
    std::vector<bool> reduced(static_cast<std::size_t>(x.rank()), axes.empty());
    for (const std::int64_t axis : axes)
        reduced[static_cast<std::size_t>(axisOf(axis, x.rank()))] = true;
    const bool keeps = call.integer("keepdims", 1) != 0;
    for (int axis = x.rank(); axis-- > 0;) {
        if (!reduced[static_cast<std::size_t>(axis)])
            continue;
        const std::int64_t size = x.dims()[static_cast<std::size_t>(axis)];
        std::vector<double> numbers;
        for (std::int64_t place = 0; place < size; ++place) {
            const std::vector<double> one = taken(x, axis, {place}, {1}).numbers();
            if (place == 0) {
                numbers = one;
                continue;
            }
            for (std::size_t i = 0; i < one.size(); ++i)
                numbers[i] = op == "ReduceProd" ? numbers[i] * one[i]
                    : op == "ReduceMax"         ? std::max(numbers[i], one[i])
                    : op == "ReduceMin"         ? std::min(numbers[i], one[i])
                                                : numbers[i] + one[i];
        }
        if (op == "ReduceMean")
            for (double& number : numbers)
                number /= static_cast<double>(size);
        Dims dims = x.dims();
        dims[static_cast<std::size_t>(axis)] = 1;
        if (!keeps)
            dims.erase(dims.begin() + axis);
        x = Constant(std::move(dims), std::move(numbers), x.isInteger());
    }
    call.setOutput(0, x);
}

void foldSplit(NodeCall& call)
{
    const Constant& x = call.constant(0);
    const int axis = axisOf(call.integer("axis", 0), x.rank());
    const std::int64_t size = x.dims()[static_cast<std::size_t>(axis)];
    Dims parts = call.listAt(1, "split");
    if (parts.empty())
        for (std::int64_t i = 0, share = (size + call.outputs() - 1) / std::max(1, call.outputs()); i < call.outputs(); ++i)
            parts.push_back(std::clamp<std::int64_t>(size - i * share, 0, share));
    std::int64_t first = 0;
    for (int output = 0; output < call.outputs() && output < static_cast<int>(parts.size()); ++output) {
        Dims places(static_cast<std::size_t>(std::clamp<std::int64_t>(parts[static_cast<std::size_t>(output)], 0, size)));
        std::iota(places.begin(), places.end(), first);
        first += std::ssize(places);
        call.setOutput(output, taken(x, axis, places, {std::ssize(places)}));
    }
}

struct Unary {
    std::string_view op;
    double (*function)(double);
};
constexpr std::array unaries{
    Unary{"Neg", [](double x) { return -x; }},
    Unary{"Abs", [](double x) { return std::abs(x); }},
    Unary{"Sqrt", [](double x) { return std::sqrt(x); }},
    Unary{"Exp", [](double x) { return std::exp(x); }},
    Unary{"Log", [](double x) { return std::log(x); }},
    Unary{"Floor", [](double x) { return std::floor(x); }},
    Unary{"Ceil", [](double x) { return std::ceil(x); }},
    Unary{"Round", [](double x) { return std::nearbyint(x); }},
    Unary{"Reciprocal", [](double x) { return 1 / x; }},
    Unary{"Erf", [](double x) { return std::erf(x); }},
    Unary{"Sin", [](double x) { return std::sin(x); }},
    Unary{"Cos", [](double x) { return std::cos(x); }},
    Unary{"Sign", [](double x) { return x > 0 ? 1.0
                                     : x < 0  ? -1.0
                                              : 0.0; }},
};

struct Binary {
    std::string_view op;
    double (*function)(double, double);
    bool isComparison = false;
};
constexpr std::array binaries{
    Binary{"Add", [](double a, double b) { return a + b; }},
    Binary{"Sub", [](double a, double b) { return a - b; }},
    Binary{"Mul", [](double a, double b) { return a * b; }},
    Binary{"Div", [](double a, double b) { return a / b; }},
    Binary{"Pow", [](double a, double b) { return std::pow(a, b); }},
    Binary{"Mod", [](double a, double b) { return b == 0 ? 0.0 : a - b * std::floor(a / b); }},
    Binary{"Max", [](double a, double b) { return std::max(a, b); }},
    Binary{"Min", [](double a, double b) { return std::min(a, b); }},
    Binary{"Sum", [](double a, double b) { return a + b; }},
    Binary{"Equal", [](double a, double b) { return a == b ? 1.0 : 0.0; }, true},
    Binary{"Less", [](double a, double b) { return a < b ? 1.0 : 0.0; }, true},
    Binary{"LessOrEqual", [](double a, double b) { return a <= b ? 1.0 : 0.0; }, true},
    Binary{"Greater", [](double a, double b) { return a > b ? 1.0 : 0.0; }, true},
    Binary{"GreaterOrEqual", [](double a, double b) { return a >= b ? 1.0 : 0.0; }, true},
    Binary{"And", [](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; }, true},
    Binary{"Or", [](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; }, true},
};

struct Fold {
    std::string_view op;
    void (*fold)(NodeCall&);
};
constexpr std::array folds{
    Fold{"Cast", foldCast},
    Fold{"CastLike", [](NodeCall& call) { call.setOutput(0, call.constant(0).typed(call.constant(1).isInteger())); }},
    Fold{"Concat", foldConcat},
    Fold{"ConstantOfShape", foldFilled},
    Fold{"Expand", foldExpand},
    Fold{"Flatten", foldReshape},
    Fold{"Gather", foldGather},
    Fold{"Identity", [](NodeCall& call) { call.setOutput(0, call.constant(0)); }},
    Fold{"Not",
         [](NodeCall& call) {
             foldUnary(
                 call, [](double x) { return x == 0 ? 1.0 : 0.0; }, true);
         }},
    Fold{"Range", foldRange},
    Fold{"ReduceMax", foldReduce},
    Fold{"ReduceMean", foldReduce},
    Fold{"ReduceMin", foldReduce},
    Fold{"ReduceProd", foldReduce},
    Fold{"ReduceSum", foldReduce},
    Fold{"Reshape", foldReshape},
    Fold{"Slice", foldSlice},
    Fold{"Split", foldSplit},
    Fold{"Squeeze", foldReshape},
    Fold{"Tile", foldExpand},
    Fold{"Transpose", foldTranspose},
    Fold{"Unsqueeze", foldReshape},
    Fold{"Where", foldWhere},
};

} // namespace

bool isFolded(std::string_view op)
{
    return op == "Constant" || op == "Shape" || op == "Size" || std::ranges::find(unaries, op, &Unary::op) != unaries.end()
        || std::ranges::find(binaries, op, &Binary::op) != binaries.end() || std::ranges::find(folds, op, &Fold::op) != folds.end();
}

bool foldConstants(NodeCall& call)
{
    const std::string& op = call.node().op;
    if (op == "Constant") {
        foldConstant(call);
        return true;
    }
    if (op == "Shape" || op == "Size") {
        foldShape(call);
        return true;
    }
    if (!call.allConstant() || call.inputs() == 0)
        return false;
    if (const auto* unary = std::ranges::find(unaries, op, &Unary::op); unary != unaries.end()) {
        foldUnary(call, unary->function, call.constant(0).isInteger());
        return true;
    }
    if (const auto* binary = std::ranges::find(binaries, op, &Binary::op); binary != binaries.end()) {
        foldBinary(call, binary->function, binary->isComparison);
        return true;
    }
    const auto* fold = std::ranges::find(folds, op, &Fold::op);
    if (fold == folds.end())
        return false;
    fold->fold(call);
    return true;
}

} // namespace netsmith::interop
