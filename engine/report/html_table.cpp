#include "engine/report/html_table.h"

#include "engine/report/markup.h"

#include <fmt/format.h>

namespace netsmith::report {

HtmlTable::HtmlTable(std::string_view kind)
    : m_text(fmt::format("<div class=\"scroll\"><table class=\"{}\">\n", kind))
{
}

void HtmlTable::addHeader(const std::vector<std::string>& cells)
{
    m_text += "<tr>";
    for (const std::string& cell : cells)
        m_text += fmt::format("<th scope=\"col\">{}</th>", escaped(cell));
    m_text += "</tr>\n";
}

void HtmlTable::addRow(const std::vector<std::string>& cells, std::string_view kind)
{
    m_isEmpty = false;
    m_text += kind.empty() ? std::string("<tr>") : fmt::format("<tr class=\"{}\">", kind);
    for (std::size_t i = 0; i < cells.size(); ++i)
        m_text +=
            i == 0 ? fmt::format("<th scope=\"row\">{}</th>", escaped(cells[i])) : fmt::format("<td>{}</td>", escaped(cells[i]));
    m_text += "</tr>\n";
}

std::string HtmlTable::html() const
{
    return m_text + "</table></div>\n";
}

std::string paragraph(std::string_view text, std::string_view kind)
{
    return kind.empty() ? fmt::format("<p>{}</p>\n", escaped(text)) : fmt::format("<p class=\"{}\">{}</p>\n", kind, escaped(text));
}

std::string foldedPart(std::string_view title, std::string_view content)
{
    return fmt::format("<details><summary>{}</summary>\n{}</details>\n", escaped(title), content);
}

} // namespace netsmith::report
