#include "engine/store/safetensors.h"

#include "engine/core/checked.h"
#include "engine/graph/json/json_text.h"
#include "engine/store/array_form.h"
#include "engine/store/expanded_arrays.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <tuple>

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

namespace netsmith {
namespace {

constexpr std::size_t lengthBytes = 8;
constexpr std::size_t alignment = 64;
constexpr std::uint64_t largestHeader = 100'000'000; // the limit of the format's own reader

struct StoredType {
    std::string_view name;
    std::int64_t bytes;
    std::optional<DataType> type; ///< none: our files have no such arrays
};
constexpr std::array<StoredType, 15> storedTypes{{
    {"F64", 8, DataType::f64},
    {"F32", 4, DataType::f32},
    {"BF16", 2, DataType::bf16},
    {"F16", 2, DataType::f16},
    {"I64", 8, DataType::i64},
    {"I32", 4, DataType::i32},
    {"U8", 1, DataType::u8},
    {"BOOL", 1, {}},
    {"I8", 1, {}},
    {"I16", 2, {}},
    {"U16", 2, {}},
    {"U32", 4, {}},
    {"U64", 8, {}},
    {"F8_E4M3", 1, {}},
    {"F8_E5M2", 1, {}},
}};

constexpr auto badHeader = NS_MESSAGE("safetensors.header", "{0} is not a safetensors file: {1}");

class Parser {
public:
    Parser(std::span<const std::byte> all, std::string_view name)
        : m_name(name)
        , m_all(all)
    {
    }

    SafetensorsEntries entries()
    {
        const Json header = readHeader();
        for (const auto& [key, value] : header.items())
            if (key == "__metadata__")
                readMetadata(value);
            else
                readTensor(key, value);
        const bool areExpanded = m_file.metadata.contains(std::string(ArrayForm::key));
        std::vector<SafetensorsEntry> listed = areExpanded ? m_file.entries : std::vector<SafetensorsEntry>();
        checkCoverage();
        if (areExpanded) {
            m_file.entries = std::move(listed);
            expandArrays(m_file, m_name);
        }
        return std::move(m_file);
    }

    SafetensorsFile parse(std::shared_ptr<const void> owner)
    {
        SafetensorsEntries read = entries();
        SafetensorsFile file{.content = std::move(owner), .tensors = {}, .metadata = std::move(read.metadata)};
        if (read.content)
            file.content = std::make_shared<const std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
                std::move(file.content), std::move(read.content));
        for (SafetensorsEntry& entry : read.entries) {
            const auto* type = std::ranges::find(storedTypes, entry.type, &StoredType::name);
            if (type == storedTypes.end() || !type->type)
                fail(NS_MESSAGE("safetensors.type",
                                "{0}: the array \"{1}\" is of type {2}; F64, F32, F16, BF16, I64, I32 and U8 can be read"),
                     entry.name, entry.type);
            if (entry.sizes.size() > Shape::maxRank
                || std::ranges::any_of(entry.sizes, [](std::int64_t size) { return size == 0; }))
                fail(NS_MESSAGE("safetensors.shape", "{0}: the array \"{1}\" is empty or has more than {2:axis|axes}"), entry.name,
                     Shape::maxRank);
            file.tensors.push_back({std::move(entry.name), *type->type, Shape(entry.sizes), entry.bytes});
        }
        return file;
    }

private:
    template <class... Arguments>
    [[noreturn]] void fail(MessageTemplate sentence, Arguments&&... arguments) const
    {
        throw Error(ErrorKind::input, sentence, m_name, std::forward<Arguments>(arguments)...);
    }

    Json readHeader()
    {
        if (m_all.size() < lengthBytes)
            fail(badHeader, Message(NS_MESSAGE("safetensors.short", "it is shorter than the 8 bytes of its header's length")));
        std::uint64_t length = 0;
        std::memcpy(&length, m_all.data(), lengthBytes);
        if (length > largestHeader || length > m_all.size() - lengthBytes)
            fail(NS_MESSAGE("safetensors.header_length",
                            "{0} claims a header of {1:byte|bytes} and {2} follow it; it is truncated or not a safetensors file"),
                 length, m_all.size() - lengthBytes);
        const auto* text = reinterpret_cast<const char*>(m_all.data()) + lengthBytes;
        m_data = m_all.subspan(lengthBytes + static_cast<std::size_t>(length));

        auto header = readJson({text, static_cast<std::size_t>(length)});
        if (!header)
            fail(badHeader, header.error().message());
        if (!header->is_object())
            fail(badHeader, Message(NS_MESSAGE("safetensors.object", "its header is not a JSON object of arrays")));
        return std::move(*header);
    }

    void readMetadata(const Json& value)
    {
        if (!value.is_object())
            fail(badHeader, Message(NS_MESSAGE("safetensors.metadata", "its __metadata__ is not an object")));
        for (const auto& [key, text] : value.items()) {
            if (!text.is_string())
                fail(badHeader,
                     Message(NS_MESSAGE("safetensors.metadata_text", "its __metadata__ holds something that is not text")));
            m_file.metadata[key] = text.get<std::string>();
        }
    }

    void readTensor(const std::string& name, const Json& value)
    {
        const auto missing = [&](const char* key) {
            fail(NS_MESSAGE("safetensors.key", "{0}: the array \"{1}\" has no valid {2}"), name, key);
        };
        if (!value.is_object() || !value.contains("dtype") || !value["dtype"].is_string())
            missing("dtype");
        if (!value.contains("shape") || !isCounts(value["shape"]))
            missing("shape");
        if (!value.contains("data_offsets") || !isCounts(value["data_offsets"]) || value["data_offsets"].size() != 2)
            missing("data_offsets");

        const auto typeName = value["dtype"].get<std::string>();
        const auto* type = std::ranges::find(storedTypes, typeName, &StoredType::name);
        const bool known = type != storedTypes.end();
        auto sizes = value["shape"].get<std::vector<std::int64_t>>();

        std::int64_t expected = known ? type->bytes : 1;
        for (const std::int64_t size : sizes) {
            const auto product = checkedMultiply(expected, size);
            if (!product)
                fail(NS_MESSAGE("safetensors.overflow", "{0}: the array \"{1}\" claims more bytes than 64 bits can count"), name);
            expected = *product;
        }
        const auto begin = value["data_offsets"][0].get<std::int64_t>();
        const auto end = value["data_offsets"][1].get<std::int64_t>();
        if (end < begin || end > static_cast<std::int64_t>(m_data.size()))
            fail(NS_MESSAGE("safetensors.range",
                            "{0}: the array \"{1}\" claims bytes {2} to {3}, but the file holds {4}; it is truncated or damaged"),
                 name, begin, end, m_data.size());
        if (known && end - begin != expected)
            fail(NS_MESSAGE("safetensors.bytes", "{0}: the array \"{1}\" needs {2:byte|bytes} for its shape and has {3}"), name,
                 expected, end - begin);
        m_file.entries.push_back({name, typeName, std::move(sizes),
                                  m_data.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin))});
    }

    /// Whether it is an array of integers that 63 bits can hold and that are not negative.
    static bool isCounts(const Json& value)
    {
        return value.is_array() && std::ranges::all_of(value, [](const Json& size) {
                   return size.is_number_unsigned() && std::in_range<std::int64_t>(size.get<std::uint64_t>());
               });
    }

    void checkCoverage()
    {
        // An empty array lies where the next one begins.
        std::ranges::sort(m_file.entries, {},
                          [](const SafetensorsEntry& entry) { return std::tuple(entry.bytes.data(), entry.bytes.size()); });
        const std::byte* reached = m_data.data();
        for (const SafetensorsEntry& tensor : m_file.entries) {
            if (tensor.bytes.data() != reached)
                fail(
                    NS_MESSAGE("safetensors.overlap", "{0}: the array \"{1}\" overlaps the one before it or leaves a gap after it"),
                    tensor.name);
            reached += tensor.bytes.size();
        }
        const auto left = m_data.data() + m_data.size() - reached;
        if (left != 0)
            fail(NS_MESSAGE("safetensors.rest", "{0} has {1:byte|bytes} that no array claims; it is damaged"), left);
    }

    std::string m_name;
    std::span<const std::byte> m_all;
    std::span<const std::byte> m_data;
    SafetensorsEntries m_file;
};

} // namespace

const TensorView* SafetensorsFile::find(std::string_view name) const
{
    const auto found = std::ranges::find(tensors, name, &TensorView::name);
    return found == tensors.end() ? nullptr : &*found;
}

std::int64_t SafetensorsFile::bytes() const
{
    std::int64_t bytes = 0;
    for (const TensorView& tensor : tensors)
        bytes += tensor.size();
    return bytes;
}

void SafetensorsFile::checkWhole() const
{
    for (const TensorView& tensor : tensors)
        checkMapped(tensor.bytes);
}

SafetensorsEntry entryOf(const TensorView& tensor)
{
    const auto sizes = tensor.shape.sizes();
    const auto* type = std::ranges::find(storedTypes, std::optional(tensor.type), &StoredType::type);
    return {tensor.name, std::string(type->name), {sizes.begin(), sizes.end()}, tensor.bytes};
}

std::int64_t storedBytes(const SafetensorsEntry& entry)
{
    const auto* type = std::ranges::find(storedTypes, entry.type, &StoredType::name);
    return std::accumulate(entry.sizes.begin(), entry.sizes.end(), type->bytes, std::multiplies());
}

void inOrder(std::span<const SafetensorsEntry> entries, ArrayOrder order, const std::function<void(std::size_t)>& use)
{
    const auto rank = [&](const SafetensorsEntry& entry) -> std::int64_t {
        const std::int64_t width = std::ranges::find(storedTypes, entry.type, &StoredType::name)->bytes;
        return order == ArrayOrder::asGiven ? 0 : std::min<std::int64_t>(width, 4);
    };
    for (const std::int64_t each : {4, 2, 1, 0})
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (rank(entries[i]) == each)
                use(i);
}

std::vector<std::byte> safetensorsHeader(std::span<const SafetensorsEntry> entries,
                                         const std::map<std::string, std::string>& metadata, ArrayOrder order)
{
    Json header = Json::object();
    if (!metadata.empty())
        header["__metadata__"] = metadata;
    std::vector<std::int64_t> begins(entries.size());
    std::int64_t size = 0;
    inOrder(entries, order, [&](std::size_t i) { size = (begins[i] = size) + storedBytes(entries[i]); });
    for (std::size_t i = 0; i < entries.size(); ++i)
        header[entries[i].name] = {{"dtype", entries[i].type},
                                   {"shape", entries[i].sizes},
                                   {"data_offsets", {begins[i], begins[i] + storedBytes(entries[i])}}};
    std::string text = header.dump();
    text.append((alignment - (lengthBytes + text.size()) % alignment) % alignment, ' ');

    std::vector<std::byte> out(lengthBytes + text.size());
    const std::uint64_t length = text.size();
    std::memcpy(out.data(), &length, lengthBytes);
    std::memcpy(out.data() + lengthBytes, text.data(), text.size());
    return out;
}

std::vector<std::byte> safetensorsHeader(std::span<const TensorView> tensors, const std::map<std::string, std::string>& metadata)
{
    std::vector<SafetensorsEntry> entries;
    std::ranges::transform(tensors, std::back_inserter(entries), entryOf);
    return safetensorsHeader(entries, metadata);
}

std::vector<std::byte> writeSafetensors(std::span<const TensorView> tensors, const std::map<std::string, std::string>& metadata)
{
    std::vector<std::byte> out = safetensorsHeader(tensors, metadata);
    for (const TensorView& tensor : tensors)
        out.insert(out.end(), tensor.bytes.begin(), tensor.bytes.end());
    return out;
}

Expected<SafetensorsFile> parseSafetensors(std::vector<std::byte> content, std::string_view name)
try {
    const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(content));
    return Parser(*owner, name).parse(owner);
} catch (const Error& error) {
    return error;
}

Expected<SafetensorsFile> parseSafetensors(const MappedFile& file, std::string_view name)
try {
    return Parser(file.all(), name).parse(file.bytes);
} catch (const Error& error) {
    return error;
}

SafetensorsEntries safetensorsEntries(std::span<const std::byte> content, std::string_view name)
{
    return Parser(content, name).entries();
}

} // namespace netsmith
