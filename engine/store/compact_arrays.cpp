#include "engine/store/compact_arrays.h"

#include "engine/core/bfloat16.h"
#include "engine/core/float16.h"
#include "engine/core/symmetric_grid.h"
#include "engine/graph/json/json_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

namespace netsmith {
namespace {

using Bits = std::uint32_t; ///< of an f32: no number passes through arithmetic that might round it

constexpr std::int64_t fewestNumbers = 256;
constexpr std::int64_t costOfPart = 96; // bytes of the header

constexpr Bits exponentBits = 0x7f800000;
constexpr Bits signBit = 0x80000000;

/// Whether a number may lie on a grid. The product of an integer of 7 bits and a scale of 16 has at most 23 significant bits, so
/// that an f32's last one is 0; numbers that the host might flush are left as they are.
bool mayBeOnGrid(Bits number)
{
    const Bits exponent = number & exponentBits;
    return number == 0 || ((number & 1) == 0 && exponent != 0 && exponent != exponentBits);
}

/// Of 4 bits: the product of an integer of 3 bits and a scale of 8 has at most 11 significant bits.
bool mayBeOnSmallGrid(Bits number)
{
    return (number & 0x1fff) == 0 && mayBeOnGrid(number);
}

/// Whether it comes back from binary16. A NaN may lose its payload there.
bool isHalf(Bits number)
{
    const bool isNan = (number & ~signBit) > exponentBits;
    return !isNan && std::bit_cast<Bits>(roundedToHalf(std::bit_cast<float>(number))) == number;
}

/// The different numbers among many, as long as they fit into a palette.
class PaletteNumbers {
public:
    /// False for one too many, and from then on.
    bool add(Bits number)
    {
        if (m_full)
            return false;
        std::size_t place = placeOf(number);
        if (m_used[place])
            return true;
        if (m_numbers.size() == ArrayForm::largestPalette) {
            m_full = true;
            return false;
        }
        m_used[place] = true;
        m_keys[place] = number;
        m_numbers.push_back(number);
        return true;
    }
    bool isFull() const { return m_full; }
    std::size_t size() const { return m_numbers.size(); }

    /// Ascending by their bits, so that they do not depend on the array's order.
    void sort()
    {
        std::ranges::sort(m_numbers);
        for (std::size_t i = 0; i < m_numbers.size(); ++i)
            m_codes[placeOf(m_numbers[i])] = static_cast<std::uint8_t>(i);
    }
    std::uint8_t codeOf(Bits number) const { return m_codes[placeOf(number)]; }
    std::vector<float> values() const
    {
        std::vector<float> values(m_numbers.size());
        std::memcpy(values.data(), m_numbers.data(), values.size() * sizeof(float));
        return values;
    }

private:
    static constexpr std::size_t places = 1024;

    /// Where a number is, or would be.
    std::size_t placeOf(Bits number) const
    {
        std::size_t place = (number * 0x9e3779b1U) >> 22;
        while (m_used[place] && m_keys[place] != number)
            place = (place + 1) % places;
        return place;
    }

    std::array<Bits, places> m_keys{};
    std::array<bool, places> m_used{};
    std::array<std::uint8_t, places> m_codes{};
    std::vector<Bits> m_numbers;
    bool m_full = false;
};

/// Which forms numbers still allow.
struct Survey {
    std::int64_t count = 0;
    std::int64_t zeros = 0;
    bool onGrid = true;
    bool onSmallGrid = true;
    bool areHalves = true;
    bool areBrain = true; ///< bfloat16
    PaletteNumbers others{}; ///< that are not +0

    void add(std::span<const Bits> numbers)
    {
        count += std::ssize(numbers);
        for (const Bits number : numbers) {
            if (number == 0) {
                ++zeros;
                continue;
            }
            onGrid = onGrid && mayBeOnGrid(number);
            onSmallGrid = onSmallGrid && mayBeOnSmallGrid(number);
            areHalves = areHalves && isHalf(number);
            areBrain = areBrain && (number & 0xffff) == 0;
            others.add(number);
        }
    }
    /// Whether one of the forms may take less than 32 bits a number.
    bool mayBeSmaller() const
    {
        constexpr std::int64_t fewestZeros = 16; // of this many numbers one
        return onGrid || areHalves || areBrain || !others.isFull() || zeros * fewestZeros >= count;
    }
};

/// The integer of a number on a grid; nothing if it is not exactly that integer times the scale.
std::optional<std::int8_t> gridCode(Bits number, float scale, float most)
{
    if (number == 0)
        return std::int8_t{0};
    const float integer = std::nearbyint(std::bit_cast<float>(number) / scale);
    if (!(std::abs(integer) <= most) || std::bit_cast<Bits>(integer * scale) != number)
        return std::nullopt;
    return static_cast<std::int8_t>(integer);
}

/// The scales of a grid, or none if a number is not on it.
std::vector<float> scalesOf(std::span<const Bits> numbers, const Shape& shape, ArrayForm::Codes codes)
{
    const auto channels = static_cast<std::size_t>(shape[-1]);
    const bool isSmall = codes == ArrayForm::Codes::smallGrid;
    const auto placeOf = [&](std::size_t i) { return ArrayForm::scaleOf(codes, i, channels); };
    std::vector<Bits> largest(static_cast<std::size_t>(ArrayForm::scalesOf(codes, shape)));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        largest[placeOf(i)] = std::max(largest[placeOf(i)], numbers[i] & ~signBit);
    std::vector<float> scales(largest.size());
    std::ranges::transform(largest, scales.begin(), [&](Bits most) {
        return isSmall ? smallGridScale(std::bit_cast<float>(most)) : gridScale(std::bit_cast<float>(most));
    });
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (const float scale = scales[placeOf(i)];
            numbers[i] != 0 && (!std::isnormal(scale) || !gridCode(numbers[i], scale, isSmall ? 7.0f : 127.0f)))
            return {};
    return scales;
}

/// Of the file: the array's parts and their places in the header.
std::int64_t costOf(const ArrayForm& form, std::int64_t elements)
{
    if (form.isPlain())
        return form.codeBytes();
    return form.codeBytes() + costOfPart + (form.masked ? ArrayForm::maskBytes(elements) + costOfPart : 0)
        + (form.hasTable() ? std::ssize(form.table) * form.tableWidth() + costOfPart : 0);
}

template <class T>
void append(std::vector<std::byte>& bytes, const T& value)
{
    const auto some = std::as_bytes(std::span(&value, 1));
    bytes.insert(bytes.end(), some.begin(), some.end());
}

/// The bytes of an array in a form, in the order of `ArrayForm::partsOf`.
struct EncodedArray {
    std::vector<std::byte> codes;
    std::vector<std::byte> mask;
    std::vector<std::byte> table;

    std::vector<std::span<const std::byte>> parts() const
    {
        std::vector<std::span<const std::byte>> parts{codes};
        for (const auto* each : {&mask, &table})
            if (!each->empty())
                parts.emplace_back(*each);
        return parts;
    }
};

std::vector<std::byte> tableBytes(const ArrayForm& form)
{
    std::vector<std::byte> bytes;
    for (const float number : form.table)
        if (form.tableWidth() == 2)
            append(bytes, BFloat16(number).bits);
        else
            append(bytes, number);
    return bytes;
}

EncodedArray encoded(std::span<const Bits> numbers, std::size_t channels, const ArrayForm& form)
{
    PaletteNumbers palette;
    if (form.codes == ArrayForm::Codes::palette)
        for (const float value : form.table)
            palette.add(std::bit_cast<Bits>(value));
    palette.sort();
    EncodedArray array{
        {},
        std::vector<std::byte>(form.masked ? static_cast<std::size_t>(ArrayForm::maskBytes(std::ssize(numbers))) : 0),
        tableBytes(form)};
    array.codes.reserve(static_cast<std::size_t>(form.codeBytes()));
    bool isSecondHalf = false;
    const auto addHalf = [&](std::byte code) {
        if (isSecondHalf)
            array.codes.back() |= code << 4;
        else
            array.codes.push_back(code);
        isSecondHalf = !isSecondHalf;
    };
    const auto gridCodeOf = [&](std::size_t i, float most) {
        const std::int8_t code = gridCode(numbers[i], form.table[ArrayForm::scaleOf(form.codes, i, channels)], most).value_or(0);
        return static_cast<std::byte>(code);
    };
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Bits number = numbers[i];
        if (form.masked && number == 0)
            continue;
        if (form.masked)
            array.mask[i / 8] |= std::byte{1} << (i % 8);
        switch (form.codes) {
        case ArrayForm::Codes::numbers: append(array.codes, number); break;
        case ArrayForm::Codes::half: append(array.codes, halfBits(std::bit_cast<float>(number))); break;
        case ArrayForm::Codes::brain: append(array.codes, static_cast<std::uint16_t>(number >> 16)); break;
        case ArrayForm::Codes::grid: array.codes.push_back(gridCodeOf(i, 127.0f)); break;
        case ArrayForm::Codes::smallGrid: addHalf(gridCodeOf(i, 7.0f) & std::byte{15}); break;
        case ArrayForm::Codes::palette:
            if (const std::byte code{palette.codeOf(number)}; form.halvesBytes())
                addHalf(code);
            else
                array.codes.push_back(code);
            break;
        }
    }
    return array;
}

std::size_t channelsOf(const Shape& shape)
{
    return static_cast<std::size_t>(shape[-1]);
}

} // namespace

StoredArrays::StoredArrays(std::span<const TensorView> arrays, Read read)
    : m_arrays(arrays.begin(), arrays.end())
    , m_read(std::move(read))
{
    for (std::size_t i = 0; i < m_arrays.size(); ++i)
        m_forms.push_back(formOf(i));
}

void StoredArrays::readPart(std::size_t array, std::int64_t first, std::span<std::byte> out) const
{
    const TensorView& view = m_arrays[array];
    if (view.bytes.empty())
        m_read(array, first, out);
    else
        std::memcpy(out.data(), view.bytes.data() + static_cast<std::size_t>(first) * sizeOf(view.type), out.size());
}

std::vector<std::uint32_t> StoredArrays::numbersOf(std::size_t array) const
{
    std::vector<Bits> numbers(static_cast<std::size_t>(m_arrays[array].shape.elements()));
    readPart(array, 0, std::as_writable_bytes(std::span(numbers)));
    return numbers;
}

/// A look at parts of a large array, evenly spread: of one that is dense, only they are read twice.
bool StoredArrays::mayBeSmaller(std::size_t array) const
{
    constexpr std::int64_t parts = 16, partSize = 4096;
    const std::int64_t elements = m_arrays[array].shape.elements();
    const std::int64_t size = std::min(partSize, elements);
    Survey survey;
    std::vector<Bits> numbers(static_cast<std::size_t>(size));
    std::int64_t reached = 0;
    for (std::int64_t part = 0; part < parts; ++part) {
        const std::int64_t first = (elements - size) * part / (parts - 1);
        if (first < reached) // a smaller array: its parts overlap
            continue;
        readPart(array, first, std::as_writable_bytes(std::span(numbers)));
        survey.add(numbers);
        reached = first + size;
    }
    return survey.mayBeSmaller();
}

ArrayForm StoredArrays::formOf(std::size_t array) const
{
    const TensorView& view = m_arrays[array];
    const std::int64_t elements = view.shape.elements();
    ArrayForm best{.stored = elements};
    if (view.type != DataType::f32 || view.shape.rank() < 2 || elements < fewestNumbers || !mayBeSmaller(array))
        return best;
    const auto isTaken = [&](const std::string& name) {
        return std::ranges::find(m_arrays, name, &TensorView::name) != m_arrays.end();
    };
    if (isTaken(ArrayForm::maskName(view.name)) || isTaken(ArrayForm::tableName(view.name, ArrayForm::Codes::grid))
        || isTaken(ArrayForm::tableName(view.name, ArrayForm::Codes::palette)))
        return best;

    const std::vector<Bits> numbers = numbersOf(array);
    Survey survey;
    survey.add(numbers);
    const auto consider = [&](ArrayForm form) {
        form.stored = form.masked ? elements - survey.zeros : elements;
        if (costOf(form, elements) < costOf(best, elements))
            best = std::move(form);
    };
    const auto considerBoth = [&](ArrayForm form) {
        consider(form);
        form.masked = true;
        consider(std::move(form));
    };
    consider({.masked = true});
    if (survey.areBrain)
        considerBoth({.codes = ArrayForm::Codes::brain});
    if (survey.areHalves)
        considerBoth({.codes = ArrayForm::Codes::half});
    for (const auto& [mayBe, codes] :
         {std::pair(survey.onGrid, ArrayForm::Codes::grid), std::pair(survey.onSmallGrid, ArrayForm::Codes::smallGrid)})
        if (std::vector<float> scales = mayBe ? scalesOf(numbers, view.shape, codes) : std::vector<float>(); !scales.empty())
            considerBoth({.codes = codes, .table = std::move(scales)});
    if (!survey.others.isFull()) {
        PaletteNumbers others = survey.others;
        others.sort();
        if (others.size() > 0)
            consider({.codes = ArrayForm::Codes::palette, .masked = true, .table = others.values()});
        if (survey.zeros == 0 || others.add(0)) {
            others.sort();
            consider({.codes = ArrayForm::Codes::palette, .table = others.values()});
        }
    }
    return best;
}

std::vector<std::byte> StoredArrays::header(std::map<std::string, std::string> metadata) const
{
    std::vector<SafetensorsEntry> entries;
    Json encodings = Json::object();
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        const TensorView& array = m_arrays[i];
        if (m_forms[i].isPlain()) {
            entries.push_back(entryOf(array));
            continue;
        }
        const auto sizes = array.shape.sizes();
        encodings[array.name] = {{"as", m_forms[i].name()}, {"shape", std::vector<std::int64_t>(sizes.begin(), sizes.end())}};
        for (SafetensorsEntry& part : m_forms[i].partsOf(array.name, array.shape))
            entries.push_back(std::move(part));
    }
    if (!encodings.empty())
        metadata.insert_or_assign(std::string(ArrayForm::key), encodings.dump());
    return safetensorsHeader(entries, metadata, arePlain() ? ArrayOrder::asGiven : ArrayOrder::widestFirst);
}

bool StoredArrays::arePlain() const
{
    return std::ranges::all_of(m_forms, &ArrayForm::isPlain);
}

void StoredArrays::write(const Take& take) const
{
    if (arePlain()) {
        for (std::size_t i = 0; i < m_arrays.size(); ++i)
            writePlain(i, take);
        return;
    }
    std::vector<SafetensorsEntry> entries;
    std::vector<std::pair<std::size_t, std::size_t>> places; // which array, and which of its parts
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        std::vector<SafetensorsEntry> parts =
            m_forms[i].isPlain() ? std::vector{entryOf(m_arrays[i])} : m_forms[i].partsOf(m_arrays[i].name, m_arrays[i].shape);
        for (std::size_t part = 0; part < parts.size(); ++part) {
            entries.push_back(std::move(parts[part]));
            places.emplace_back(i, part);
        }
    }
    inOrder(entries, ArrayOrder::widestFirst, [&](std::size_t entry) {
        const auto [i, part] = places[entry];
        if (m_forms[i].isPlain())
            writePlain(i, take);
        else
            take(encoded(numbersOf(i), channelsOf(m_arrays[i].shape), m_forms[i]).parts()[part]);
    });
}

void StoredArrays::writePlain(std::size_t index, const Take& take) const
{
    constexpr std::int64_t piece = std::int64_t{1} << 19; // elements read at once
    const TensorView& array = m_arrays[index];
    if (!array.bytes.empty())
        return take(array.bytes);
    std::vector<std::byte> buffer;
    for (std::int64_t first = 0, all = array.shape.elements(); first < all; first += piece) {
        buffer.resize(static_cast<std::size_t>(std::min(all - first, piece)) * sizeOf(array.type));
        m_read(index, first, buffer);
        take(buffer);
    }
}

std::vector<std::byte> writeCompactSafetensors(std::span<const TensorView> tensors, std::map<std::string, std::string> metadata)
{
    const StoredArrays arrays(tensors);
    std::vector<std::byte> out = arrays.header(std::move(metadata));
    arrays.write([&](std::span<const std::byte> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); });
    return out;
}

} // namespace netsmith
