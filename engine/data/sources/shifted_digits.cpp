#include "engine/core/parallel.h"
#include "engine/data/source.h"
#include "engine/data/sources/digit_painter.h"
#include "engine/data/sources/sources.h"
#include "engine/data/sources/synthetic_digits.h"

#include <cstring>

namespace netsmith::data {
namespace {

constexpr std::int64_t side = 40; ///< pixels of a picture
constexpr std::int64_t spare = side - digitSide;

/// The pictures that tell a network which learned shapes from one that learned places.
class ShiftedDigits final : public Source {
public:
    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override { return {true, Message(m_origin)}; }

    Expected<DataSet> load(const DataPaths&, const Watch& watch) const override
    try {
        const auto testFirst = static_cast<std::uint64_t>(m_info.trainCount);
        DataSplit train = framed(drawDigits(m_info.trainCount, seed, 0, watch), 0, false);
        DataSplit test = framed(drawDigits(m_info.testCount, seed, testFirst, watch), testFirst, true);
        return DataSet{m_info.id, m_info.title, Message(m_origin), std::move(train), std::move(test)};
    } catch (const Error& error) {
        return error;
    }

private:
    /// Puts each digit into a larger black picture: in its middle, or anywhere.
    DataSplit framed(DataSplit digits, std::uint64_t first, bool anywhere) const
    {
        const std::int64_t count = digits.count();
        NewField pictures = makeField(m_fields[0], count);
        std::memset(pictures.bytes, 0, static_cast<std::size_t>(count * side * side));
        const std::byte* drawn = digits.fields[0].bytes.get();
        parallelFor(count, 64, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                RandomStream random(placeSeed, first + static_cast<std::uint64_t>(i));
                const std::int64_t top = anywhere ? random.below(spare + 1) : spare / 2;
                const std::int64_t left = anywhere ? random.below(spare + 1) : spare / 2;
                for (std::int64_t row = 0; row < digitSide; ++row)
                    std::memcpy(pictures.bytes + (i * side + top + row) * side + left, drawn + (i * digitSide + row) * digitSide,
                                digitSide);
            }
        });
        return {{std::move(pictures.field), std::move(digits.fields[1])}};
    }

    static constexpr std::uint64_t seed = 40;
    static constexpr std::uint64_t placeSeed = 41;
    static constexpr MessageTemplate m_origin = NS_MESSAGE("data.origin.shifted_digits", "built-in shifted digits");

    SourceInfo m_info{
        .id = "shifted_digits",
        .title = NS_TEXT("data.shifted_digits", "built-in shifted digits"),
        .doc = NS_TEXT("data.shifted_digits",
                       "Digits drawn by this program in pictures of 40×40: in the middle of those to train with, anywhere in those "
                       "of the test. Who learns places fails; who learns shapes does not."),
        .licence = NS_TEXT("data.shifted_digits", "none needed: made by this program"),
        .trainCount = 20000,
        .testCount = 5000,
    };
    std::vector<FieldSpec> m_fields{
        {.name = "image", .type = DataType::u8, .shape = {side, side, 1}},
        mnist().fields()[1],
    };
};

} // namespace

const Source& shiftedDigits()
{
    static const ShiftedDigits source;
    return source;
}

} // namespace netsmith::data
