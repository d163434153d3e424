#pragma once

#include <string>
#include <string_view>

namespace netsmith {

/// The text with the small letters of A to Z; all else stays as it is. By it names and words are compared without regard to
/// case: the letters of other scripts differ by case in few of them.
inline std::string lowerAscii(std::string_view mixed)
{
    std::string text(mixed);
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

} // namespace netsmith
