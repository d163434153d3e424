#include "engine/store/expanded_arrays.h"

#include "engine/core/bfloat16.h"
#include "engine/core/checked.h"
#include "engine/core/float16.h"
#include "engine/graph/json/json_text.h"
#include "engine/store/array_form.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace netsmith {
namespace {

using Codes = ArrayForm::Codes;

/// What owns the bytes of expanded arrays.
using Content = std::deque<std::vector<std::byte>>;

/// Expands the arrays of one file.
class Expansion {
public:
    Expansion(SafetensorsEntries& file, std::string_view name)
        : m_file(file)
        , m_name(name)
        , m_content(std::make_shared<Content>())
    {
        for (std::size_t i = 0; i < file.entries.size(); ++i)
            m_places.emplace(file.entries[i].name, i);
    }

    void expand(const std::string& encodings)
    {
        const Expected<Json> list = readJson(encodings);
        if (!list || !list->is_object())
            refuse(NS_MESSAGE("compact.list", "{0}: the \"{1}\" of its header is not a JSON object of arrays; the file is damaged"),
                   m_name, ArrayForm::key);
        for (const auto& [array, how] : list->items())
            expandOne(array, how);
        std::erase_if(m_file.entries, [&](const SafetensorsEntry& entry) { return m_parts.contains(entry.name); });
        m_file.content = m_content;
    }

private:
    [[noreturn]] void fail(const std::string& array, const Message& reason) const
    {
        refuse(NS_MESSAGE("compact.array", "{0}: the array \"{1}\" can't be read: {2}; the file is damaged"), m_name, array,
               reason);
    }

    Shape shapeOf(const std::string& array, const Json& how) const
    {
        const Message invalid(NS_MESSAGE("compact.shape", "its shape is not valid"));
        const auto isSize = [](const Json& size) {
            return size.is_number_unsigned() && size.get<std::uint64_t>() > 0
                && std::in_range<std::int64_t>(size.get<std::uint64_t>());
        };
        if (!how.contains("shape") || !how["shape"].is_array() || how["shape"].empty() || how["shape"].size() > Shape::maxRank
            || !std::ranges::all_of(how["shape"], isSize))
            fail(array, invalid);
        const auto sizes = how["shape"].get<std::vector<std::int64_t>>();
        std::int64_t bytes = sizeof(float);
        for (const std::int64_t size : sizes) {
            const auto product = checkedMultiply(bytes, size);
            if (!product)
                fail(array, invalid);
            bytes = *product;
        }
        return Shape(sizes);
    }

    ArrayForm formOf(const std::string& array, const Json& how) const
    {
        if (!how.is_object() || !how.contains("as") || !how["as"].is_string())
            fail(array, Message(NS_MESSAGE("compact.no_form", "nothing says in which form it is")));
        const auto name = how["as"].get<std::string>();
        const auto form = ArrayForm::named(name);
        if (!form || form->isPlain())
            fail(array, Message(NS_MESSAGE("compact.form", "its form \"{0}\" is not known"), name));
        return *form;
    }

    const SafetensorsEntry& part(const std::string& array, const std::string& name) const
    {
        const auto place = m_places.find(name);
        if (place == m_places.end())
            fail(array, Message(NS_MESSAGE("compact.missing", "its part \"{0}\" is missing"), name));
        return m_file.entries[place->second];
    }

    /// Throws unless a part has the type and the bytes of the expected one.
    void check(const std::string& array, const SafetensorsEntry& part, const SafetensorsEntry& expected) const
    {
        if (part.type != expected.type)
            fail(array,
                 Message(NS_MESSAGE("compact.type", "its part \"{0}\" is of type {1}, expected {2}"), part.name, part.type,
                         expected.type));
        const std::int64_t bytes = storedBytes(expected);
        if (std::ssize(part.bytes) != bytes)
            fail(array,
                 Message(NS_MESSAGE("compact.bytes", "its part \"{0}\" has {1:byte|bytes}, expected {2}"), part.name,
                         part.bytes.size(), bytes));
    }

    std::vector<float> tableOf(const std::string& array, Codes codes, const Shape& shape) const
    {
        const SafetensorsEntry& stored = part(array, ArrayForm::tableName(array, codes));
        const bool isSmall = codes == Codes::smallGrid;
        const std::size_t size = stored.bytes.size() / (isSmall ? sizeof(BFloat16) : sizeof(float));
        if (codes == Codes::palette && (size == 0 || size > ArrayForm::largestPalette))
            fail(array,
                 Message(NS_MESSAGE("compact.palette", "its palette has {0:value|values}, expected 1 to {1}"), size,
                         ArrayForm::largestPalette));
        const std::int64_t expected = codes == Codes::palette ? static_cast<std::int64_t>(size) : ArrayForm::scalesOf(codes, shape);
        check(array, stored, {.name = {}, .type = isSmall ? "BF16" : "F32", .sizes = {expected}});
        std::vector<float> table(size);
        if (isSmall) {
            std::vector<BFloat16> scales(size);
            std::memcpy(scales.data(), stored.bytes.data(), stored.bytes.size());
            std::ranges::transform(scales, table.begin(), [](BFloat16 scale) { return static_cast<float>(scale); });
        } else {
            std::memcpy(table.data(), stored.bytes.data(), stored.bytes.size());
        }
        if (codes != Codes::palette)
            for (const float scale : table)
                if (!std::isfinite(scale) || scale < 0.0f)
                    fail(array,
                         Message(NS_MESSAGE("compact.scale", "it has a scale of {0}; scales are finite and not negative"), scale));
        return table;
    }

    /// How many numbers a mask marks. Throws if it marks one that is not there.
    std::int64_t marked(const std::string& array, std::span<const std::byte> mask, std::int64_t elements) const
    {
        std::int64_t count = 0;
        for (const std::byte eight : mask)
            count += std::popcount(std::to_integer<unsigned>(eight));
        if (elements % 8 != 0 && (mask.back() >> (elements % 8)) != std::byte{0})
            fail(array, Message(NS_MESSAGE("compact.mask_end", "its mask goes on after its last number")));
        return count;
    }

    void expandOne(const std::string& array, const Json& how)
    {
        ArrayForm form = formOf(array, how);
        const Shape shape = shapeOf(array, how);
        const std::int64_t elements = shape.elements();
        form.stored = elements;
        std::span<const std::byte> mask;
        if (form.masked) {
            const SafetensorsEntry& stored = part(array, ArrayForm::maskName(array));
            check(array, stored, {.name = {}, .type = "U8", .sizes = {ArrayForm::maskBytes(elements)}});
            mask = stored.bytes;
            form.stored = marked(array, mask, elements);
        }
        if (form.hasTable())
            form.table = tableOf(array, form.codes, shape);
        const SafetensorsEntry& codes = part(array, array);
        check(array, codes, form.partsOf(array, shape).front());

        std::vector<std::byte>& bytes = m_content->emplace_back(static_cast<std::size_t>(elements) * sizeof(float));
        std::size_t taken = 0;
        for (std::size_t i = 0, channels = static_cast<std::size_t>(shape[-1]); i < static_cast<std::size_t>(elements); ++i)
            if (!form.masked || (mask[i / 8] >> (i % 8) & std::byte{1}) != std::byte{0})
                decode(array, form, codes.bytes, taken++, ArrayForm::scaleOf(form.codes, i, channels),
                       bytes.data() + i * sizeof(float));

        for (const SafetensorsEntry& each : form.partsOf(array, shape))
            if (each.name != array)
                m_parts.insert(each.name);
        SafetensorsEntry& expanded = m_file.entries[m_places.at(array)];
        expanded.type = "F32";
        expanded.sizes.assign(shape.sizes().begin(), shape.sizes().end());
        expanded.bytes = bytes;
    }

    void decode(const std::string& array, const ArrayForm& form, std::span<const std::byte> codes, std::size_t index,
                std::size_t scale, std::byte* out) const
    {
        float number = 0.0f;
        std::uint16_t word = 0;
        const auto codeOf = [&] {
            const std::byte eight = codes[form.halvesBytes() ? index / 2 : index];
            return std::to_integer<std::size_t>(!form.halvesBytes() ? eight : index % 2 == 0 ? eight & std::byte{15} : eight >> 4);
        };
        switch (form.codes) {
        case Codes::numbers: std::memcpy(out, codes.data() + index * sizeof number, sizeof number); return;
        case Codes::half:
            std::memcpy(&word, codes.data() + index * sizeof word, sizeof word);
            number = halfValue(word);
            break;
        case Codes::brain:
            std::memcpy(out, &word, sizeof word); // the lower half of a float; the upper one follows
            std::memcpy(out + sizeof word, codes.data() + index * sizeof word, sizeof word);
            return;
        case Codes::grid: number = static_cast<float>(static_cast<std::int8_t>(codes[index])) * form.table[scale]; break;
        case Codes::smallGrid: {
            const auto four = static_cast<int>(codeOf());
            number = static_cast<float>(four < 8 ? four : four - 16) * form.table[scale];
            break;
        }
        case Codes::palette: {
            const std::size_t code = codeOf();
            if (code >= form.table.size())
                fail(array,
                     Message(NS_MESSAGE("compact.code", "it uses the value {0} of a palette of {1}"), code + 1, form.table.size()));
            std::memcpy(out, &form.table[code], sizeof number);
            return;
        }
        }
        std::memcpy(out, &number, sizeof number);
    }

    SafetensorsEntries& m_file;
    std::string m_name;
    std::shared_ptr<Content> m_content;
    std::unordered_map<std::string, std::size_t> m_places;
    std::unordered_set<std::string> m_parts; ///< of arrays, which are none by themselves
};

} // namespace

void expandArrays(SafetensorsEntries& file, std::string_view name)
{
    const auto found = file.metadata.find(std::string(ArrayForm::key));
    if (found == file.metadata.end())
        return;
    const std::string encodings = std::move(found->second);
    file.metadata.erase(found);
    Expansion(file, name).expand(encodings);
}

} // namespace netsmith
