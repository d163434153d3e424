#include "engine/interop/weights/stored_tensor.h"

#include "engine/core/checked.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <optional>

namespace netsmith::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are read as they lie in files");

constexpr std::size_t notesAtMost = 1000; // a file of nothing but empty tensors must not fill memory with sentences

/// The narrowest type of ours that holds every number of a stored one.
DataType typeFor(Element element)
{
    switch (element) {
    case Element::f64: return DataType::f64;
    case Element::f32: return DataType::f32;
    case Element::f16: return DataType::f16;
    case Element::bf16: return DataType::bf16;
    case Element::i64:
    case Element::u64:
    case Element::u32: return DataType::i64;
    case Element::i32:
    case Element::i16:
    case Element::i8:
    case Element::u16: return DataType::i32;
    case Element::u8:
    case Element::boolean: return DataType::u8;
    }
    return DataType::f32;
}

template <class From, class To>
void widen(const std::byte* from, std::byte* to)
{
    From number{};
    std::memcpy(&number, from, sizeof number);
    const To wide = number;
    std::memcpy(to, &wide, sizeof wide);
}

/// Copies one number, whose bytes are little-endian.
void widenOne(Element element, const std::byte* from, std::byte* to)
{
    switch (element) {
    case Element::i8: return widen<std::int8_t, std::int32_t>(from, to);
    case Element::i16: return widen<std::int16_t, std::int32_t>(from, to);
    case Element::u16: return widen<std::uint16_t, std::int32_t>(from, to);
    case Element::u32: return widen<std::uint32_t, std::int64_t>(from, to);
    default: std::memcpy(to, from, bytesOf(element));
    }
}

/// Strides of elements that follow each other, the last axis innermost.
void rowMajor(const Shape& shape, std::int64_t strides[])
{
    std::int64_t stride = 1;
    for (int axis = shape.rank(); axis-- > 0; stride *= shape[axis])
        strides[axis] = stride;
}

bool isRowMajor(const Shape& shape, const std::int64_t strides[])
{
    std::int64_t expected[Shape::maxRank]{};
    rowMajor(shape, expected);
    for (int axis = 0; axis < shape.rank(); ++axis)
        if (shape[axis] > 1 && strides[axis] != expected[axis])
            return false;
    return true;
}

/// How many elements lie between the first and the last one, these included; nothing for what 64 bits can't count.
std::optional<std::int64_t> extentOf(const Shape& shape, const std::int64_t strides[])
{
    std::optional<std::int64_t> extent = 1;
    for (int axis = 0; axis < shape.rank() && extent; ++axis) {
        const auto step = checkedMultiply(shape[axis] - 1, strides[axis]);
        extent = step ? checkedAdd(*extent, *step) : std::nullopt;
    }
    return extent;
}

} // namespace

std::size_t bytesOf(Element element)
{
    switch (element) {
    case Element::f64:
    case Element::i64:
    case Element::u64: return 8;
    case Element::f32:
    case Element::i32:
    case Element::u32: return 4;
    case Element::f16:
    case Element::bf16:
    case Element::i16:
    case Element::u16: return 2;
    case Element::i8:
    case Element::u8:
    case Element::boolean: return 1;
    }
    return 0;
}

std::string_view nameOf(Element element)
{
    switch (element) {
    case Element::f64: return "float64";
    case Element::f32: return "float32";
    case Element::f16: return "float16";
    case Element::bf16: return "bfloat16";
    case Element::i64: return "int64";
    case Element::i32: return "int32";
    case Element::i16: return "int16";
    case Element::i8: return "int8";
    case Element::u64: return "uint64";
    case Element::u32: return "uint32";
    case Element::u16: return "uint16";
    case Element::u8: return "uint8";
    case Element::boolean: return "bool";
    }
    return "?";
}

struct TensorIntake::Kept {
    std::shared_ptr<const void> content{};
    std::deque<std::vector<std::byte>> copies{};
    std::uint64_t copied = 0;
};

TensorIntake::TensorIntake(std::string place, std::shared_ptr<const void> content, std::uint64_t size)
    : m_place(std::move(place))
    , m_kept(std::make_shared<Kept>())
    , m_copiesAtMost((std::uint64_t{1} << 20) + 16 * size) // int8 takes 4 times as much; the rest is for tensors that share numbers
{
    m_kept->content = std::move(content);
}

void TensorIntake::leaveOut(const std::string& name, Message reason)
{
    if (m_file.notes.size() < notesAtMost)
        note(Message(NS_MESSAGE("weights.left_out", "\"{0}\" is left out: {1}"), visibleText(name), std::move(reason)));
}

void TensorIntake::add(StoredTensor stored)
{
    if (!isUtf8(stored.name))
        refuse(NS_MESSAGE("weights.name", "{0} has a tensor whose name is not text: \"{1}\"; is it damaged?"), m_place,
               visibleText(stored.name));
    if (std::ranges::any_of(stored.sizes, [](std::int64_t size) { return size < 0; })
        || std::ranges::any_of(stored.strides, [](std::int64_t stride) { return stride < 0; })
        || (!stored.strides.empty() && stored.strides.size() != stored.sizes.size()))
        refuse(NS_MESSAGE("weights.shape", "{0}: the shape of \"{1}\" is not valid; is the file damaged?"), m_place,
               visibleText(stored.name));
    if (stored.sizes.size() > Shape::maxRank)
        return leaveOut(stored.name,
                        Message(NS_MESSAGE("weights.rank", "it has {0:axis|axes}, and at most {1} can be read"),
                                stored.sizes.size(), Shape::maxRank));
    if (std::ranges::count(stored.sizes, 0) > 0)
        return leaveOut(stored.name, Message(NS_MESSAGE("weights.no_numbers", "it holds no numbers")));

    const Shape shape(stored.sizes);
    std::int64_t strides[Shape::maxRank]{};
    std::optional<std::int64_t> elements = 1;
    for (const std::int64_t size : stored.sizes)
        elements = elements ? checkedMultiply(*elements, size) : std::nullopt;
    if (elements && stored.strides.empty())
        rowMajor(shape, strides);
    else
        std::ranges::copy(stored.strides, strides);
    const std::size_t size = bytesOf(stored.element);
    const auto extent = elements ? extentOf(shape, strides) : std::nullopt;
    if (!extent || static_cast<std::uint64_t>(*extent) > stored.bytes.size() / size)
        refuse(
            NS_MESSAGE("weights.bytes",
                       "{0}: \"{1}\" of the shape {2} and the type {3} reaches past the end of its data, {4:byte|bytes}; the file "
                       "is truncated or damaged: download or copy it again"),
            m_place, visibleText(stored.name), shape.text(), stored.type, stored.bytes.size());

    WeightTensor tensor{.name = stored.name, .stored = stored.type, .type = typeFor(stored.element), .shape = shape, .bytes = {}};
    if (isRowMajor(shape, strides) && sizeOf(tensor.type) == size && (!stored.bigEndian || size == 1)
        && stored.element != Element::u64)
        tensor.bytes = stored.bytes.first(static_cast<std::size_t>(*elements) * size);
    else
        tensor.bytes = copyOf(stored, shape, strides, tensor.type);

    const auto [place, isNew] = m_byName.emplace(tensor.name, m_file.tensors.size());
    if (isNew) {
        m_file.tensors.push_back(std::move(tensor));
        return;
    }
    if (m_file.notes.size() < notesAtMost)
        note(Message(NS_MESSAGE("weights.twice", "\"{0}\" is there twice; the last one is taken"), visibleText(tensor.name)));
    m_file.tensors[place->second] = std::move(tensor);
}

std::span<const std::byte> TensorIntake::copyOf(const StoredTensor& stored, const Shape& shape, std::int64_t strides[],
                                                DataType type)
{
    const std::int64_t elements = shape.elements();
    const std::size_t from = bytesOf(stored.element), to = sizeOf(type);
    const auto bytes = checkedMultiply(elements, static_cast<std::int64_t>(to));
    if (!bytes || static_cast<std::uint64_t>(*bytes) > m_copiesAtMost - m_kept->copied)
        refuse(
            NS_MESSAGE("weights.copies",
                       "{0}: \"{1}\" of the shape {2} claims far more numbers than the file holds: they repeat the same ones; save "
                       "it again with contiguous tensors"),
            m_place, visibleText(stored.name), shape.text());
    m_kept->copied += static_cast<std::uint64_t>(*bytes);
    std::vector<std::byte>& copy = m_kept->copies.emplace_back(static_cast<std::size_t>(*bytes));

    std::int64_t at[Shape::maxRank]{};
    std::int64_t source = 0;
    std::byte number[8]{};
    for (std::int64_t i = 0; i < elements; ++i) {
        std::memcpy(number, stored.bytes.data() + static_cast<std::size_t>(source) * from, from);
        if (stored.bigEndian)
            std::reverse(number, number + from);
        if (stored.element == Element::u64 && std::to_integer<int>(number[7]) >> 7 != 0)
            refuse(NS_MESSAGE("weights.unsigned", "{0}: \"{1}\" holds an integer beyond 2^63 - 1; save it as float64"), m_place,
                   visibleText(stored.name));
        widenOne(stored.element, number, copy.data() + static_cast<std::size_t>(i) * to);
        for (int axis = shape.rank(); axis-- > 0;) {
            source += strides[axis];
            if (++at[axis] < shape[axis])
                break;
            source -= strides[axis] * shape[axis];
            at[axis] = 0;
        }
    }
    checkMapped(stored.bytes);
    return copy;
}

WeightFile TensorIntake::take(std::string format, Framework framework)
{
    if (m_file.tensors.empty()) {
        if (m_file.notes.empty())
            refuse(NS_MESSAGE("weights.empty", "{0} holds no tensors; is it the right file?"), m_place);
        refuse(NS_MESSAGE("weights.nothing_left", "{0} holds no tensors that can be read: {1}"), m_place, m_file.notes.front());
    }
    m_file.format = std::move(format);
    m_file.framework = framework;
    m_file.content = std::move(m_kept);
    return std::move(m_file);
}

} // namespace netsmith::interop
