#include "engine/runs/table/table_text.h"

#include <charconv>
#include <string_view>

namespace netsmith::runs {
namespace {

bool isNumber(std::string_view field)
{
    if (field.starts_with('+'))
        field.remove_prefix(1);
    double value = 0.0;
    const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), value);
    return code != std::errc::invalid_argument && end == field.data() + field.size();
}

std::string quoted(const std::string& field)
{
    if (field.find_first_of(",\"\r\n") == std::string::npos)
        return field;
    std::string out = "\"";
    for (const char c : field)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

/// A bar would end the cell and a line break the row.
std::string escaped(const std::string& field)
{
    std::string out;
    for (const char c : field)
        out += c == '|' || c == '\\' ? std::string("\\") + c : std::string(1, c == '\n' || c == '\r' ? ' ' : c);
    return out;
}

} // namespace

std::string harmlessCell(const std::string& text)
{
    const bool command = !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    return command && !isNumber(text) ? "'" + text : text;
}

std::string csvText(const TextRows& rows)
{
    std::string out;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out += (i ? "," : "") + quoted(harmlessCell(row[i]));
        out += '\n';
    }
    return out;
}

std::string markdownText(const TextRows& rows)
{
    std::string out;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        out += '|';
        for (const std::string& field : rows[r])
            out += ' ' + escaped(field) + " |";
        out += '\n';
        if (r > 0)
            continue;
        out += '|';
        for (std::size_t i = 0; i < rows[r].size(); ++i)
            out += " --- |";
        out += '\n';
    }
    return out;
}

} // namespace netsmith::runs
