#include "gui/app/asking/tried_network.h"

#include "gui/tryit/sample_image.h"

#include <algorithm>

namespace netsmith::gui {
namespace {

using Kind = TriedNetwork::Kind;

const data::FieldSpec* fieldNamed(const std::vector<data::FieldSpec>& fields, const std::string& name)
{
    const auto found = std::ranges::find(fields, name, &data::FieldSpec::name);
    return found == fields.end() ? nullptr : &*found;
}

/// The fields of the network's inputs; empty if one of them is unknown.
std::vector<data::FieldSpec> inputsOf(const Graph& graph, const std::vector<data::FieldSpec>& fields)
{
    std::vector<data::FieldSpec> inputs;
    for (const Node& node : graph.nodes) {
        if (node.layer != "input")
            continue;
        const auto named = node.parameters.find("field");
        const std::string* name = named == node.parameters.end() ? nullptr : std::get_if<std::string>(&named->second);
        const data::FieldSpec* input = name ? fieldNamed(fields, *name) : nullptr;
        if (!input)
            return {};
        if (std::ranges::find(inputs, input->name, &data::FieldSpec::name) == inputs.end())
            inputs.push_back(*input);
    }
    return inputs;
}

Kind kindOf(const data::FieldSpec& input, const data::FieldSpec& target)
{
    const bool scalar = target.shape.rank() == 0;
    const bool tokens = input.shape.rank() == 1 && input.classes > 0 && (input.type == DataType::u8 || input.type == DataType::i32);
    if (tokens && input.stride > 0 && target.classes == input.classes && (scalar || target.shape == input.shape))
        return Kind::text;
    if (tokens && target.classes > 0 && scalar)
        return Kind::sentence;
    const bool numbers = input.type == DataType::f32 && input.shape.rank() == 2;
    if (numbers && target.type == DataType::f32 && target.classes == 0 && target.shape.rank() == 1)
        return Kind::series;
    return Kind::nothing;
}

/// Null if the target is another layer's output or a number.
const data::FieldSpec* learnedField(const std::vector<data::FieldSpec>& fields, const Objective& objective)
{
    return objective.learnsField() ? fieldNamed(fields, objective.target) : nullptr;
}

} // namespace

TriedNetwork triedNetwork(const Project& project, const std::vector<data::FieldSpec>& fields)
{
    const auto& objectives = project.training.objectives;
    const data::FieldSpec* told = objectives.empty() ? nullptr : learnedField(fields, objectives.front());
    const data::FieldSpec first = told ? *told : data::FieldSpec();
    for (const data::FieldSpec& field : fields)
        if (field.type == DataType::u8 && isImageShape(field.shape))
            return {.kind = Kind::picture, .input = field, .inputs = {}, .target = first};
    const std::vector<data::FieldSpec> inputs = inputsOf(project.graph, fields);
    if (inputs.size() == 1)
        for (const Objective& objective : objectives)
            if (const data::FieldSpec* target = learnedField(fields, objective))
                if (const Kind kind = kindOf(inputs.front(), *target); kind != Kind::nothing)
                    return {.kind = kind, .input = inputs.front(), .inputs = {}, .target = *target};
    if (!inputs.empty() && told)
        return {.kind = Kind::table, .input = inputs.front(), .inputs = inputs, .target = first};
    return {};
}

} // namespace netsmith::gui
