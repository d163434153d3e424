#include "engine/plan/logical_plan.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace netsmith {

std::string_view nameOf(Precision precision)
{
    switch (precision) {
    case Precision::fp32: return "fp32";
    case Precision::tf32: return "tf32";
    case Precision::bf16: return "bf16";
    case Precision::fp16: return "fp16";
    case Precision::bf16Emulated: return "bf16-emulated";
    case Precision::fp16Emulated: return "fp16-emulated";
    }
    return "?";
}

const Segment* SegmentTable::find(std::string_view id) const
{
    const auto found = std::ranges::find(segments, id, &Segment::id);
    return found == segments.end() ? nullptr : &*found;
}

int LogicalPlan::programIndex(std::string_view wanted) const
{
    const auto found = std::ranges::find(programs, wanted, &Program::name);
    return found == programs.end() ? -1 : static_cast<int>(found - programs.begin());
}

const Program& LogicalPlan::program(std::string_view wanted) const
{
    const int index = programIndex(wanted);
    if (index < 0)
        throw Error(ErrorKind::usage, NS_MESSAGE("plan.program", "the plan \"{0}\" has no program \"{1}\""), name, wanted);
    return programs[static_cast<std::size_t>(index)];
}

TensorId LogicalPlan::findTensor(std::string_view wanted) const
{
    const auto found = std::ranges::find(tensors, wanted, &TensorInfo::name);
    return found == tensors.end() ? noTensor : static_cast<TensorId>(found - tensors.begin());
}

const SegmentTable& LogicalPlan::tableOf(Arena arena) const
{
    return arena == Arena::statistics || arena == Arena::staged ? statistics : parameters;
}

std::int64_t LogicalPlan::offsetInRow(const TensorInfo& info) const
{
    if (info.role == Role::segment)
        return tableOf(info.arena).segments.at(static_cast<std::size_t>(info.segment)).offset;
    return info.offset;
}

std::string groupStream(int group)
{
    return fmt::format("group {}", group);
}

std::string programs::ofPhase(std::string_view program, int phase)
{
    return phase == 0 ? std::string(program) : fmt::format("{}/{}", program, phase + 1);
}

int LogicalPlan::slotsOf(const Segment& segment) const
{
    return slotValues.empty() ? 0 : static_cast<int>(slotValues[static_cast<std::size_t>(segment.group)].size());
}

int LogicalPlan::slots() const
{
    std::size_t most = 0;
    for (const std::vector<double>& ofGroup : slotValues)
        most = std::max(most, ofGroup.size());
    return static_cast<int>(most);
}

std::int64_t LogicalPlan::parameterCount() const
{
    std::int64_t count = 0;
    for (const Segment& segment : parameters.segments)
        count += segment.elements();
    return count;
}

namespace {

std::string tensorText(const LogicalPlan& plan, TensorId id)
{
    if (id == noTensor)
        return "-";
    const TensorInfo& info = plan.tensor(id);
    if (info.role == Role::arena)
        return fmt::format("@{}", nameOf(info.arena));
    if (info.role == Role::segment && info.arena != Arena::weights)
        return fmt::format("{}:{}", nameOf(info.arena), info.name);
    return info.name.empty() ? fmt::format("%{}", id) : info.name;
}

std::string typeText(const TensorInfo& info)
{
    std::string sizes;
    for (const std::int64_t size : info.shape.sizes())
        sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
    return fmt::format("{}[{}]", nameOf(info.type), sizes);
}

std::string opText(const LogicalPlan& plan, const Op& op)
{
    std::string line = "  ";
    for (std::size_t i = 0; i < op.outputs.size(); ++i)
        line += fmt::format("{}{} {}", i ? ", " : "", tensorText(plan, op.outputs[i]), typeText(plan.tensor(op.outputs[i])));
    line += fmt::format(" = {}(", op.spec->name);
    for (std::size_t i = 0; i < op.inputs.size(); ++i)
        line += (i ? ", " : "") + tensorText(plan, op.inputs[i]);
    line += ")";
    if (const std::string attributes = op.attributes->text(); !attributes.empty())
        line += " {" + attributes + "}";
    if (!op.origin.empty())
        line += fmt::format("  ; {}", fmt::join(op.origin, " "));
    return line + "\n";
}

std::string tableText(std::string_view title, const SegmentTable& table)
{
    std::string out;
    for (const Segment& segment : table.segments)
        out +=
            fmt::format("  {:>8} {} {}{}\n", segment.offset, segment.id, segment.shape.text(), segment.trainable ? "" : " frozen");
    return out.empty() ? out : fmt::format("{}\n{}", title, out);
}

} // namespace

std::string LogicalPlan::text() const
{
    std::string out = fmt::format("plan {} batch {} {}\n", name, batch, nameOf(precision));
    out += tableText("parameters", parameters);
    out += tableText("statistics", statistics);
    for (const Program& program : programs) {
        out += fmt::format("program {}\n", program.name);
        for (const Op& op : program.ops)
            out += opText(*this, op);
    }
    return out;
}

} // namespace netsmith
