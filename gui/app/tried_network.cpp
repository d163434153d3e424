#include "gui/app/tried_network.h"

#include "engine/data/source.h"
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

/// The field that the network takes, where it is a single one.
const data::FieldSpec* onlyInput(const Graph& graph, const std::vector<data::FieldSpec>& fields)
{
    const data::FieldSpec* input = nullptr;
    for (const Node& node : graph.nodes) {
        if (node.layer != "input")
            continue;
        const auto named = node.parameters.find("field");
        const std::string* name = named == node.parameters.end() ? nullptr : std::get_if<std::string>(&named->second);
        if (input || !name)
            return nullptr;
        input = fieldNamed(fields, *name);
    }
    return input;
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

} // namespace

TriedNetwork triedNetwork(const Project& project, const data::DataPaths& paths)
try {
    const std::shared_ptr<const data::Source> source = data::sourceFor(project.data, paths);
    const std::vector<data::FieldSpec>& fields = source->fields();
    for (const data::FieldSpec& field : fields)
        if (field.type == DataType::u8 && isImageShape(field.shape))
            return {Kind::picture, field, {}};
    const data::FieldSpec* input = onlyInput(project.graph, fields);
    if (!input)
        return {};
    for (const Objective& objective : project.training.objectives)
        if (const data::FieldSpec* target = fieldNamed(fields, objective.target))
            if (const Kind kind = kindOf(*input, *target); kind != Kind::nothing)
                return {kind, *input, target->name};
    return {};
} catch (const Error&) {
    return {}; // the list of problems says why
}

} // namespace netsmith::gui
