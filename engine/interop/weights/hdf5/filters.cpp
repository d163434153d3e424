#include "engine/interop/weights/hdf5/filters.h"

#include <limits>
#include <zlib.h>

namespace netsmith::interop::hdf5 {
namespace {

constexpr std::size_t checksumSize = 4;

class Inflater {
public:
    Inflater()
    {
        if (inflateInit(&m_stream) != Z_OK)
            throw Error(ErrorKind::resources,
                        NS_MESSAGE("weights.hdf5_memory", "not enough memory to unpack it; close other programs"));
    }
    ~Inflater() { inflateEnd(&m_stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// At most `most` bytes; chunks are smaller than 4 GiB.
    std::vector<std::byte> inflated(std::span<const std::byte> packed, std::size_t most)
    {
        std::vector<std::byte> out(most);
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data())); // zlib does not write there
        m_stream.avail_in = static_cast<uInt>(packed.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = static_cast<uInt>(out.size());
        if (inflate(&m_stream, Z_FINISH) != Z_STREAM_END)
            refuse(NS_MESSAGE("weights.hdf5_deflate", "its compressed numbers are damaged"));
        out.resize(most - m_stream.avail_out);
        return out;
    }

private:
    z_stream m_stream{};
};

/// The first bytes of all elements come first, then the second ones; bytes after the last whole element stay.
std::vector<std::byte> unshuffled(std::span<const std::byte> bytes, std::size_t elementSize)
{
    std::vector<std::byte> out(bytes.begin(), bytes.end());
    const std::size_t elements = bytes.size() / elementSize;
    for (std::size_t i = 0; i < elements; ++i)
        for (std::size_t byte = 0; byte < elementSize; ++byte)
            out[i * elementSize + byte] = bytes[byte * elements + i];
    return out;
}

} // namespace

std::vector<Filter> readFilters(std::span<const std::byte> message)
{
    Cursor cursor(message);
    const std::uint8_t version = cursor.u8();
    const int count = cursor.u8();
    if (version == 1)
        cursor.skip(6);
    constexpr int most = 32;
    if (version < 1 || version > 2 || count > most)
        refuse(NS_MESSAGE("weights.hdf5_filters", "the list of an array's filters is damaged"));
    std::vector<Filter> filters;
    for (int i = 0; i < count; ++i) {
        const std::uint16_t id = cursor.u16();
        constexpr std::uint16_t firstNamed = 256;
        const bool named = version == 1 || id >= firstNamed;
        const std::uint64_t nameSize = named ? cursor.u16() : 0;
        cursor.skip(2);
        const std::uint16_t values = cursor.u16();
        cursor.skip(version == 1 ? (nameSize + 7) / 8 * 8 : nameSize);
        Filter filter{static_cast<Filter::Kind>(id)};
        for (int value = 0; value < values; ++value) {
            const std::uint32_t number = cursor.u32();
            if (value == 0 && filter.kind == Filter::Kind::shuffle)
                filter.elementSize = number;
        }
        if (version == 1 && values % 2 == 1)
            cursor.skip(4);
        if (id < 1 || id > 3 || filter.elementSize == 0)
            refuse(
                NS_MESSAGE("weights.hdf5_filter",
                           "its numbers are stored with filter {0} of HDF5; gzip, shuffle and fletcher32 can be read, so save it "
                           "with gzip or without compression"),
                id);
        filters.push_back(filter);
    }
    return filters;
}

std::vector<std::byte> unfilter(const std::vector<Filter>& filters, std::uint32_t unfiltered, std::span<const std::byte> stored,
                                std::size_t size)
{
    std::vector<std::byte> bytes(stored.begin(), stored.end());
    const std::size_t most = size + checksumSize * filters.size();
    for (std::size_t i = filters.size(); i-- > 0;) {
        if (unfiltered >> i & 1)
            continue;
        switch (filters[i].kind) {
        case Filter::Kind::deflate: bytes = Inflater().inflated(bytes, most); break;
        case Filter::Kind::shuffle: bytes = unshuffled(bytes, filters[i].elementSize); break;
        case Filter::Kind::fletcher32: {
            if (bytes.size() < checksumSize)
                refuse(NS_MESSAGE("weights.hdf5_fletcher32", "a checksum of its numbers is wrong, so they are damaged"));
            const std::span<const std::byte> all(bytes);
            if (Cursor(all.last(checksumSize)).u32() != fletcher32(all.first(all.size() - checksumSize)))
                refuse(NS_MESSAGE("weights.hdf5_fletcher32", "a checksum of its numbers is wrong, so they are damaged"));
            bytes.resize(bytes.size() - checksumSize);
            break;
        }
        }
    }
    if (bytes.size() != size)
        refuse(NS_MESSAGE("weights.hdf5_chunk_size", "a piece of it has {0:byte|bytes} and its shape needs {1}"), bytes.size(),
               size);
    return bytes;
}

} // namespace netsmith::interop::hdf5
