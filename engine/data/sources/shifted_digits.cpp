#include "engine/core/parallel.h"
#include "engine/data/built_in_source.h"
#include "engine/data/sources/digit_painter.h"
#include "engine/data/sources/sources.h"
#include "engine/data/sources/synthetic_digits.h"

#include <cstring>

namespace netsmith::data {
namespace {

constexpr std::int64_t side = 40; ///< pixels of a picture
constexpr std::int64_t spare = side - digitSide;

/// Pictures that distinguish a network that learned shapes from one that learned positions: each digit in a larger black picture,
/// in the middle or, for the test, anywhere.
DataSplit drawShifted(const BuiltInSource::Part& part, const Watch& watch)
{
    constexpr std::uint64_t seed = 40, placeSeed = 41;
    DataSplit digits = drawDigits(part.count, seed, static_cast<std::uint64_t>(part.first), watch);
    NewField pictures = makeField(part.fields[0], part.count);
    std::memset(pictures.bytes, 0, static_cast<std::size_t>(part.count * side * side));
    const std::byte* drawn = digits.fields[0].bytes.get();
    parallelFor(part.count, 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            RandomStream random(placeSeed, static_cast<std::uint64_t>(part.first + i));
            const std::int64_t top = part.test ? random.below(spare + 1) : spare / 2;
            const std::int64_t left = part.test ? random.below(spare + 1) : spare / 2;
            for (std::int64_t row = 0; row < digitSide; ++row)
                std::memcpy(pictures.bytes + (i * side + top + row) * side + left, drawn + (i * digitSide + row) * digitSide,
                            digitSide);
        }
    });
    return {{std::move(pictures.field), std::move(digits.fields[1])}};
}

} // namespace

const Source& shiftedDigits()
{
    static const BuiltInSource source(
        {
            .id = "shifted_digits",
            .title = NS_TEXT("data.shifted_digits", "built-in shifted digits"),
            .doc = NS_TEXT("data.shifted_digits",
                           "Digits drawn by this program in pictures of 40×40: in the middle of the training pictures, anywhere in "
                           "the test pictures. A network that learns positions fails; one that learns shapes does not."),
            .licence = NS_TEXT("data.shifted_digits", "none needed: made by this program"),
            .trainCount = 20000,
            .testCount = 5000,
        },
        {
            {.name = "image", .type = DataType::u8, .shape = {side, side, 1}},
            mnist().fields()[1],
        },
        drawShifted);
    return source;
}

} // namespace netsmith::data
