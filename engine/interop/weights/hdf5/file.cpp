#include "engine/interop/weights/hdf5/file.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::hdf5 {
namespace {

constexpr std::array<char, 8> signature{'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};

void checkWidths(int addresses, int lengths)
{
    if (addresses != 8 || lengths != 8)
        refuse(NS_MESSAGE("weights.hdf5_widths", "its addresses have {0:byte|bytes} and its lengths {1}; 8 can be read"), addresses,
               lengths);
}

/// The address of the root group's header, from the superblock (specification II).
std::uint64_t readSuperblock(std::span<const std::byte> all)
{
    if (!isFile(all))
        refuse(NS_MESSAGE("weights.hdf5_signature", "it does not begin as an HDF5 file does"));
    Cursor cursor(all.subspan(signature.size()));
    const std::uint8_t version = cursor.u8();
    std::uint64_t base = 0;
    std::uint64_t end = 0;
    std::uint64_t root = nowhere;
    if (version <= 1) {
        cursor.skip(4);
        const int addresses = cursor.u8();
        checkWidths(addresses, cursor.u8());
        cursor.skip(1 + 2 + 2 + 4 + (version == 1 ? 4 : 0));
        base = cursor.u64();
        cursor.skip(8);
        end = cursor.u64();
        cursor.skip(8 + 8);
        root = cursor.u64();
    } else if (version <= 3) {
        const int addresses = cursor.u8();
        checkWidths(addresses, cursor.u8());
        cursor.skip(1);
        base = cursor.u64();
        cursor.skip(8);
        end = cursor.u64();
        root = cursor.u64();
        checkLookup3(all.first(all.size() - cursor.left() + 4));
    } else {
        refuse(NS_MESSAGE("weights.hdf5_version", "it is of version {0} of the format, and 0 to 3 can be read"), version);
    }
    if (base != 0)
        refuse(NS_MESSAGE("weights.hdf5_base", "it has a block of its program at its start; save it without one"));
    if (end > all.size())
        refuse(NS_MESSAGE("weights.hdf5_truncated", "it has {0:byte|bytes} and was written with {1}; download or copy it again"),
               all.size(), end);
    return root;
}

/// An attribute's message (specification IV.A.2.m).
struct Attribute {
    std::string_view name{};
    ElementType type{};
    Extent extent{};
    Cursor content{{}};
};

/// `wanted` is the only name of which the rest is read.
std::optional<Attribute> readAttribute(std::span<const std::byte> message, std::string_view wanted)
{
    Cursor cursor(message);
    const std::uint8_t version = cursor.u8();
    const std::uint8_t flags = cursor.u8();
    if (version < 1 || version > 3)
        refuse(NS_MESSAGE("weights.hdf5_attribute", "an attribute in it is of no known version, so it is damaged"));
    const std::uint64_t sizes[] = {cursor.u16(), cursor.u16(), cursor.u16()};
    if (version == 3)
        cursor.skip(1);
    const auto padded = [&](std::uint64_t size) { return version == 1 ? (size + 7) / 8 * 8 : size; };
    Cursor name(cursor.take(padded(sizes[0])));
    if (name.text(sizes[0]) != wanted)
        return std::nullopt;
    if (version > 1 && flags != 0)
        refuse(
            NS_MESSAGE("weights.hdf5_shared", "it has a type of its own, which weights don't need; save them with their program"));
    Attribute attribute{wanted};
    attribute.type = readDatatype(cursor.take(padded(sizes[1])));
    attribute.extent = readDataspace(cursor.take(padded(sizes[2])));
    attribute.content = cursor;
    return attribute;
}

std::string textOf(std::span<const std::byte> bytes)
{
    const auto end = std::ranges::find(bytes, std::byte{0}); // those that pad it are no part of it
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(end - bytes.begin())};
}

} // namespace

bool isFile(std::span<const std::byte> bytes)
{
    return bytes.size() >= signature.size()
        && std::ranges::equal(bytes.first(signature.size()), std::as_bytes(std::span(signature)));
}

File::File(std::span<const std::byte> bytes)
    : m_content(bytes)
    , m_root(readSuperblock(bytes))
{
}

const Object& File::object(std::uint64_t address)
{
    const auto found = m_objects.find(address);
    return found != m_objects.end() ? found->second : m_objects.emplace(address, readObject(m_content, address)).first->second;
}

const std::vector<Link>& File::links(std::uint64_t group)
{
    const auto found = m_links.find(group);
    return found != m_links.end() ? found->second : m_links.emplace(group, readLinks(m_content, object(group))).first->second;
}

std::optional<std::uint64_t> File::find(std::uint64_t group, std::string_view path)
{
    while (!path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), name.size() + 1));
        if (name.empty())
            continue;
        const std::vector<Link>& members = links(group);
        m_content.pay(members.size());
        const auto found = std::ranges::find(members, name, &Link::name);
        if (found == members.end())
            return std::nullopt;
        group = found->object;
    }
    return group;
}

std::optional<std::vector<std::string>> File::texts(std::uint64_t address, std::string_view name)
{
    for (const ObjectMessage& message : object(address).messages) {
        if (message.kind == MessageKind::attributeInfo) {
            Cursor cursor(message.bytes);
            cursor.skip(1);
            if (cursor.u8() & 0x01)
                cursor.skip(2);
            if (cursor.u64() != nowhere)
                refuse(NS_MESSAGE("weights.hdf5_many_attributes",
                                  "its attributes are stored in a form of HDF5 1.8 that can't be read; save it without libver"));
        }
        if (message.kind != MessageKind::attribute || message.shared)
            continue;
        auto attribute = readAttribute(message.bytes, name);
        if (!attribute)
            continue;
        std::vector<std::string> texts;
        const bool variable = attribute->type.kind == ElementType::Kind::variableText;
        if (attribute->extent.elements != 0 && !variable && attribute->type.kind != ElementType::Kind::text)
            refuseType(attribute->type);
        if (attribute->extent.elements > attribute->content.left() / attribute->type.size)
            refuse(NS_MESSAGE("weights.hdf5_end", "it refers to bytes after its end, so it is truncated or damaged"));
        for (std::uint64_t i = 0; i < attribute->extent.elements; ++i)
            texts.push_back(variable ? variableText(attribute->content) : textOf(attribute->content.take(attribute->type.size)));
        return texts;
    }
    return std::nullopt;
}

/// Looks it up in a global heap (specification III.E).
std::string File::variableText(Cursor& reference)
{
    const std::uint64_t length = reference.u32();
    const std::uint64_t address = reference.u64();
    const std::uint32_t index = reference.u32();
    if (length == 0)
        return {};
    constexpr std::uint64_t prefix = 16;
    Cursor head(m_content.part(address, prefix));
    head.expect("GCOL");
    head.skip(4);
    const std::uint64_t size = head.u64();
    if (size < prefix)
        refuse(NS_MESSAGE("weights.hdf5_heap", "a text in it is missing, so it is damaged"));
    Cursor heap(m_content.from(address + prefix).take(size - prefix));
    while (heap.left() >= prefix) {
        const std::uint16_t found = heap.u16();
        heap.skip(6);
        const std::uint64_t bytes = heap.u64();
        m_content.pay(prefix);
        if (found == 0) // the free rest
            break;
        if (found == index) {
            m_content.pay(length);
            return textOf(Cursor(heap.take(bytes)).take(length));
        }
        heap.skip(bytes);
        heap.skip(std::min<std::uint64_t>(heap.left(), (8 - bytes % 8) % 8));
    }
    refuse(NS_MESSAGE("weights.hdf5_heap", "a text in it is missing, so it is damaged"));
}

Array File::array(std::uint64_t address)
{
    const Object& of = object(address);
    if (!of.isArray())
        refuse(NS_MESSAGE("weights.hdf5_no_array", "it is not an array of numbers"));
    bool isBfloat16 = false;
    if (of.find(MessageKind::datatype))
        if (readDatatype(of.find(MessageKind::datatype)->bytes).kind == ElementType::Kind::opaque) {
            const auto named = texts(address, "dtype");
            isBfloat16 = named && named->size() == 1 && named->front() == "bfloat16";
        }
    return readArray(m_content, of, isBfloat16);
}

} // namespace netsmith::interop::hdf5
