#pragma once

#include <string>
#include <vector>

namespace netsmith::runs {

using TextRows = std::vector<std::vector<std::string>>;

/// A cell that no spreadsheet takes for a formula: a text that begins like one (= + - @, a tab, a carriage return) gets an
/// apostrophe in front, a number stays as it is.
std::string harmlessCell(const std::string& text);
/// Rows of harmless cells, the head first, as RFC 4180 has them, with line feeds: quoted where a comma, a quote or a line break
/// asks for it.
std::string csvText(const TextRows& rows);
/// The same as a table of GitHub's Markdown.
std::string markdownText(const TextRows& rows);

} // namespace netsmith::runs
