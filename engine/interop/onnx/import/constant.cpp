#include "engine/interop/onnx/import/constant.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"

#include <algorithm>
#include <numeric>
#include <cmath>
#include <cstring>
#include <limits>

namespace netsmith::interop {
namespace {

/// Computed constants are shapes, masks and small tables; weights stay in the file.
constexpr std::int64_t mostComputedElements = std::int64_t{1} << 22;

/// For each element of a box of these sizes, row-major, calls `take` with the offset that the strides give it.
template <class Take>
void walkBox(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides, Take take)
{
    std::vector<std::int64_t> index(sizes.size(), 0);
    std::int64_t offset = 0;
    for (std::int64_t left = elementsOf(sizes); left > 0; --left) {
        take(offset);
        for (std::size_t axis = sizes.size(); axis-- > 0;) {
            offset += strides[axis];
            if (++index[axis] < sizes[axis])
                break;
            offset -= strides[axis] * sizes[axis];
            index[axis] = 0;
        }
    }
}

std::vector<std::int64_t> rowMajorStrides(std::span<const std::int64_t> dims)
{
    std::vector<std::int64_t> strides(dims.size(), 1);
    for (std::size_t axis = dims.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * dims[axis];
    return strides;
}

void requireSmall(std::int64_t elements)
{
    if (elements > mostComputedElements)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.large_constant",
                               "it computes a constant of {0:number|numbers}, more than the {1} that are supported"),
                    elements, mostComputedElements);
}

} // namespace

std::int64_t elementsOf(std::span<const std::int64_t> dims)
{
    std::int64_t elements = 1;
    for (const std::int64_t size : dims) {
        const auto product = checkedMultiply(elements, size);
        if (!product || size < 0)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("onnx.import.overflow", "a tensor of it has more numbers than 64 bits can count"));
        elements = *product;
    }
    return elements;
}

std::string dimsText(std::span<const std::int64_t> dims)
{
    std::string text;
    for (const std::int64_t size : dims)
        text += (text.empty() ? "" : "×")
            + (std::ranges::find(openBatches, size) != openBatches.end() ? std::string("N") : std::to_string(size));
    return text.empty() ? "1" : text;
}

std::vector<std::int64_t> broadcastDims(std::span<const std::int64_t> a, std::span<const std::int64_t> b)
{
    std::vector<std::int64_t> dims(std::max(a.size(), b.size()), 1);
    const auto sizeAt = [&](std::span<const std::int64_t> of, std::size_t i) {
        const std::size_t missing = dims.size() - of.size();
        return i < missing ? std::int64_t{1} : of[i - missing];
    };
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const std::int64_t left = sizeAt(a, i), right = sizeAt(b, i);
        if (left != right && left != 1 && right != 1)
            throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.broadcast", "tensors of {0} and {1} do not fit each other"),
                        dimsText(a), dimsText(b));
        dims[i] = left == 1 ? right : left;
    }
    return dims;
}

int axisOf(std::int64_t axis, int rank)
{
    if (axis < -rank || axis >= rank)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.axis", "its axis {0} does not exist in a tensor of {1:axis|axes}"),
                    axis, rank);
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

std::vector<int> permutationOf(std::span<const std::int64_t> perm, int rank)
{
    std::vector<int> order(static_cast<std::size_t>(rank));
    std::iota(order.begin(), order.end(), 0);
    if (perm.empty()) {
        std::ranges::reverse(order);
        return order;
    }
    if (!std::ranges::is_permutation(perm, order))
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.permutation", "its perm is no permutation of the axes"));
    return {perm.begin(), perm.end()};
}

std::vector<std::int64_t> repeatsOf(const Constant& repeats, int rank)
{
    std::vector<std::int64_t> times = repeats.integers();
    if (std::ssize(times) != rank)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.tile", "it repeats along another number of axes than its input has"));
    return times;
}

void refuseCast(OnnxType type)
{
    throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.cast", "a cast to {0} has no counterpart"), nameOf(type));
}

Constant::Constant(const OnnxTensor& tensor)
    : name(tensor.name)
    , m_dims(tensor.dims)
    , m_elements(tensor.elements)
    , m_isInteger(netsmith::interop::isInteger(tensor.type))
    , m_tensor(&tensor)
{
    if (!m_isInteger && !isFloatingPoint(tensor.type))
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.type", "numbers of the type {0} can't be read"),
                    netsmith::interop::nameOf(tensor.type));
}

Constant::Constant(std::vector<std::int64_t> dims, std::vector<double> numbers, bool isInteger)
    : m_dims(std::move(dims))
    , m_elements(static_cast<std::int64_t>(numbers.size()))
    , m_isInteger(isInteger)
    , m_numbers(std::make_shared<const std::vector<double>>(std::move(numbers)))
{
}

Constant Constant::list(std::span<const std::int64_t> numbers)
{
    return {{static_cast<std::int64_t>(numbers.size())}, std::vector<double>(numbers.begin(), numbers.end()), true};
}

double Constant::at(std::int64_t index) const
{
    if (!m_tensor)
        return (*m_numbers)[static_cast<std::size_t>(index)];
    if (m_isInteger)
        return static_cast<double>(integerAt(*m_tensor, index));
    if (m_tensor->type == OnnxType::float64) {
        double number = 0;
        std::memcpy(&number, m_tensor->bytes.data() + static_cast<std::size_t>(index) * sizeof number, sizeof number);
        return number;
    }
    return static_cast<double>(floatAt(*m_tensor, index));
}

std::vector<double> Constant::numbers() const
{
    if (!m_tensor)
        return *m_numbers;
    std::vector<double> result(static_cast<std::size_t>(m_elements));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = at(static_cast<std::int64_t>(i));
    return result;
}

std::vector<float> Constant::floats() const
{
    std::vector<float> result(static_cast<std::size_t>(m_elements));
    if (m_tensor && m_tensor->type == OnnxType::float32)
        std::memcpy(result.data(), m_tensor->bytes.data(), result.size() * sizeof(float));
    else
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = static_cast<float>(at(static_cast<std::int64_t>(i)));
    return result;
}

std::vector<std::int64_t> Constant::integers() const
{
    std::vector<std::int64_t> result(static_cast<std::size_t>(m_elements));
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (m_tensor && m_isInteger) {
            result[i] = integerAt(*m_tensor, static_cast<std::int64_t>(i));
            continue;
        }
        constexpr double most = 9.2e18; // what a slice calls "to the end" is beyond what a double holds
        const double number = at(static_cast<std::int64_t>(i));
        result[i] = number >= most ? std::numeric_limits<std::int64_t>::max()
            : number <= -most      ? std::numeric_limits<std::int64_t>::min()
            : number == number     ? static_cast<std::int64_t>(number)
                                   : 0;
    }
    return result;
}

bool Constant::isAll(double number) const
{
    for (std::int64_t i = 0; i < m_elements; ++i)
        if (at(i) != number)
            return false;
    return true;
}

Constant Constant::reshaped(std::vector<std::int64_t> dims) const
{
    Constant result = *this;
    result.m_dims = std::move(dims);
    return result;
}

Constant Constant::typed(bool isInteger) const
{
    if (isInteger == m_isInteger)
        return *this;
    std::vector<double> values = numbers();
    if (isInteger)
        for (double& value : values)
            value = std::trunc(value);
    return {m_dims, std::move(values), isInteger};
}

Constant Constant::transposed(std::span<const int> order) const
{
    const std::vector<std::int64_t> from = rowMajorStrides(m_dims);
    std::vector<std::int64_t> dims, strides;
    for (const int axis : order) {
        dims.push_back(m_dims[static_cast<std::size_t>(axis)]);
        strides.push_back(from[static_cast<std::size_t>(axis)]);
    }
    const std::vector<double> mine = numbers();
    std::vector<double> result;
    result.reserve(mine.size());
    walkBox(dims, strides, [&](std::int64_t offset) { result.push_back(mine[static_cast<std::size_t>(offset)]); });
    Constant constant(std::move(dims), std::move(result), m_isInteger);
    constant.name = name;
    return constant;
}

Constant Constant::broadcast(std::span<const std::int64_t> dims) const
{
    const std::size_t missing = dims.size() - std::min(m_dims.size(), dims.size());
    const std::vector<std::int64_t> from = rowMajorStrides(m_dims);
    std::vector<std::int64_t> strides(dims.size(), 0);
    bool fits = m_dims.size() <= dims.size();
    for (std::size_t i = missing; fits && i < dims.size(); ++i) {
        const std::int64_t size = m_dims[i - missing];
        fits = size == dims[i] || size == 1;
        strides[i] = size == 1 ? 0 : from[i - missing];
    }
    if (!fits)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.broadcast_to", "a constant of {0} does not fit a tensor of {1}"),
                    dimsText(m_dims), dimsText(dims));
    if (std::ranges::equal(dims, m_dims))
        return *this;
    requireSmall(elementsOf(dims));
    const std::vector<double> mine = numbers();
    std::vector<double> result;
    result.reserve(static_cast<std::size_t>(elementsOf(dims)));
    walkBox(dims, strides, [&](std::int64_t offset) { result.push_back(mine[static_cast<std::size_t>(offset)]); });
    return {std::vector<std::int64_t>(dims.begin(), dims.end()), std::move(result), m_isInteger};
}

} // namespace netsmith::interop
