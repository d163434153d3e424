#include "engine/interop/scripts/network_text.h"

#include "engine/core/ascii_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace netsmith::interop {
namespace {

/// "nn.Conv2d(1, 2, bias=False)" as its name and arguments.
struct ParsedCall {
    std::string name;
    std::vector<std::string> arguments;

    explicit ParsedCall(const std::string& text)
        : name(text.substr(0, text.find('(')))
    {
        int depth = 0;
        bool quoted = false;
        std::string current;
        for (std::size_t i = name.size() + 1; i + 1 < text.size(); ++i) {
            const char c = text[i];
            quoted = quoted != (c == '"' && text[i - 1] != '\\');
            depth += quoted ? 0 : (c == '(' || c == '[') ? 1 : (c == ')' || c == ']') ? -1 : 0;
            if (c == ',' && depth == 0 && !quoted) {
                arguments.push_back(std::exchange(current, {}));
                continue;
            }
            if (c != ' ' || !current.empty())
                current += c;
        }
        if (!current.empty())
            arguments.push_back(current);
    }

    static std::string keyOf(const std::string& argument)
    {
        const std::size_t end = argument.find('=');
        const bool isKey = end != std::string::npos && std::ranges::all_of(argument.substr(0, end), [](char c) {
                               return (c >= 'a' && c <= 'z') || c == '_' || (c >= '0' && c <= '9');
                           });
        return isKey ? argument.substr(0, end) : std::string();
    }
    /// PyTorch's convolutions with the stride that they have if none is given, so that those with one are like them.
    void addStride()
    {
        const bool has = std::ranges::any_of(arguments, [](const std::string& argument) { return keyOf(argument) == "stride"; });
        if (!has && name.starts_with("nn.Conv") && name.find("Transpose") == std::string::npos)
            arguments.insert(arguments.begin() + 3, "stride=1");
    }
    /// The name, and of each argument its key or its place: what two calls must have in common to be told apart by values alone.
    std::string skeleton() const
    {
        std::string text = name;
        for (const std::string& argument : arguments)
            text += "," + keyOf(argument);
        return text;
    }
};

/// What the frameworks call the arguments that are written without a name.
std::string parameterName(const std::string& call, std::size_t place)
{
    static const std::map<std::string, std::vector<std::string>> names{
        {"layers.Dense", {"units"}},
        {"layers.Dropout", {"rate"}},
        {"layers.Embedding", {"input_dim", "output_dim"}},
        {"layers.DepthwiseConv2D", {"kernel_size"}},
        {"nn.Linear", {"in_features", "out_features"}},
        {"nn.Dropout", {"p"}},
        {"nn.Embedding", {"num_embeddings", "embedding_dim"}},
        {"nn.LayerNorm", {"normalized_shape"}},
        {"nn.GroupNorm", {"num_groups", "num_channels"}},
    };
    if (const auto found = names.find(call); found != names.end() && place < found->second.size())
        return found->second[place];
    if (call.starts_with("layers.") && call.find("Conv") != std::string::npos && place < 2)
        return place == 0 ? "filters" : "kernel_size";
    if (call.starts_with("nn.Conv") && place < 3)
        return place == 0 ? "in_channels" : place == 1 ? "out_channels" : "kernel_size";
    if (call.starts_with("nn.BatchNorm"))
        return "num_features";
    if (call.find("Pool") != std::string::npos)
        return call.starts_with("nn.") ? "kernel_size" : "pool_size";
    return "value";
}

/// The runs of `network`: as long as each result is read by the next module alone.
std::vector<CodeUnit> runsOf(const NetworkCode& network)
{
    const std::vector<int> uses = network.uses();
    const int inputs = static_cast<int>(network.inputs.size());
    std::vector<bool> done(network.statements.size(), false);
    const auto isChainable = [&](const NetworkCode::Statement& statement) {
        return network.isPlain(statement) && statement.inputs.size() == 1
            && network.modules[static_cast<std::size_t>(statement.module)].uses == 1;
    };
    std::vector<CodeUnit> units;
    for (std::size_t i = 0; i < network.statements.size(); ++i) {
        if (done[i])
            continue;
        CodeUnit unit{.statements = {i}};
        for (std::size_t last = i; isChainable(network.statements[last]);) {
            const int value = inputs + static_cast<int>(last);
            const auto next = std::ranges::find_if(network.statements, [&](const NetworkCode::Statement& one) {
                return std::ranges::find(one.inputs, value) != one.inputs.end();
            });
            const auto place = static_cast<std::size_t>(next - network.statements.begin());
            if (uses[static_cast<std::size_t>(value)] != 1 || next == network.statements.end() || !isChainable(*next))
                break;
            done[place] = true;
            unit.statements.push_back(place);
            last = place;
        }
        units.push_back(std::move(unit));
    }
    return units;
}

/// One function for units of the same modules; arguments that always vary together share a parameter.
UnitFunction functionFor(const std::vector<std::vector<ParsedCall>>& all, std::string name,
                         std::vector<std::vector<std::string>>& given)
{
    UnitFunction function{.name = std::move(name)};
    given.assign(all.size(), {});
    std::vector<std::vector<std::string>> columns; // of each parameter, its value in each unit
    for (std::size_t call = 0; call < all[0].size(); ++call) {
        std::vector<std::string> arguments;
        for (std::size_t place = 0; place < all[0][call].arguments.size(); ++place) {
            const std::string key = ParsedCall::keyOf(all[0][call].arguments[place]);
            const std::size_t skip = key.empty() ? 0 : key.size() + 1;
            std::vector<std::string> column;
            for (const std::vector<ParsedCall>& unit : all)
                column.push_back(unit[call].arguments[place].substr(skip));
            const std::string prefix = key.empty() ? "" : key + "=";
            if (std::ranges::adjacent_find(column, std::not_equal_to()) == column.end()) {
                if (prefix + column[0] != "stride=1")
                    arguments.push_back(prefix + column[0]);
                continue;
            }
            auto known = std::ranges::find(columns, column);
            if (known == columns.end()) {
                const std::string wanted = key.empty() ? parameterName(all[0][call].name, place) : key;
                (void)pythonName(wanted, function.parameters);
                columns.push_back(std::move(column));
                known = columns.end() - 1;
            }
            arguments.push_back(prefix + function.parameters[static_cast<std::size_t>(known - columns.begin())]);
        }
        function.modules.push_back(fmt::format("{}({})", all[0][call].name, fmt::join(arguments, ", ")));
    }
    for (const std::vector<std::string>& column : columns)
        for (std::size_t unit = 0; unit < given.size(); ++unit)
            given[unit].push_back(column[unit]);
    return function;
}

} // namespace

CodeUnits::CodeUnits(const NetworkCode& network)
    : units(runsOf(network))
{
    std::map<std::string, std::vector<std::size_t>> alike;
    std::vector<std::string> order;
    std::vector<std::vector<ParsedCall>> calls(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units[i].statements.size() < 2)
            continue;
        std::string skeleton;
        for (const std::size_t statement : units[i].statements) {
            const NetworkCode::Module& module = network.modules[static_cast<std::size_t>(network.statements[statement].module)];
            calls[i].emplace_back(module.creates).addStride();
            skeleton += calls[i].back().skeleton() + (module.frozen ? "!;" : ";");
        }
        if (alike[skeleton].empty())
            order.push_back(skeleton);
        alike[skeleton].push_back(i);
    }
    for (const std::string& skeleton : order) {
        const std::vector<std::size_t>& places = alike[skeleton];
        // A function of n lines and its frame must save more than it takes.
        const std::size_t lines = calls[places[0]].size();
        if ((lines + 1) * places.size() <= lines + 6)
            continue;
        std::vector<std::vector<ParsedCall>> all;
        for (const std::size_t place : places)
            all.push_back(calls[place]);
        std::vector<std::vector<std::string>> given;
        functions.push_back(functionFor(all, fmt::format("block_{}", functions.size() + 1), given));
        for (std::size_t i = 0; i < places.size(); ++i) {
            units[places[i]].function = static_cast<int>(functions.size()) - 1;
            units[places[i]].arguments = given[i];
        }
    }
    if (functions.size() == 1)
        functions[0].name = "block";
}

std::string filledCall(std::string call, const std::string& module, const std::vector<std::string>& inputs)
{
    const auto replace = [&](const std::string& from, const std::string& to) {
        for (std::size_t at = 0; (at = call.find(from, at)) != std::string::npos; at += to.size())
            call.replace(at, from.size(), to);
    };
    replace("{m}", module);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        replace(fmt::format("{{{}}}", i), inputs[i]);
    return call;
}

} // namespace netsmith::interop
