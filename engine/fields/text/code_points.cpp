#include "engine/fields/text/code_points.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace netsmith::data {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

template <std::size_t count>
bool isIn(const std::array<Range, count>& ranges, char32_t character)
{
    const auto next = std::ranges::upper_bound(ranges, character, {}, &Range::first);
    return next != ranges.begin() && character <= std::prev(next)->last;
}

/// Unicode's blocks of Han and kana, and the marks that stand for one of them.
constexpr std::array ideographs{
    Range{0x2E80, 0x2FDF}, Range{0x3005, 0x3007},   Range{0x3040, 0x30FA},   Range{0x30FC, 0x30FF},
    Range{0x31F0, 0x31FF}, Range{0x3400, 0x4DBF},   Range{0x4E00, 0x9FFF},   Range{0xF900, 0xFAFF},
    Range{0xFF66, 0xFF9F}, Range{0x1B000, 0x1B16F}, Range{0x20000, 0x323AF},
};

/// Punctuation and symbols of the scripts in use, past ASCII.
constexpr std::array signs{
    Range{0xA1, 0xA9},     Range{0xAB, 0xB4},     Range{0xB6, 0xB9},     Range{0xBB, 0xBF},       Range{0xD7, 0xD7},
    Range{0xF7, 0xF7},     Range{0x37E, 0x37E},   Range{0x387, 0x387},   Range{0x55A, 0x55F},     Range{0x589, 0x58A},
    Range{0x5BE, 0x5BE},   Range{0x5C0, 0x5C0},   Range{0x5C3, 0x5C3},   Range{0x5C6, 0x5C6},     Range{0x5F3, 0x5F4},
    Range{0x609, 0x60D},   Range{0x61B, 0x61F},   Range{0x66A, 0x66D},   Range{0x6D4, 0x6D4},     Range{0x964, 0x965},
    Range{0xE4F, 0xE4F},   Range{0xE5A, 0xE5B},   Range{0x104A, 0x104F}, Range{0x1361, 0x1368},   Range{0x17D4, 0x17DA},
    Range{0x2010, 0x2018}, Range{0x201A, 0x2027}, Range{0x2030, 0x205E}, Range{0x20A0, 0x20CF},   Range{0x2100, 0x2BFF},
    Range{0x2E00, 0x2E7F}, Range{0x3001, 0x3004}, Range{0x3008, 0x303F}, Range{0x30FB, 0x30FB},   Range{0xE000, 0xF8FF},
    Range{0xFE10, 0xFE1F}, Range{0xFE30, 0xFE6F}, Range{0xFF01, 0xFF0F}, Range{0xFF1A, 0xFF20},   Range{0xFF3B, 0xFF40},
    Range{0xFF5B, 0xFF65}, Range{0xFFE0, 0xFFEE}, Range{0xFFFD, 0xFFFD}, Range{0x1F000, 0x1FAFF},
};

constexpr std::array blanks{
    Range{0x7F, 0xA0},     Range{0x1680, 0x1680}, Range{0x2000, 0x200B}, Range{0x2028, 0x2029},
    Range{0x202F, 0x202F}, Range{0x205F, 0x2064}, Range{0x3000, 0x3000}, Range{0xFEFF, 0xFEFF},
};

/// Blocks with capitals at even places, each followed by its lowercase letter.
constexpr std::array evenCapitals{
    Range{0x100, 0x12F}, Range{0x132, 0x137}, Range{0x14A, 0x177},   Range{0x1DE, 0x1EF},
    Range{0x1F8, 0x21F}, Range{0x222, 0x233}, Range{0x3D8, 0x3EF},   Range{0x460, 0x481},
    Range{0x48A, 0x4BF}, Range{0x4D0, 0x52F}, Range{0x1E00, 0x1E95}, Range{0x1EA0, 0x1EFF},
};
constexpr std::array oddCapitals{Range{0x139, 0x148}, Range{0x179, 0x17E}, Range{0x1CD, 0x1DC}, Range{0x4C1, 0x4CE}};

} // namespace

CodePoint wideCodePointAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
    const auto rest = [&](std::size_t i) { return static_cast<char32_t>(byte(i) & 0x3F); };
    const std::uint8_t first = byte(0);
    const std::size_t bytes = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (bytes > text.size() - at)
        return {0xFFFD, 1};
    if (first < 0xE0)
        return {static_cast<char32_t>(first & 0x1F) << 6 | rest(1), 2};
    if (first < 0xF0)
        return {static_cast<char32_t>(first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3};
    const char32_t far = static_cast<char32_t>(first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3);
    return {far <= 0x10FFFF ? far : 0xFFFD, 4};
}

void appendUtf8(std::string& text, char32_t character)
{
    const auto put = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (character < 0x80) {
        put(character);
    } else if (character < 0x800) {
        put(0xC0 | character >> 6);
        put(0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
        put(0xE0 | character >> 12);
        put(0x80 | (character >> 6 & 0x3F));
        put(0x80 | (character & 0x3F));
    } else {
        put(0xF0 | character >> 18);
        put(0x80 | (character >> 12 & 0x3F));
        put(0x80 | (character >> 6 & 0x3F));
        put(0x80 | (character & 0x3F));
    }
}

CharacterKind kindOf(char32_t c)
{
    using enum CharacterKind;
    if (c < 0x7F) {
        if (c == '\n' || c == '\r')
            return lineBreak;
        if (c <= ' ')
            return blank;
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return isLetter ? letter : c == '\'' ? apostrophe : sign;
    }
    if (c == 0x2019) // the typographic one
        return apostrophe;
    if (isIn(blanks, c))
        return blank;
    if (isIn(ideographs, c))
        return ideograph;
    return isIn(signs, c) ? sign : letter;
}

char32_t lowerCase(char32_t c)
{
    const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    if (c < 0x80)
        return in('A', 'Z') ? c + 32 : c;
    if (in(0xC0, 0xDE))
        return c == 0xD7 ? c : c + 32;
    if (c == 0x130)
        return 'i';
    if (c == 0x178)
        return 0xFF;
    if (c == 0x1E9E)
        return 0xDF;
    if (isIn(evenCapitals, c))
        return c | 1;
    if (isIn(oddCapitals, c))
        return c + (c & 1);
    if (in(0x391, 0x3AB))
        return c == 0x3A2 ? c : c + 32;
    if (c == 0x386)
        return 0x3AC;
    if (in(0x388, 0x38A))
        return c + 37;
    if (c == 0x38C)
        return 0x3CC;
    if (in(0x38E, 0x38F))
        return c + 63;
    if (in(0x400, 0x40F))
        return c + 80;
    if (in(0x410, 0x42F))
        return c + 32;
    if (in(0x531, 0x556))
        return c + 48;
    return in(0xFF21, 0xFF3A) ? c + 32 : c;
}

} // namespace netsmith::data
