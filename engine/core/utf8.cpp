#include "engine/core/utf8.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

namespace netsmith {
namespace {

/// The length that a first byte announces and the range of the byte after it; 0 if it can't be the first.
struct Sequence {
    std::size_t length = 0;
    std::uint8_t low = 0x80;
    std::uint8_t high = 0xBF;
};

Sequence sequenceOf(std::uint8_t first)
{
    if (first < 0x80)
        return {.length = 1};
    if (first >= 0xC2 && first <= 0xDF)
        return {.length = 2};
    if (first >= 0xE0 && first <= 0xEF)
        return {3, first == 0xE0 ? std::uint8_t{0xA0} : std::uint8_t{0x80},
                first == 0xED ? std::uint8_t{0x9F} : std::uint8_t{0xBF}};
    if (first >= 0xF0 && first <= 0xF4)
        return {4, first == 0xF0 ? std::uint8_t{0x90} : std::uint8_t{0x80},
                first == 0xF4 ? std::uint8_t{0x8F} : std::uint8_t{0xBF}};
    return {};
}

std::uint32_t codePointOf(std::string_view sequence)
{
    if (sequence.size() == 1)
        return static_cast<std::uint8_t>(sequence[0]);
    std::uint32_t point = static_cast<std::uint8_t>(sequence[0]) & (0x7FU >> sequence.size());
    for (const char c : sequence.substr(1))
        point = (point << 6) | (static_cast<std::uint8_t>(c) & 0x3FU);
    return point;
}

/// Controls (C0, C1, DEL), line and paragraph separators, marks and overrides of the direction: Unicode Standard Annex #9.
bool actsOnTheLine(std::uint32_t point)
{
    return point < 0x20 || (point >= 0x7F && point <= 0x9F) || point == 0x061C || point == 0x200E || point == 0x200F
        || (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

std::string spelled(std::uint32_t point)
{
    switch (point) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: return point < 0x80 ? fmt::format("\\x{:02x}", point) : fmt::format("\\u{:04x}", point);
    }
}

/// Copies the text except such characters, which `spell(point)` replaces, and invalid bytes.
template <class F>
std::string copiedBut(std::string_view text, F spell)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto first = static_cast<std::uint8_t>(text[0]);
        const std::size_t length = sequenceOf(first).length;
        const std::string_view sequence = text.substr(0, length);
        if (length == 0 || sequence.size() < length || !isUtf8(sequence)) {
            out += fmt::format("\\x{:02x}", first);
            text.remove_prefix(1);
            continue;
        }
        const std::uint32_t point = codePointOf(sequence);
        out += actsOnTheLine(point) ? spell(point) : std::string(sequence);
        text.remove_prefix(length);
    }
    return out;
}

} // namespace

std::string visibleText(std::string_view text)
{
    return copiedBut(text, spelled);
}

std::string visibleLines(std::string_view text)
{
    return copiedBut(text, [](std::uint32_t point) {
        return point == '\n' || point == '\t' ? std::string(1, static_cast<char>(point)) : spelled(point);
    });
}

std::string visibleJson(std::string_view json)
{
    return copiedBut(json, [](std::uint32_t point) {
        return point == '\n' || point == '\t' ? std::string(1, static_cast<char>(point)) : fmt::format("\\u{:04x}", point);
    });
}

std::optional<std::size_t> firstNotUtf8(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    for (std::size_t at = 0; at < text.size();) {
        const Sequence sequence = sequenceOf(byte(at));
        if (sequence.length == 0 || sequence.length > text.size() - at)
            return at;
        for (std::size_t i = 1; i < sequence.length; ++i) {
            const std::uint8_t low = i == 1 ? sequence.low : std::uint8_t{0x80}, high = i == 1 ? sequence.high : std::uint8_t{0xBF};
            if (byte(at + i) < low || byte(at + i) > high)
                return at;
        }
        at += sequence.length;
    }
    return std::nullopt;
}

bool isUtf8(std::string_view text)
{
    return !firstNotUtf8(text);
}

} // namespace netsmith
