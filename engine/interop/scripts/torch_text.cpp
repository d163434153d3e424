#include "engine/core/ascii_case.h"
#include "engine/interop/scripts/network_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace netsmith::interop {
namespace {

std::string classOf(const std::string& creates)
{
    const std::size_t dot = creates.find('.');
    return creates.substr(dot + 1, creates.find('(') - dot - 1);
}

/// Writes a class, or an nn.Sequential if the network is one.
class TorchWriter {
public:
    explicit TorchWriter(const NetworkCode& network)
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
            writeClass();
        return std::move(m_text);
    }

private:
    void line(const std::string& text) { m_text.source += text + "\n"; }
    const NetworkCode::Module& moduleOf(std::size_t statement) const
    {
        return m_network.modules[static_cast<std::size_t>(m_network.statements[statement].module)];
    }
    std::string created(std::size_t statement) const
    {
        const NetworkCode::Module& module = moduleOf(statement);
        return module.creates + (module.frozen ? ".requires_grad_(False)" : "");
    }
    void name(std::size_t statement, std::string name)
    {
        m_text.moduleNames[static_cast<std::size_t>(m_network.statements[statement].module)] = std::move(name);
    }

    void writeSequential()
    {
        line("def build_model():");
        line("    return nn.Sequential(");
        for (std::size_t i = 0; i < m_network.statements.size(); ++i) {
            line("        " + created(i) + ",");
            name(i, std::to_string(i));
        }
        line("    )");
    }

    void writeFunctions()
    {
        for (std::size_t i = 0; i < m_units.functions.size(); ++i) {
            const UnitFunction& function = m_units.functions[i];
            const auto unit = std::ranges::find(m_units.units, static_cast<int>(i), &CodeUnit::function);
            line(fmt::format("def {}({}):", function.name, fmt::join(function.parameters, ", ")));
            line("    return nn.Sequential(");
            for (std::size_t k = 0; k < function.modules.size(); ++k)
                line("        " + function.modules[k] + (moduleOf(unit->statements[k]).frozen ? ".requires_grad_(False)," : ","));
            line("    )\n\n");
        }
    }

    /// Creates the unit's module, and returns the attribute that holds it.
    std::string writeModule(const CodeUnit& unit)
    {
        const std::size_t first = unit.statements[0];
        if (unit.statements.size() == 1) {
            const NetworkCode::Module& module = moduleOf(first);
            const std::string& creates = module.creates;
            std::string& known = m_text.moduleNames[static_cast<std::size_t>(m_network.statements[first].module)];
            if (known.empty() && module.weights.empty()) { // modules without weights can be called in several places
                std::string& shared = m_shared[creates];
                if (shared.empty()) {
                    shared = pythonName(lowerAscii(classOf(creates)), m_attributes);
                    line("        self." + shared + " = " + creates);
                }
                known = shared;
            }
            if (known.empty()) {
                known = pythonName(module.name, m_attributes);
                line("        self." + known + " = " + created(first));
            }
            return known;
        }
        const std::string attribute = pythonName(moduleOf(first).name, m_attributes);
        if (unit.function >= 0) {
            line(fmt::format("        self.{} = {}({})", attribute, m_units.functions[static_cast<std::size_t>(unit.function)].name,
                             fmt::join(unit.arguments, ", ")));
        } else {
            std::vector<std::string> modules;
            for (const std::size_t statement : unit.statements)
                modules.push_back(created(statement));
            const std::string whole = fmt::format("        self.{} = nn.Sequential({})", attribute, fmt::join(modules, ", "));
            if (whole.size() <= longestLine + 12)
                line(whole);
            else
                line(fmt::format("        self.{} = nn.Sequential(\n            {},\n        )", attribute,
                                 fmt::join(modules, ",\n            ")));
        }
        for (std::size_t k = 0; k < unit.statements.size(); ++k)
            name(unit.statements[k], fmt::format("{}.{}", attribute, k));
        return attribute;
    }

    void writeClass()
    {
        writeFunctions();
        line("class Network(nn.Module):");
        line("    def __init__(self):");
        line("        super().__init__()");
        std::vector<std::string> attributes;
        for (const CodeUnit& unit : m_units.units)
            attributes.push_back(m_network.statements[unit.statements[0]].module >= 0 ? writeModule(unit) : std::string());
        std::vector<std::string> names;
        for (const NetworkCode::Input& input : m_network.inputs)
            names.push_back(input.name);
        line(fmt::format("\n    def forward(self, {}):", fmt::join(names, ", ")));
        for (std::size_t i = 0; i < m_units.units.size(); ++i)
            addCall(m_units.units[i], attributes[i]);
        std::vector<std::string> results;
        for (const NetworkCode::Output& output : m_network.outputs)
            results.push_back(m_lines[output.value]);
        m_text.source += m_lines.text(fmt::format("return {}", fmt::join(results, ", ")), "        ");
        m_text.creates = "Network()";
    }

    void addCall(const CodeUnit& unit, const std::string& attribute)
    {
        const NetworkCode::Statement& statement = m_network.statements[unit.statements[0]];
        std::vector<std::string> inputs;
        for (const int value : statement.inputs)
            inputs.push_back(m_lines[value]);
        const std::string call = statement.call.empty() ? fmt::format("self.{}({})", attribute, fmt::join(inputs, ", "))
                                                        : filledCall(statement.call, "self." + attribute, inputs);
        m_lines.assign(static_cast<int>(m_network.inputs.size() + unit.statements.back()), call, isInlined(unit));
    }

    /// Whether a result may stand within the call that reads it: in a sum anything, and sums and other operators, whose order is
    /// plain, in the call of a module.
    bool isInlined(const CodeUnit& unit) const
    {
        const int value = static_cast<int>(m_network.inputs.size() + unit.statements.back());
        const bool isCall = m_network.statements[unit.statements[0]].module >= 0;
        for (const NetworkCode::Statement& reader : m_network.statements)
            if (std::ranges::find(reader.inputs, value) != reader.inputs.end())
                return isCall ? reader.inputs.size() > 1 && reader.module < 0 : m_network.isPlain(reader);
        return false;
    }

    const NetworkCode& m_network;
    CodeUnits m_units;
    CodeLines m_lines;
    NetworkText m_text;
    std::vector<std::string> m_attributes;
    std::map<std::string, std::string> m_shared; ///< the attribute of a module without weights, by what creates it
};

} // namespace

NetworkText torchText(const NetworkCode& network)
{
    return TorchWriter(network).take();
}

} // namespace netsmith::interop
