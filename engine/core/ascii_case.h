#pragma once

#include <string>
#include <string_view>

namespace netsmith {

/// The text with A to Z in lowercase; everything else stays as it is. Used for comparing names and words case-insensitively: few
/// other scripts have letter case.
inline std::string lowerAscii(std::string_view mixed)
{
    std::string text(mixed);
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

} // namespace netsmith
