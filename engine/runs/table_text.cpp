#include "engine/runs/table_text.h"

namespace netsmith::runs {
namespace {

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

std::string csvText(const TextRows& rows)
{
    std::string out;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out += (i ? "," : "") + quoted(row[i]);
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
