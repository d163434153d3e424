#include "engine/interop/weights/hdf5/object.h"

#include <algorithm>

namespace netsmith::interop::hdf5 {
namespace {

constexpr std::size_t mostMessages = 1 << 16;

struct Block {
    std::uint64_t address;
    std::uint64_t size;
};

/// Follows the blocks of one header.
class HeaderReader {
public:
    explicit HeaderReader(Content& content)
        : m_content(content)
    {
    }

    Object read(std::uint64_t address)
    {
        Cursor cursor = m_content.from(address);
        if (cursor.left() >= 4 && cursor.rest()[0] == std::byte{'O'})
            readSecond(address);
        else
            readFirst(address);
        return std::move(m_object);
    }

private:
    void readFirst(std::uint64_t address)
    {
        constexpr std::uint64_t prefix = 16;
        Cursor cursor(m_content.part(address, prefix));
        if (cursor.u8() != 1)
            refuse(NS_MESSAGE("weights.hdf5_object", "an object's header in it is of no known version, so it is damaged"));
        cursor.skip(1 + 2 + 4);
        messages(m_content.part(address + prefix, cursor.u32()));
        // Continuations are appended while they are read.
        for (std::size_t i = 0; i < m_continuations.size(); ++i)
            messages(m_content.part(m_continuations[i].address, m_continuations[i].size));
    }

    void readSecond(std::uint64_t address)
    {
        constexpr std::uint64_t checksum = 4;
        Cursor cursor = m_content.from(address);
        cursor.expect("OHDR");
        if (cursor.u8() != 2)
            refuse(NS_MESSAGE("weights.hdf5_object", "an object's header in it is of no known version, so it is damaged"));
        const std::uint8_t flags = cursor.u8();
        m_second = true;
        m_ordered = flags & 0x04;
        if (flags & 0x20) // times
            cursor.skip(16);
        if (flags & 0x10) // when attributes are stored elsewhere
            cursor.skip(4);
        const std::uint64_t size = cursor.number(1 << (flags & 3));
        const std::uint64_t before = m_content.from(address).left() - cursor.left();
        static_cast<void>(cursor.take(size));
        const auto all = m_content.part(address, before + size + checksum);
        checkLookup3(all);
        messages(all.subspan(static_cast<std::size_t>(before), static_cast<std::size_t>(size)));
        for (std::size_t i = 0; i < m_continuations.size(); ++i) {
            const auto block = m_content.part(m_continuations[i].address, m_continuations[i].size);
            checkLookup3(block);
            Cursor more(block.first(block.size() - checksum));
            more.expect("OCHK");
            messages(more.rest());
        }
    }

    void messages(std::span<const std::byte> block)
    {
        Cursor cursor(block);
        const std::size_t prefix = !m_second ? 8 : m_ordered ? 6 : 4;
        while (cursor.left() >= prefix) { // a rest that is shorter is a gap
            ObjectMessage message;
            message.kind = static_cast<MessageKind>(m_second ? cursor.u8() : cursor.u16());
            const std::uint16_t size = cursor.u16();
            message.shared = cursor.u8() & 0x02;
            cursor.skip(m_second ? (m_ordered ? 2 : 0) : 3);
            message.bytes = cursor.take(size);
            if (message.kind == MessageKind::continuation) {
                Cursor where(message.bytes);
                const std::uint64_t address = where.u64();
                m_continuations.push_back({address, where.u64()});
            } else {
                m_object.messages.push_back(message);
            }
            if (m_object.messages.size() + m_continuations.size() > mostMessages)
                refuse(NS_MESSAGE("weights.hdf5_messages", "an object in it has more than {0:part|parts}, so it is damaged"),
                       mostMessages);
        }
    }

    Content& m_content;
    Object m_object{};
    std::vector<Block> m_continuations{};
    bool m_second = false; ///< version 2
    bool m_ordered = false; ///< its messages are numbered
};

} // namespace

const ObjectMessage* Object::find(MessageKind kind) const
{
    const auto found = std::ranges::find(messages, kind, &ObjectMessage::kind);
    if (found == messages.end())
        return nullptr;
    if (found->shared)
        refuse(
            NS_MESSAGE("weights.hdf5_shared", "it has a type of its own, which weights don't need; save them with their program"));
    return &*found;
}

Object readObject(Content& content, std::uint64_t address)
{
    return HeaderReader(content).read(address);
}

} // namespace netsmith::interop::hdf5
