#pragma once

#include "engine/inspect/explanations/explanation.h"
#include "engine/ops/op.h"

#include <any>
#include <functional>
#include <map>
#include <unordered_map>

namespace netsmith::inspect {

/// Numbers that are known, in either precision; they stay with their owner.
class KnownNumbers {
public:
    KnownNumbers() = default;
    KnownNumbers(std::span<const float> numbers)
        : m_floats(numbers)
    {
    }
    KnownNumbers(std::span<const double> numbers)
        : m_doubles(numbers)
    {
    }
    double operator[](std::int64_t index) const
    {
        const auto at = static_cast<std::size_t>(index);
        return m_floats.empty() ? m_doubles[at] : static_cast<double>(m_floats[at]);
    }
    std::int64_t size() const { return std::ssize(m_floats) + std::ssize(m_doubles); }

private:
    std::span<const float> m_floats;
    std::span<const double> m_doubles;
};

/// Computes single numbers of a program, in double precision and only from what they depend on, and says how. What
/// layers computed is taken from what is known of their outputs.
class ProgramReader {
public:
    /// Reads numbers of weights or statistics from the element `first` on.
    using ReadWeights = std::function<void(const TensorInfo& info, std::int64_t first, std::span<double> out)>;

    /// All of these outlive this.
    ProgramReader(std::span<const TensorInfo> tensors, const Program& program, ReadWeights readWeights);

    /// `name`: of the layer, "" for what is not one's output.
    void give(TensorId tensor, std::string name, KnownNumbers numbers);
    /// What is known of a tensor that is computed nevertheless: the explained layer's own output.
    void giveResult(TensorId tensor, KnownNumbers numbers) { m_results[tensor] = numbers; }

    double value(TensorId tensor, std::int64_t element);
    /// All of a tensor.
    std::vector<double> numbers(TensorId tensor) { return numbers(tensor, 0, info(tensor).shape.elements()); }
    /// A part of it, which takes much less than one number after the other.
    std::vector<double> numbers(TensorId tensor, std::int64_t first, std::int64_t count);
    /// The steps in the order of computing, from known numbers to this one; none if it is known.
    std::vector<ExplainedStep> explain(TensorId tensor, std::int64_t element);
    /// The same, also if the number itself is known.
    std::vector<ExplainedStep> explainKnown(TensorId tensor, std::int64_t element);

    /// The map of a convolution whose products are written out; −1: the one that adds most.
    std::int64_t channel = -1;
    /// For ops that draw: the number of the sample.
    std::int64_t draw = 0;
    /// What a loss's gradient is multiplied by: 1 / samples for that of their mean.
    double lossScale = 1.0;

    // For the ops.

    const TensorInfo& info(TensorId tensor) const { return m_tensors[static_cast<std::size_t>(tensor)]; }
    /// Where the tensor's numbers come from: through views, which keep their order.
    TensorId rootOf(TensorId tensor) const;
    Operand operandOf(TensorId tensor) const;
    /// The place of an element in the root of a tensor.
    Place placeOf(TensorId tensor, std::int64_t element) const;
    const KnownNumbers* resultOf(TensorId tensor) const;
    /// What an op keeps between two calls.
    std::any& kept(const Op& op) { return m_kept[&op]; }

private:
    struct Known {
        std::string name;
        KnownNumbers numbers;
    };
    struct Producer {
        const Op* op = nullptr;
        std::size_t output = 0;
    };

    bool isKnown(TensorId tensor) const;
    double weight(TensorId tensor, std::int64_t element);
    std::vector<double> denseRow(const Op& op, std::int64_t row);
    void follow(TensorId tensor, std::int64_t element, std::vector<ExplainedStep>& steps, bool known = false);

    std::span<const TensorInfo> m_tensors;
    ReadWeights m_readWeights;
    std::unordered_map<TensorId, Producer> m_producers;
    std::unordered_map<TensorId, Known> m_known;
    std::unordered_map<TensorId, KnownNumbers> m_results;
    /// An element or a page of a tensor; neither has 2⁴⁰.
    static std::uint64_t keyOf(TensorId tensor, std::int64_t part)
    {
        return (static_cast<std::uint64_t>(tensor) << 40) ^ static_cast<std::uint64_t>(part);
    }
    std::unordered_map<std::uint64_t, std::vector<double>> m_pages; ///< of weights
    std::unordered_map<std::uint64_t, double> m_computed;
    std::map<const Op*, std::any> m_kept;
};

/// An op at one element of its output: computes it and, if there is a step, says how.
class OpCall {
public:
    OpCall(ProgramReader& reader, const Op& op, std::size_t output, std::int64_t element, ExplainedStep* step)
        : reader(reader)
        , op(op)
        , output(output)
        , element(element)
        , step(step)
    {
    }

    ProgramReader& reader;
    const Op& op;
    std::size_t output;
    std::int64_t element;
    ExplainedStep* step; ///< null: only the number is wanted
    std::vector<std::pair<TensorId, std::int64_t>> followed; ///< the numbers to be explained before this one

    template <class A>
    const A& as() const
    {
        return op.as<A>();
    }
    bool has(std::size_t input) const { return input < op.inputs.size() && op.inputs[input] != noTensor; }
    double in(std::size_t input, std::int64_t at) const { return reader.value(op.inputs[input], at); }
    const Shape& shape(std::size_t input) const { return reader.info(op.inputs[input]).shape; }
    const Shape& outputShape() const { return reader.info(op.outputs[output]).shape; }
    /// The input's number at `at` is explained first, if the layer computed it.
    void follow(std::size_t input, std::int64_t at) { followed.emplace_back(op.inputs[input], at); }
    void addOperand(std::size_t input) const { step->operands.push_back(reader.operandOf(op.inputs[input])); }
    /// A summand; without `weight` it has no factor.
    Term term(std::size_t input, std::int64_t at, std::optional<std::size_t> weight = {}, std::int64_t weightAt = 0) const;
};

/// What computes and explains an op, or null: no layer of a prediction is made of it.
using ExplainOp = double (*)(OpCall& call);
ExplainOp explainerOf(const OpSpec& op);

/// Keeps the terms in the step: all, or the largest, and the sum of the others.
void keepTerms(ExplainedStep& step, std::vector<Term> terms);
/// Indices of a flat element.
Place unravelled(std::int64_t element, const Shape& shape);
/// The element at indices; −1 if they don't fit.
std::int64_t ravelled(const Place& place, const Shape& shape);

} // namespace netsmith::inspect
