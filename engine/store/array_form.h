#pragma once

#include "engine/core/symmetric_grid.h"
#include "engine/store/safetensors.h"

#include <optional>

namespace netsmith {

/// The form in which a file stores an array of f32. An array NAME takes one of these:
///
///     numbers         NAME F32                      as it is
///     masked numbers  NAME F32 [m], NAME.mask U8    the m numbers that are not +0, and a bit for each number of the array, in the
///                                                   order of rows and from the lowest bit of a byte up: 1 where it is one of them
///     int8            NAME I8, NAME.scale F32       integers, to be multiplied by the scale of their index in the last axis: see
///                                                   `gridScale`
///     palette         NAME U8, NAME.palette F32     indices of at most 256 values; if there are at most 16, two indices in a
///                                                   byte, the first one in the lower half, as one axis
///     float16         NAME F16                      numbers that are binary16's
///     bfloat16        NAME BF16                     numbers whose lower 16 bits are 0
///     int4            NAME U8, NAME.scale BF16      integers from −7 to 7, as many as the array's, two in a byte as two's
///                                                   complements, the first one in the lower half, as one axis; to be multiplied
///                                                   by the scale of their index in the last axis and of their 32 rows, which all
///                                                   other axes make: see `smallGridScale`
///     masked …        NAME, NAME.mask U8, …         of any of these, only the numbers that are not +0, as one axis
///
/// The header's metadata lists the arrays that are not as they are, with their shapes, as "netsmith.encodings":
/// {"NAME":{"as":"masked int8","shape":[784,128]}}.
struct ArrayForm {
    enum class Codes : std::uint8_t { numbers, half, brain, grid, smallGrid, palette };

    Codes codes = Codes::numbers;
    bool masked = false;
    std::int64_t stored = 0; ///< how many numbers or codes
    std::vector<float> table{}; ///< the scales of a grid, the values of a palette

    bool isPlain() const { return codes == Codes::numbers && !masked; }
    bool hasTable() const { return codes >= Codes::grid; }
    /// Whether two codes share a byte.
    bool halvesBytes() const { return codes == Codes::smallGrid || (codes == Codes::palette && table.size() <= 16); }
    /// The bytes of a number in its table.
    std::int64_t tableWidth() const { return codes == Codes::smallGrid ? 2 : 4; }
    /// The bytes of the numbers or codes.
    std::int64_t codeBytes() const;

    /// "masked int8".
    std::string name() const;
    /// Codes and mask of that name; nothing if there is none.
    static std::optional<ArrayForm> named(std::string_view name);

    /// The arrays that it takes in a file, without their bytes: the codes, the mask, the table.
    std::vector<SafetensorsEntry> partsOf(const std::string& array, const Shape& shape) const;

    static constexpr std::size_t largestPalette = 256;
    static constexpr std::string_view key = "netsmith.encodings"; ///< in the metadata
    static std::string maskName(const std::string& array) { return array + ".mask"; }
    static std::string tableName(const std::string& array, Codes codes);
    static std::int64_t maskBytes(std::int64_t elements) { return (elements + 7) / 8; }
    /// How many scales an array has.
    static std::int64_t scalesOf(Codes codes, const Shape& shape);
    /// Which of them is an element's.
    static std::size_t scaleOf(Codes codes, std::size_t element, std::size_t channels)
    {
        return element % channels + (codes == Codes::smallGrid ? element / channels / smallGridRows * channels : 0);
    }
};

} // namespace netsmith
