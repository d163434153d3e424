#include "engine/core/utf8.h"

#include <cstddef>
#include <cstdint>

namespace netsmith {
namespace {

/// The length that a first byte promises and the range of the byte behind it; 0 where it can't be the first.
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

} // namespace

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
