#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace netsmith::data {

/// A character of a text and how many bytes it takes there.
struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 1;
};

CodePoint wideCodePointAt(std::string_view text, std::size_t at); // of several bytes

/// The character at a byte of UTF-8, which is before the end and where one begins. Of a text that was not checked some character,
/// within its bytes.
inline CodePoint codePointAt(std::string_view text, std::size_t at)
{
    const auto first = static_cast<unsigned char>(text[at]);
    return first < 0x80 ? CodePoint{first, 1} : wideCodePointAt(text, at);
}
void appendUtf8(std::string& text, char32_t character);

/// The class of a character for splitting words. Ideographs and kana are written without spaces: each is a separate word.
enum class CharacterKind { blank, lineBreak, letter, apostrophe, ideograph, sign };
CharacterKind kindOf(char32_t character);

/// The lowercase of a Latin, Greek, Cyrillic or Armenian capital; any other character unchanged.
char32_t lowerCase(char32_t character);

} // namespace netsmith::data
