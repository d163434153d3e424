#include "engine/report/markup.h"

#include "engine/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace netsmith::report {
namespace {

/// Hundredths of the font's size, of the characters from space to ~ in Inter SemiBold, which is wider than most.
constexpr std::array<unsigned char, 95> advances{25, 31, 40, 64, 65, 84, 66, 21, 39, 39, 54, 67, 30, 47,  29, 38, 67, 48,  62,
                                                 65, 67, 63, 65, 59, 65, 65, 29, 30, 67, 67, 67, 54, 100, 72, 66, 74, 72,  61,
                                                 59, 75, 74, 27, 56, 68, 57, 91, 74, 77, 64, 78, 65, 65,  66, 73, 72, 101, 69,
                                                 70, 65, 39, 38, 39, 48, 47, 50, 57, 63, 58, 63, 59, 38,  63, 61, 26, 26,  57,
                                                 26, 90, 61, 61, 62, 62, 40, 55, 38, 61, 58, 84, 56, 58,  56, 39, 36, 39,  67};
constexpr std::string_view ellipsis = "…";

/// The bytes of the character that begins here.
std::size_t lengthOf(std::string_view text)
{
    std::size_t length = 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U)
        ++length;
    return length;
}

/// Hundredths of the font's size.
int advanceOf(std::string_view character)
{
    const auto first = static_cast<unsigned char>(character.front());
    if (first >= 0x20U && first < 0x7FU)
        return advances[first - 0x20U];
    if (character == "·")
        return 29;
    return first < 0xE0U ? 65 : character == ellipsis || character == "→" ? 95 : 100; // Latin, Greek, Cyrillic; else a full square
}

} // namespace

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char character : visibleLines(text))
        switch (character) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += character;
        }
    return out;
}

std::string coordinate(double value)
{
    std::string text = fmt::format("{:.2f}", std::isfinite(value) ? value : 0.0);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text == "-0" ? "0" : text;
}

double textWidth(std::string_view text, double size)
{
    double hundredths = 0.0;
    while (!text.empty()) {
        const std::size_t length = lengthOf(text);
        hundredths += advanceOf(text.substr(0, length));
        text.remove_prefix(length);
    }
    return hundredths * size / 100.0;
}

std::string elided(std::string_view text, double size, double width)
{
    if (textWidth(text, size) <= width)
        return std::string(text);
    const double room = width - textWidth(ellipsis, size);
    std::size_t end = 0;
    for (double used = 0.0; end < text.size();) {
        const std::size_t length = lengthOf(text.substr(end));
        used += advanceOf(text.substr(end, length)) * size / 100.0;
        if (used > room)
            break;
        end += length;
    }
    std::string_view kept = text.substr(0, end);
    for (const std::string_view spare : {" ", "·", " "}) // no separator before it
        while (kept.ends_with(spare))
            kept.remove_suffix(spare.size());
    return std::string(kept) + std::string(ellipsis);
}

std::vector<std::string> linesWithin(std::string_view text, double size, double width)
{
    std::vector<std::string> lines(1);
    std::string word;
    double used = 0.0; // of the current line
    const auto endWord = [&](bool spaced) {
        const double space = lines.back().empty() ? 0.0 : textWidth(" ", size);
        const double wanted = textWidth(word, size);
        if (!lines.back().empty() && used + space + wanted > width) {
            lines.emplace_back();
            used = 0.0;
        } else if (!lines.back().empty() && !word.empty() && spaced) {
            lines.back() += ' ';
            used += space;
        }
        lines.back() += word;
        used += wanted;
        word.clear();
    };
    while (!text.empty()) {
        const std::size_t length = lengthOf(text);
        const std::string_view character = text.substr(0, length);
        text.remove_prefix(length);
        if (character == " " || character == "\n") {
            endWord(true);
            if (character == "\n") {
                lines.emplace_back();
                used = 0.0;
            }
            continue;
        }
        if (!word.empty() && textWidth(word, size) + advanceOf(character) * size / 100.0 > width)
            endWord(true);
        word += character;
    }
    endWord(true);
    return lines;
}

} // namespace netsmith::report
