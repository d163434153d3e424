#include "engine/graph/specs/layer_code.h"
#include "engine/interop/scripts/network_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::interop {
namespace {

/// A call with one more argument.
std::string withArgument(const std::string& call, const std::string& argument)
{
    return call.substr(0, call.size() - 1) + (call.ends_with("()") ? "" : ", ") + argument + ")";
}

/// Writes a Sequential model, or one in the functional style.
class KerasWriter {
public:
    explicit KerasWriter(const NetworkCode& network)
        : m_network(network)
        , m_units(network)
        , m_lines(network)
    {
        m_text.moduleNames.resize(network.modules.size());
    }

    NetworkText take()
    {
        if (m_network.isStraight())
            writeSequential();
        else
            writeFunctional();
        return std::move(m_text);
    }

private:
    void line(const std::string& text) { m_text.source += text + "\n"; }
    std::size_t moduleAt(std::size_t statement) const { return static_cast<std::size_t>(m_network.statements[statement].module); }

    /// Only layers with weights need a name.
    std::string named(const std::string& creates, std::size_t module, const std::string& name) const
    {
        std::string text = creates;
        if (m_network.modules[module].frozen)
            text = withArgument(text, "trainable=False");
        return m_network.modules[module].weights.empty() ? text : withArgument(text, "name=" + name);
    }
    std::string created(std::size_t module)
    {
        m_text.moduleNames[module] = m_network.modules[module].name;
        return named(m_network.modules[module].creates, module, pythonString(m_network.modules[module].name));
    }

    static std::string inputText(const NetworkCode::Input& input)
    {
        std::string text = "keras.Input(" + pythonTuple(input.shape.sizes());
        if (input.classes > 0)
            text += ", dtype=\"int32\"";
        return text + ")";
    }

    void writeSequential()
    {
        line("def build_model():");
        line("    return keras.Sequential(\n        [");
        line("            " + inputText(m_network.inputs[0]) + ",");
        for (std::size_t i = 0; i < m_network.statements.size(); ++i)
            line("            " + created(moduleAt(i)) + ",");
        line("        ]\n    )");
    }

    void writeFunctions()
    {
        for (std::size_t i = 0; i < m_units.functions.size(); ++i) {
            const UnitFunction& function = m_units.functions[i];
            const auto unit = std::ranges::find(m_units.units, static_cast<int>(i), &CodeUnit::function);
            std::vector<std::string> parameters{"x"};
            parameters.insert(parameters.end(), function.parameters.begin(), function.parameters.end());
            parameters.emplace_back("name");
            line(fmt::format("def {}({}):", function.name, fmt::join(parameters, ", ")));
            for (std::size_t k = 0; k < function.modules.size(); ++k)
                line(
                    fmt::format("    {} {}(x)", k + 1 < function.modules.size() ? "x =" : "return",
                                named(function.modules[k], moduleAt(unit->statements[k]), fmt::format("f\"{{name}}_{}\"", k + 1))));
            line("\n");
        }
    }

    void writeFunctional()
    {
        writeFunctions();
        line("def build_model():");
        std::vector<std::string> inputs, outputs;
        for (const NetworkCode::Input& input : m_network.inputs) {
            line("    " + input.name + " = " + inputText(input));
            inputs.push_back(input.name);
        }
        for (std::size_t i = 0; i < m_network.modules.size(); ++i)
            if (m_network.modules[i].uses > 1)
                line("    " + sharedName(i) + " = " + created(i));
        for (const CodeUnit& unit : m_units.units)
            writeUnit(unit);
        for (const NetworkCode::Output& output : m_network.outputs)
            outputs.push_back(m_lines[output.value]);
        const auto list = [](const std::vector<std::string>& names) {
            return names.size() == 1 ? names[0] : fmt::format("[{}]", fmt::join(names, ", "));
        };
        m_text.source += m_lines.text(fmt::format("return keras.Model({}, {})", list(inputs), list(outputs)), "    ");
    }

    std::string sharedName(std::size_t module) const { return m_network.modules[module].name + "_layer"; }

    /// Whether a result may stand within the call that reads it: blocks in sums, and sums in layers.
    bool isInlined(const CodeUnit& unit) const
    {
        const int value = static_cast<int>(m_network.inputs.size() + unit.statements.back());
        for (const NetworkCode::Statement& reader : m_network.statements)
            if (std::ranges::find(reader.inputs, value) != reader.inputs.end())
                return reader.inputs.size() > 1 ? unit.function >= 0
                                                : m_network.statements[unit.statements.back()].inputs.size() > 1;
        return false;
    }

    void writeUnit(const CodeUnit& unit)
    {
        std::vector<std::string> inputs;
        for (const int value : m_network.statements[unit.statements[0]].inputs)
            inputs.push_back(m_lines[value]);
        const int result = static_cast<int>(m_network.inputs.size() + unit.statements.back());
        if (unit.function >= 0) {
            const std::string& name = m_network.modules[moduleAt(unit.statements[0])].name;
            std::vector<std::string> arguments{inputs[0]};
            arguments.insert(arguments.end(), unit.arguments.begin(), unit.arguments.end());
            arguments.push_back(pythonString(name));
            m_lines.assign(
                result,
                fmt::format("{}({})", m_units.functions[static_cast<std::size_t>(unit.function)].name, fmt::join(arguments, ", ")),
                isInlined(unit));
            for (std::size_t k = 0; k < unit.statements.size(); ++k)
                m_text.moduleNames[moduleAt(unit.statements[k])] = fmt::format("{}_{}", name, k + 1);
            return;
        }
        std::string from = inputs.size() == 1 ? inputs[0] : fmt::format("[{}]", fmt::join(inputs, ", "));
        for (const std::size_t statement : unit.statements) {
            const std::size_t module = moduleAt(statement);
            const std::string layer = m_network.modules[module].uses > 1 ? sharedName(module) : created(module);
            const std::string& call = m_network.statements[statement].call;
            const std::string text = call.empty() ? layer + "(" + from + ")" : filledCall(call, layer, inputs);
            if (statement == unit.statements.back())
                m_lines.assign(result, text, isInlined(unit));
            else
                m_lines.line("x = " + text);
            from = "x";
        }
    }

    const NetworkCode& m_network;
    CodeUnits m_units;
    CodeLines m_lines;
    NetworkText m_text;
};

} // namespace

NetworkText kerasText(const NetworkCode& network)
{
    return KerasWriter(network).take();
}

} // namespace netsmith::interop
