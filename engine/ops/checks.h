#pragma once

#include "engine/core/error.h"
#include "engine/ops/op.h"

#include <initializer_list>

namespace netsmith {

/// The inputs of an op being inferred, by name, with the checks most ops share. Every check throws `op.*`, naming the op and input,
/// what was expected and what was given.
class InputCheck {
public:
    /// `names` are those of all inputs, the first `required` of which are mandatory. The last name stands for all further inputs if
    /// `many`.
    InputCheck(std::string_view op, std::span<const TensorInfo> inputs, std::initializer_list<std::string_view> names,
               std::size_t required, bool many = false);

    std::size_t count() const { return m_inputs.size(); }
    const Shape& shape(std::size_t index) const { return m_inputs[index].shape; }
    DataType type(std::size_t index) const { return m_inputs[index].type; }
    TensorType same(std::size_t index) const { return {shape(index), type(index)}; }

    void expectRank(std::size_t index, int rank) const;
    void expectRankAtLeast(std::size_t index, int rank) const;
    void expectShape(std::size_t index, const Shape& expected) const;
    void expectScalar(std::size_t index) const { expectShape(index, Shape()); }
    void expectType(std::size_t index, std::initializer_list<DataType> allowed) const;
    /// An activation's type: f32, bf16 or f16.
    void expectFloating(std::size_t index) const;
    /// f32, or the type of the input `like`: weights may be masters or cast to the type of the activations.
    void expectWeights(std::size_t index, std::size_t like) const;

    /// Checks an attribute: throws `op.attribute` with the given words unless `holds`.
    void expect(bool holds, std::string_view expected, std::string_view got) const;

private:
    std::string_view nameOf(std::size_t index) const;

    std::string_view m_op;
    std::span<const TensorInfo> m_inputs;
    std::vector<std::string_view> m_names;
};

/// The control tensors `counters` and `status`: i64[`counterCount`] and i32[1].
void expectCounters(const InputCheck& check, std::size_t index);
void expectStatus(const InputCheck& check, std::size_t index);

/// Throws `op.fused` if `fused`: fusion runs after the gradient, so a fused op has no gradient rule.
void expectUnfused(const Op& op, bool fused);

} // namespace netsmith
