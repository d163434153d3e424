#include "engine/interop/weights/hdf5/links.h"

#include "engine/core/utf8.h"
#include "engine/interop/weights/hdf5/btree.h"

#include <algorithm>
#include <set>

namespace netsmith::interop::hdf5 {
namespace {

constexpr std::size_t longestName = 4096;

/// A link and where it stands in the order of writing.
struct Placed {
    std::uint64_t place = 0;
    Link link{};
};

[[noreturn]] void refuseSoftLink(std::string_view name)
{
    refuse(
        NS_MESSAGE("weights.hdf5_soft_link",
                   "\"{0}\" is a link to a name, which weights don't need and which is not followed; save them with their program"),
        name);
}

/// The names of the members of a group as HDF5 1.0 stores it.
class LocalHeap {
public:
    LocalHeap(Content& content, std::uint64_t address)
    {
        constexpr std::uint64_t prefix = 32;
        Cursor cursor(content.part(address, prefix));
        cursor.expect("HEAP");
        cursor.skip(4);
        const std::uint64_t size = cursor.u64();
        cursor.skip(8);
        const std::uint64_t data = cursor.u64();
        m_names = content.part(data, size);
    }

    std::string_view at(std::uint64_t offset) const
    {
        Cursor cursor(m_names);
        cursor.skip(offset);
        return cursor.text(longestName);
    }

private:
    std::span<const std::byte> m_names;
};

/// Symbol table nodes (specification III.C), listed by a B-tree. Names are appended to the heap, so their places there are in the
/// order of writing, whereas the tree is in the order of names.
std::vector<Placed> linksOfTable(Content& content, std::span<const std::byte> message)
{
    Cursor where(message);
    const std::uint64_t tree = where.u64();
    const LocalHeap heap(content, where.u64());
    std::vector<Placed> links;
    for (const std::uint64_t node : readNameTree(content, tree)) {
        constexpr std::uint64_t entry = 40;
        Cursor head(content.part(node, 8));
        head.expect("SNOD");
        head.skip(2);
        const std::uint64_t count = head.u16();
        Cursor entries(content.part(node + 8, count * entry));
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t place = entries.u64();
            const std::uint64_t object = entries.u64();
            const std::uint32_t cached = entries.u32();
            entries.skip(4 + 16);
            const std::string name(heap.at(place));
            constexpr std::uint32_t softLink = 2;
            if (cached == softLink)
                refuseSoftLink(name);
            links.push_back({place, {name, object}});
        }
    }
    return links;
}

/// A link message (specification IV.A.2.g).
Placed linkOfMessage(std::span<const std::byte> message)
{
    Cursor cursor(message);
    cursor.skip(1);
    const std::uint8_t flags = cursor.u8();
    const std::uint8_t kind = flags & 0x08 ? cursor.u8() : 0;
    Placed placed;
    if (flags & 0x04)
        placed.place = cursor.u64();
    if (flags & 0x10)
        cursor.skip(1);
    const std::uint64_t size = cursor.number(1 << (flags & 3));
    const auto name = cursor.take(size);
    placed.link.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
    constexpr std::uint8_t soft = 1;
    constexpr std::uint8_t external = 64;
    if (kind == soft)
        refuseSoftLink(placed.link.name);
    if (kind == external)
        refuse(NS_MESSAGE("weights.hdf5_external_link",
                          "\"{0}\" is a link to another file, which is not followed; save the weights in one file"),
               placed.link.name);
    if (kind != 0)
        refuse(NS_MESSAGE("weights.hdf5_link", "\"{0}\" is a link of an unknown kind; save the weights with their program"),
               placed.link.name);
    placed.link.object = cursor.u64();
    return placed;
}

void checkNames(const std::vector<Placed>& links)
{
    std::set<std::string_view> seen;
    for (const Placed& placed : links) {
        const std::string& name = placed.link.name;
        if (name.empty() || name.find('/') != std::string::npos || !isUtf8(name) || name.find('\0') != std::string::npos)
            refuse(NS_MESSAGE("weights.hdf5_bad_name", "one of its names is not a valid name, so it is damaged"));
        if (!seen.insert(name).second)
            refuse(NS_MESSAGE("weights.hdf5_twice", "one of its groups holds two objects \"{0}\", so it is damaged"), name);
    }
}

} // namespace

std::vector<Link> readLinks(Content& content, const Object& group)
{
    std::vector<Placed> placed;
    if (const ObjectMessage* table = group.find(MessageKind::symbolTable))
        placed = linksOfTable(content, table->bytes);
    if (const ObjectMessage* info = group.find(MessageKind::linkInfo)) {
        Cursor cursor(info->bytes);
        cursor.skip(1);
        if (cursor.u8() & 0x01)
            cursor.skip(8);
        if (cursor.u64() != nowhere)
            refuse(NS_MESSAGE("weights.hdf5_many_links",
                              "one of its groups is stored in a form of HDF5 1.8 for many members that can't be read; save it "
                              "without track_order and libver"));
    }
    for (const ObjectMessage& message : group.messages)
        if (message.kind == MessageKind::link) {
            if (message.shared)
                refuse(NS_MESSAGE("weights.hdf5_end", "it refers to bytes after its end, so it is truncated or damaged"));
            placed.push_back(linkOfMessage(message.bytes));
        }
    checkNames(placed);
    std::ranges::stable_sort(placed, {}, &Placed::place);
    std::vector<Link> links;
    links.reserve(placed.size());
    for (Placed& each : placed)
        links.push_back(std::move(each.link));
    return links;
}

} // namespace netsmith::interop::hdf5
