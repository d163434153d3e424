#pragma once

#include <string>
#include <vector>

namespace netsmith::runs {

using TextRows = std::vector<std::vector<std::string>>;

/// A cell that no spreadsheet takes as a formula: a text that begins like one (= + - @, a tab, a carriage return) is prefixed with
/// an apostrophe, a number stays unchanged.
std::string harmlessCell(const std::string& text);
/// Rows of harmless cells, the header first, as in RFC 4180, with line feeds: quoted if they contain a comma, a quote or a line
/// break.
std::string csvText(const TextRows& rows);
/// The same as a table of GitHub's Markdown.
std::string markdownText(const TextRows& rows);

} // namespace netsmith::runs
