#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace netsmith::report {

/// Text as content, or as the quoted value of an attribute, of HTML and SVG: nothing in it is read as markup, and control
/// characters, marks that change the direction of writing and invalid UTF-8 are visible escapes, so that the file is valid XML.
std::string escaped(std::string_view text);

/// A coordinate with at most two decimals: "12.5". What is not finite is 0.
std::string coordinate(double value);

/// The approximate width of a text in a sans-serif font of this size, rather a little more: the fonts of whoever opens the file are
/// unknown here.
double textWidth(std::string_view text, double size);
/// The text, or as much of it as fits into this width with "…" after it.
std::string elided(std::string_view text, double size, double width);
/// Breaks text at spaces, and words that are too long anywhere, into lines of at most this width; line breaks are kept.
std::vector<std::string> linesWithin(std::string_view text, double size, double width);

} // namespace netsmith::report
