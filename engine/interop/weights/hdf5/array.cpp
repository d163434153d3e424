#include "engine/interop/weights/hdf5/array.h"

#include "engine/interop/weights/hdf5/btree.h"
#include "engine/interop/weights/hdf5/filters.h"

#include <algorithm>

namespace netsmith::interop::hdf5 {
namespace {

[[noreturn]] void refuseUnwritten()
{
    refuse(NS_MESSAGE("weights.hdf5_unwritten", "its numbers, or some of them, were never written; save it again"));
}

std::span<const std::byte> messageOf(const Object& object, MessageKind kind)
{
    const ObjectMessage* message = object.find(kind);
    if (!message)
        refuse(NS_MESSAGE("weights.hdf5_incomplete", "its type, its shape or its place in the file is missing"));
    return message->bytes;
}

/// Puts an array together from its chunks.
class Chunks {
public:
    Chunks(Content& content, const Extent& extent, std::uint64_t elementSize, std::vector<Filter> filters)
        : m_content(content)
        , m_extent(extent)
        , m_elementSize(elementSize)
        , m_filters(std::move(filters))
    {
    }

    /// `layout`: after the class.
    std::vector<std::byte> read(Cursor layout)
    {
        const int rank = static_cast<int>(m_extent.sizes.size());
        if (layout.u8() != rank + 1 || rank == 0)
            refuse(NS_MESSAGE("weights.hdf5_chunk_rank", "its pieces have other axes than itself"));
        const std::uint64_t tree = layout.u64();
        std::uint64_t count = 1;
        for (const std::uint64_t size : m_extent.sizes) {
            m_chunk.push_back(layout.u32());
            if (m_chunk.back() == 0 || __builtin_mul_overflow(m_chunkElements, m_chunk.back(), &m_chunkElements))
                refuse(NS_MESSAGE("weights.hdf5_chunk_shape", "its pieces have no valid shape"));
            m_grid.push_back((size + m_chunk.back() - 1) / m_chunk.back());
            count *= m_grid.back(); // at most the number of elements
        }
        if (layout.u32() != m_elementSize || m_chunkElements > most / m_elementSize)
            refuse(NS_MESSAGE("weights.hdf5_chunk_shape", "its pieces have no valid shape"));
        if (tree == nowhere)
            refuseUnwritten();
        const std::vector<Chunk> chunks = readChunkTree(m_content, tree, rank);
        if (chunks.size() != count)
            refuseUnwritten();
        checkSizes(chunks);
        m_out.resize(static_cast<std::size_t>(m_extent.elements * m_elementSize));
        m_filled.resize(chunks.size());
        for (const Chunk& chunk : chunks)
            place(chunk);
        return std::move(m_out);
    }

private:
    static constexpr std::uint64_t most = UINT32_MAX; // bytes of a chunk, as HDF5 limits them

    bool isPacked() const { return std::ranges::find(m_filters, Filter::Kind::deflate, &Filter::kind) != m_filters.end(); }

    /// Before memory is taken: whether the stored bytes can contain what the shape claims.
    void checkSizes(const std::vector<Chunk>& chunks)
    {
        constexpr std::uint64_t overhead = 64; // of the smallest deflate stream and checksums
        const std::uint64_t needed = m_chunkElements * m_elementSize;
        for (const Chunk& chunk : chunks) {
            m_content.unpack(chunk.size);
            const std::uint64_t possible = isPacked() ? std::uint64_t{chunk.size} * densest + overhead : chunk.size;
            if (chunk.size == 0 || needed > possible)
                refuse(NS_MESSAGE("weights.hdf5_chunk_size", "a piece of it has {0:byte|bytes} and its shape needs {1}"),
                       chunk.size, needed);
        }
    }

    void place(const Chunk& chunk)
    {
        std::uint64_t index = 0;
        for (std::size_t axis = 0; axis < m_chunk.size(); ++axis) {
            const std::uint64_t at = chunk.offset[axis];
            if (at % m_chunk[axis] != 0 || at >= m_extent.sizes[axis])
                refuse(NS_MESSAGE("weights.hdf5_chunk_place", "one of its pieces lies outside it or between others"));
            index = index * m_grid[axis] + at / m_chunk[axis];
        }
        if (m_filled[static_cast<std::size_t>(index)])
            refuse(NS_MESSAGE("weights.hdf5_chunk_place", "one of its pieces lies outside it or between others"));
        m_filled[static_cast<std::size_t>(index)] = true;
        const auto size = static_cast<std::size_t>(m_chunkElements * m_elementSize);
        const auto bytes = unfilter(m_filters, chunk.unfiltered, m_content.part(chunk.address, chunk.size), size);
        copy(chunk, bytes, 0, 0, 0);
    }

    /// Copies the part of a chunk that lies within the array, axis by axis; `from` and `to` count elements.
    void copy(const Chunk& chunk, std::span<const std::byte> bytes, std::size_t axis, std::uint64_t from, std::uint64_t to)
    {
        const std::uint64_t inside = std::min(m_chunk[axis], m_extent.sizes[axis] - chunk.offset[axis]);
        from *= m_chunk[axis];
        to = to * m_extent.sizes[axis] + chunk.offset[axis];
        if (axis + 1 == m_chunk.size()) {
            std::copy_n(bytes.data() + from * m_elementSize, inside * m_elementSize, m_out.data() + to * m_elementSize);
            return;
        }
        for (std::uint64_t i = 0; i < inside; ++i)
            copy(chunk, bytes, axis + 1, from + i, to + i);
    }

    Content& m_content;
    const Extent& m_extent;
    std::uint64_t m_elementSize;
    std::vector<Filter> m_filters;
    std::vector<std::uint64_t> m_chunk{}; ///< the shape of a chunk
    std::vector<std::uint64_t> m_grid{}; ///< chunks along each axis
    std::uint64_t m_chunkElements = 1;
    std::vector<bool> m_filled{};
    std::vector<std::byte> m_out{};
};

/// The stored numbers: in the file, or in `unpacked`.
std::span<const std::byte> readStored(Content& content, const Object& object, const Extent& extent, std::uint64_t elementSize,
                                      std::vector<std::byte>& unpacked)
{
    std::uint64_t needed = 0;
    if (__builtin_mul_overflow(extent.elements, elementSize, &needed))
        refuse(NS_MESSAGE("weights.hdf5_overflow", "its shape has more elements than a file can hold, so it is damaged"));
    Cursor layout(messageOf(object, MessageKind::layout));
    const std::uint8_t version = layout.u8();
    if (version != 3 && version != 4)
        refuse(NS_MESSAGE("weights.hdf5_layout", "it is stored as HDF5 before 1.6.3 did; save it with its program of today"));
    enum Form : std::uint8_t { compact, contiguous, chunked, collected };
    const std::uint8_t form = layout.u8();
    const ObjectMessage* filters = object.find(MessageKind::filters);
    if (form != chunked && filters)
        refuse(NS_MESSAGE("weights.hdf5_filters", "the list of an array's filters is damaged"));
    switch (form) {
    case compact: return Cursor(layout.take(layout.u16())).take(needed);
    case contiguous: {
        const std::uint64_t address = layout.u64();
        if (address == nowhere)
            refuseUnwritten();
        return content.from(address).take(needed);
    }
    case chunked: {
        if (version == 4)
            refuse(NS_MESSAGE("weights.hdf5_new_chunks",
                              "its pieces are listed as only HDF5 1.10 and later do; save it without libver=\"latest\""));
        unpacked = Chunks(content, extent, elementSize, filters ? readFilters(filters->bytes) : std::vector<Filter>{}).read(layout);
        return unpacked;
    }
    case collected:
        refuse(
            NS_MESSAGE("weights.hdf5_virtual", "its numbers are in other arrays or files, which are not followed; save it whole"));
    default: refuse(NS_MESSAGE("weights.hdf5_form", "it is stored in an unknown form, so it is damaged"));
    }
}

} // namespace

Array readArray(Content& content, const Object& object, bool isBfloat16)
{
    if (object.find(MessageKind::externalFiles))
        refuse(NS_MESSAGE("weights.hdf5_external",
                          "its numbers are in another file, which is not followed; save the weights in one file"));
    ElementType type = readDatatype(messageOf(object, MessageKind::datatype));
    if (type.kind == ElementType::Kind::opaque && type.size == 2 && isBfloat16)
        type = {ElementType::Kind::floating, 2, false, false, "bfloat16", DataType::bf16, true};
    if (type.kind != ElementType::Kind::integer && type.kind != ElementType::Kind::floating)
        refuseType(type);
    const Extent extent = readDataspace(messageOf(object, MessageKind::dataspace));
    Array array{type.name, type.type, extent.sizes, extent.elements};
    if (extent.elements == 0)
        return array;
    array.bytes = readStored(content, object, extent, type.size, array.unpacked);
    if (!type.asInMemory) {
        if (array.unpacked.empty())
            content.unpack(array.bytes.size());
        array.unpacked = converted(type, array.bytes);
        array.bytes = array.unpacked;
    }
    return array;
}

} // namespace netsmith::interop::hdf5
