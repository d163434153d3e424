#include "engine/interop/scripts/network_text.h"

#include <algorithm>
#include <set>

namespace netsmith::interop {
namespace {

constexpr char mark = '\x01'; // around the number of a value; no source has it

/// The values that a line reads.
std::set<int> readBy(const std::string& text)
{
    std::set<int> values;
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, text.find(mark, at + 1) + 1))
        values.insert(std::stoi(text.substr(at + 1)));
    return values;
}

void replaceValue(std::string& text, int value, const std::string& by)
{
    const std::string token = mark + std::to_string(value) + mark;
    for (std::size_t at = 0; (at = text.find(token, at)) != std::string::npos; at += by.size())
        text.replace(at, token.size(), by);
}

} // namespace

CodeLines::CodeLines(const NetworkCode& network)
    : m_network(network)
    , m_uses(network.uses())
{
}

std::string CodeLines::operator[](int value) const
{
    return mark + std::to_string(value) + mark;
}

/// With the pending expressions that it reads as parts of it, or as lines before it.
std::string CodeLines::withInlined(const std::string& text, bool joins)
{
    std::string joined = text;
    for (const int value : readBy(text))
        if (const auto pending = m_pending.find(value); pending != m_pending.end())
            replaceValue(joined, value, pending->second);
    const bool fits = joins && joined.size() <= longestLine;
    for (const int value : readBy(text)) {
        const auto pending = m_pending.find(value);
        if (pending == m_pending.end())
            continue;
        if (!fits)
            m_lines.push_back({value, pending->second});
        m_pending.erase(pending);
    }
    return fits ? joined : text;
}

void CodeLines::assign(int value, const std::string& expression, bool inlined)
{
    std::string text = withInlined(expression, true);
    if (inlined && m_uses[static_cast<std::size_t>(value)] == 1)
        m_pending[value] = std::move(text);
    else
        m_lines.push_back({value, std::move(text)});
}

void CodeLines::line(const std::string& text)
{
    std::string whole = withInlined(text, true);
    m_lines.push_back({-1, std::move(whole)});
}

std::string CodeLines::text(const std::string& last, const std::string& indent)
{
    std::vector<Line> lines;
    const std::string end = withInlined(last, true);
    lines.swap(m_lines);
    lines.push_back({-1, end});
    std::vector<std::string> taken;
    for (const NetworkCode::Input& input : m_network.inputs)
        taken.push_back(input.name);
    for (std::size_t i = 0; i < m_network.inputs.size(); ++i)
        for (Line& line : lines)
            replaceValue(line.text, static_cast<int>(i), m_network.inputs[i].name);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (lines[i].value < 0) // a step within a run
            continue;
        const int value = lines[i].value;
        bool onlyNext = true;
        for (std::size_t k = 0; k < lines.size(); ++k)
            onlyNext = onlyNext && (k == i + 1 || !readBy(lines[k].text).contains(value));
        const std::string& wanted = m_network.statements[static_cast<std::size_t>(value) - m_network.inputs.size()].name;
        const std::string name = onlyNext ? "x" : pythonName(wanted, taken);
        for (Line& line : lines)
            replaceValue(line.text, value, name);
        lines[i].text.insert(0, name + " = ");
    }
    if (lines.size() > 1 && lines.back().text == "return x" && lines[lines.size() - 2].text.starts_with("x = ")) {
        lines.pop_back();
        lines.back().text.replace(0, 3, "return");
    }
    std::string result;
    for (const Line& line : lines)
        result += indent + line.text + "\n";
    return result;
}

} // namespace netsmith::interop
