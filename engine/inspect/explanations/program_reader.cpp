#include "engine/inspect/explanations/program_reader.h"

#include "engine/ops/dense.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::inspect {
namespace {

constexpr std::int64_t pageSize = 1024; // numbers of weights read at once

/// For ordering; a NaN is larger than all.
double sizeOfTerm(const Term& term)
{
    return std::isnan(term.value) ? std::numeric_limits<double>::infinity() : std::abs(term.value);
}

} // namespace

ProgramReader::ProgramReader(std::span<const TensorInfo> tensors, const Program& program, ReadWeights readWeights)
    : m_tensors(tensors)
    , m_readWeights(std::move(readWeights))
{
    for (const Op& op : program.ops)
        for (std::size_t i = 0; i < op.outputs.size(); ++i)
            m_producers.try_emplace(op.outputs[i], Producer{&op, i});
}

void ProgramReader::give(TensorId tensor, std::string name, KnownNumbers numbers)
{
    m_known.try_emplace(tensor, Known{std::move(name), numbers});
}

bool ProgramReader::isKnown(TensorId tensor) const
{
    return m_known.contains(tensor) || info(tensor).role == Role::segment;
}

TensorId ProgramReader::rootOf(TensorId tensor) const
{
    while (!isKnown(tensor)) {
        const auto producer = m_producers.find(tensor);
        if (producer == m_producers.end() || !producer->second.op->spec->isView)
            break;
        tensor = producer->second.op->inputs[0];
    }
    return tensor;
}

Operand ProgramReader::operandOf(TensorId tensor) const
{
    const TensorId root = rootOf(tensor);
    const TensorInfo& of = info(root);
    if (of.role == Role::segment)
        return {of.name, of.shape, true};
    const auto known = m_known.find(root);
    return {known == m_known.end() ? std::string() : known->second.name, of.shape.withoutBatch(), false};
}

Place ProgramReader::placeOf(TensorId tensor, std::int64_t element) const
{
    const TensorInfo& of = info(rootOf(tensor));
    return unravelled(element, of.role == Role::segment ? of.shape : of.shape.withoutBatch());
}

const KnownNumbers* ProgramReader::resultOf(TensorId tensor) const
{
    const auto found = m_results.find(tensor);
    return found == m_results.end() ? nullptr : &found->second;
}

double ProgramReader::weight(TensorId tensor, std::int64_t element)
{
    const auto [page, isNew] = m_pages.try_emplace(keyOf(tensor, element / pageSize));
    if (isNew) {
        const std::int64_t first = element / pageSize * pageSize;
        page->second.resize(static_cast<std::size_t>(std::min(pageSize, info(tensor).shape.elements() - first)));
        m_readWeights(info(tensor), first, page->second);
    }
    return page->second[static_cast<std::size_t>(element % pageSize)];
}

double ProgramReader::value(TensorId tensor, std::int64_t element)
{
    if (const auto known = m_known.find(tensor); known != m_known.end())
        return known->second.numbers[element];
    if (info(tensor).role == Role::segment)
        return weight(tensor, element);
    const auto [computed, isNew] = m_computed.try_emplace(keyOf(tensor, element), 0.0);
    if (isNew) {
        const auto producer = m_producers.find(tensor);
        const ExplainOp compute = producer == m_producers.end() ? nullptr : explainerOf(*producer->second.op->spec);
        double result = std::numeric_limits<double>::quiet_NaN();
        if (compute) {
            OpCall call(*this, *producer->second.op, producer->second.output, element, nullptr);
            result = compute(call);
        }
        m_computed[keyOf(tensor, element)] = result;
        return result;
    }
    return computed->second;
}

std::vector<double> ProgramReader::numbers(TensorId tensor, std::int64_t first, std::int64_t count)
{
    std::vector<double> part(static_cast<std::size_t>(count));
    if (const auto known = m_known.find(tensor); known != m_known.end()) {
        for (std::int64_t i = 0; i < count; ++i)
            part[static_cast<std::size_t>(i)] = known->second.numbers[first + i];
        return part;
    }
    if (info(tensor).role == Role::segment) {
        m_readWeights(info(tensor), first, part);
        return part;
    }
    const auto producer = m_producers.find(tensor);
    if (producer != m_producers.end() && producer->second.op->spec == &ops::dense && count == info(tensor).shape[-1]
        && first % count == 0)
        return denseRow(*producer->second.op, first / count);
    for (std::int64_t i = 0; i < count; ++i)
        part[static_cast<std::size_t>(i)] = value(tensor, first + i);
    return part;
}

/// All units of a dense layer for one row of its input, the weights read a row at a time.
std::vector<double> ProgramReader::denseRow(const Op& op, std::int64_t row)
{
    const std::int64_t inputs = info(op.inputs[1]).shape[0], units = info(op.inputs[1]).shape[1];
    std::vector<double> sums(static_cast<std::size_t>(units));
    if (op.as<DenseAttributes>().bias)
        sums = numbers(op.inputs[2], 0, units);
    for (std::int64_t k = 0; k < inputs; ++k) {
        const double x = value(op.inputs[0], row * inputs + k);
        const std::vector<double> weights = numbers(op.inputs[1], k * units, units);
        for (std::size_t unit = 0; unit < sums.size(); ++unit)
            sums[unit] += x * weights[unit];
    }
    return sums;
}

std::vector<ExplainedStep> ProgramReader::explain(TensorId tensor, std::int64_t element)
{
    std::vector<ExplainedStep> steps;
    follow(tensor, element, steps);
    return steps;
}

std::vector<ExplainedStep> ProgramReader::explainKnown(TensorId tensor, std::int64_t element)
{
    std::vector<ExplainedStep> steps;
    follow(tensor, element, steps, true);
    return steps;
}

void ProgramReader::follow(TensorId tensor, std::int64_t element, std::vector<ExplainedStep>& steps, bool known)
{
    const auto producer = m_producers.find(tensor);
    if ((isKnown(tensor) && !known) || producer == m_producers.end())
        return;
    const Op& op = *producer->second.op;
    const ExplainOp compute = explainerOf(*op.spec);
    if (!compute)
        return;
    ExplainedStep step;
    OpCall call(*this, op, producer->second.output, element, &step);
    step.at = unravelled(element, info(tensor).shape.withoutBatch());
    step.result = compute(call);
    const std::size_t earlier = steps.size();
    for (const auto& [before, at] : call.followed)
        follow(before, at, steps);
    if (op.spec->isView && steps.size() > earlier)
        return; // the same number, which is explained already
    steps.push_back(std::move(step));
}

Term OpCall::term(std::size_t input, std::int64_t at, std::optional<std::size_t> weight, std::int64_t weightAt) const
{
    Term term{.at = reader.placeOf(op.inputs[input], at), .input = in(input, at)};
    term.value = term.input;
    if (weight) {
        term.weightAt = reader.placeOf(op.inputs[*weight], weightAt);
        term.factor = in(*weight, weightAt);
        term.value *= term.factor;
    }
    return term;
}

void keepTerms(ExplainedStep& step, std::vector<Term> terms)
{
    step.count = std::ssize(terms);
    if (terms.size() > ExplainedStep::mostTerms) {
        std::ranges::stable_sort(terms, std::greater(), sizeOfTerm);
        for (std::size_t i = ExplainedStep::largestTerms; i < terms.size(); ++i)
            step.rest += terms[i].value;
        terms.resize(ExplainedStep::largestTerms);
    }
    step.terms = std::move(terms);
}

Place unravelled(std::int64_t element, const Shape& shape)
{
    Place place(static_cast<std::size_t>(shape.rank()));
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        place[static_cast<std::size_t>(axis)] = element % shape[axis];
        element /= shape[axis];
    }
    return place;
}

std::int64_t ravelled(const Place& place, const Shape& shape)
{
    if (std::ssize(place) != shape.rank())
        return -1;
    std::int64_t element = 0;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const std::int64_t index = place[static_cast<std::size_t>(axis)];
        if (index < 0 || index >= shape[axis])
            return -1;
        element = element * shape[axis] + index;
    }
    return element;
}

std::string_view idOf(StepKind kind)
{
    switch (kind) {
    case StepKind::products: return "products";
    case StepKind::mean: return "mean";
    case StepKind::largest: return "largest";
    case StepKind::curve: return "curve";
    case StepKind::softmax: return "softmax";
    case StepKind::normalization: return "normalization";
    case StepKind::mask: return "mask";
    case StepKind::cell: return "cell";
    case StepKind::lookup: return "lookup";
    case StepKind::combination: return "combination";
    case StepKind::move: return "move";
    case StepKind::input: return "input";
    case StepKind::block: return "block";
    }
    return "move";
}

} // namespace netsmith::inspect
