#include "engine/runner/packed_network.h"
#include "engine/runner/program.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::runner {
namespace {

/// "28×28×1"; of a single number "1".
std::string shapeText(const Json& sizes)
{
    std::string text;
    for (const Json& size : sizes)
        text += (text.empty() ? "" : "×") + std::to_string(size.get<std::int64_t>());
    return text.empty() ? "1" : text;
}

/// The first names of a list.
std::string namesText(const Json& names)
{
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i > 0 ? ", " : "") + names[i].get<std::string>();
    return names.size() > most ? fmt::format("{}, … ({})", text, names.size()) : text;
}

void describeInWords(Output& output, const Json& description)
{
    output.line(fmt::format("{}: {} parameters, {}, epoch {}, step {}", description["title"].get<std::string>(),
                            description["parameters"].get<std::int64_t>(), description["precision"].get<std::string>(),
                            description["epoch"].get<std::int64_t>(), description["step"].get<std::int64_t>()));
    for (const auto& [name, value] : description["figures"].items())
        output.line(fmt::format("  {} {:.4g}", name, value.get<double>()));
    for (const Json& input : description["inputs"]) {
        std::string line = fmt::format("takes {}: {}, {} of {}", input["name"].get<std::string>(), input["kind"].get<std::string>(),
                                       shapeText(input["shape"]), input["type"].get<std::string>());
        if (const auto columns = input.find("columns"); columns != input.end())
            line += ": " + namesText(*columns);
        output.line(line);
    }
    for (const Json& each : description["outputs"]) {
        std::string line = fmt::format("returns {}: {}, {}", each["name"].get<std::string>(), each["kind"].get<std::string>(),
                                       shapeText(each["shape"]));
        if (const auto classes = each.find("classes"); classes != each.end())
            line += ": " + namesText(*classes);
        output.line(line);
    }
}

} // namespace

int describe(Output& output, std::vector<std::string> arguments)
{
    CLI::App app("Shows what a packed model takes and returns.", "netsmith-run describe");
    ModelOptions options;
    app.set_help_flag("-h,--help", "Show this help and exit");
    addModelOptions(app, options, output);
    if (!parse(app, output, std::move(arguments)))
        return 0;
    const PackedNetwork network(options.model, options.batch);
    Json object{{"event", "model"}, {"batch", network.batch()}};
    object.update(network.description());
    output.object(object);
    if (!output.json)
        describeInWords(output, network.description());
    return 0;
}

} // namespace netsmith::runner
