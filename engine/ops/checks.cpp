#include "engine/ops/checks.h"

#include "engine/ops/control.h"

#include <algorithm>

namespace netsmith {

InputCheck::InputCheck(std::string_view op, std::span<const TensorInfo> inputs, std::initializer_list<std::string_view> names,
                       std::size_t required, bool many)
    : m_op(op)
    , m_inputs(inputs)
    , m_names(names)
{
    if (inputs.size() >= required && (many || inputs.size() <= names.size()))
        return;
    constexpr auto exactly = NS_MESSAGE("op.inputs", "{0}: expected {1:input|inputs}, got {3}");
    constexpr auto range = NS_MESSAGE("op.inputs_range", "{0}: expected {1} to {2:input|inputs}, got {3}");
    constexpr auto least = NS_MESSAGE("op.inputs_least", "{0}: expected {1:input|inputs} or more, got {3}");
    throw Error(ErrorKind::input,
                many                          ? least
                    : names.size() > required ? range
                                              : exactly,
                op, required, names.size(), inputs.size());
}

std::string_view InputCheck::nameOf(std::size_t index) const
{
    return m_names[std::min(index, m_names.size() - 1)];
}

void InputCheck::expectRank(std::size_t index, int rank) const
{
    if (shape(index).rank() != rank)
        throw Error(ErrorKind::input, NS_MESSAGE("op.rank", "{0}: expected {1} to have {2:axis|axes}, got {3}"), m_op,
                    nameOf(index), rank, shape(index).text());
}

void InputCheck::expectRankAtLeast(std::size_t index, int rank) const
{
    if (shape(index).rank() < rank)
        throw Error(ErrorKind::input, NS_MESSAGE("op.rank_least", "{0}: expected {1} to have {2:axis|axes} or more, got {3}"), m_op,
                    nameOf(index), rank, shape(index).text());
}

void InputCheck::expectShape(std::size_t index, const Shape& expected) const
{
    if (shape(index) != expected)
        throw Error(ErrorKind::input, NS_MESSAGE("op.shape", "{0}: expected {1} to be {2}, got {3}"), m_op, nameOf(index),
                    expected.text(), shape(index).text());
}

void InputCheck::expectType(std::size_t index, std::initializer_list<DataType> allowed) const
{
    if (std::ranges::find(allowed, type(index)) != allowed.end())
        return;
    std::string expected;
    for (const DataType each : allowed)
        expected += (expected.empty() ? "" : "/") + std::string(netsmith::nameOf(each));
    throw Error(ErrorKind::input, NS_MESSAGE("op.type", "{0}: expected {1} of type {2}, got {3}"), m_op, nameOf(index), expected,
                netsmith::nameOf(type(index)));
}

void InputCheck::expectFloating(std::size_t index) const
{
    expectType(index, {DataType::f32, DataType::bf16, DataType::f16});
}

void InputCheck::expectWeights(std::size_t index, std::size_t like) const
{
    expectType(index, {DataType::f32, type(like)});
}

void InputCheck::expect(bool holds, std::string_view expected, std::string_view got) const
{
    if (!holds)
        throw Error(ErrorKind::input, NS_MESSAGE("op.attribute", "{0}: expected {1}, got {2}"), m_op, expected, got);
}

void expectCounters(const InputCheck& check, std::size_t index)
{
    check.expectShape(index, {control::counterCount});
    check.expectType(index, {DataType::i64});
}

void expectStatus(const InputCheck& check, std::size_t index)
{
    check.expectShape(index, {1});
    check.expectType(index, {DataType::i32});
}

void expectUnfused(const Op& op, bool fused)
{
    if (fused)
        throw Error(ErrorKind::failed, NS_MESSAGE("op.fused", "{0} ({1}) is fused and has no gradient; fuse after the gradient"),
                    op.spec->name, op.attributes->text());
}

} // namespace netsmith
