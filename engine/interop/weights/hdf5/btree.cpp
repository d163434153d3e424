#include "engine/interop/weights/hdf5/btree.h"

#include <set>

namespace netsmith::interop::hdf5 {
namespace {

enum class TreeKind : std::uint8_t { names = 0, chunks = 1 };

constexpr std::uint64_t nodePrefix = 24;

/// Visits the leaves' children; each node once, at the level that its parent expects.
class TreeWalk {
public:
    TreeWalk(Content& content, TreeKind kind, std::uint64_t keySize)
        : m_content(content)
        , m_kind(kind)
        , m_keySize(keySize)
    {
    }

    /// Calls `visit` with each child's key and address.
    template <class Visit>
    void walk(std::uint64_t root, Visit visit)
    {
        constexpr int deepest = 64;
        node(root, deepest, visit);
    }

private:
    /// `level`: of this node, or more if it is the root.
    template <class Visit>
    void node(std::uint64_t address, int level, Visit& visit)
    {
        Cursor head(m_content.part(address, nodePrefix));
        head.expect("TREE");
        const std::uint8_t kind = head.u8();
        const int found = head.u8();
        const std::uint64_t count = head.u16();
        const bool isRoot = m_visited.empty();
        if (kind != static_cast<std::uint8_t>(m_kind) || (isRoot ? found > level : found != level)
            || !m_visited.insert(address).second)
            refuse(NS_MESSAGE("weights.hdf5_tree", "one of its indexes refers to itself or is damaged"));
        Cursor children(m_content.part(address + nodePrefix, count * (m_keySize + 8)));
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto key = children.take(m_keySize);
            const std::uint64_t child = children.u64();
            if (found == 0)
                visit(Cursor(key), child);
            else
                node(child, found - 1, visit);
        }
    }

    Content& m_content;
    TreeKind m_kind;
    std::uint64_t m_keySize;
    std::set<std::uint64_t> m_visited{};
};

} // namespace

std::vector<std::uint64_t> readNameTree(Content& content, std::uint64_t root)
{
    std::vector<std::uint64_t> nodes;
    TreeWalk(content, TreeKind::names, 8).walk(root, [&](Cursor, std::uint64_t child) { nodes.push_back(child); });
    return nodes;
}

std::vector<Chunk> readChunkTree(Content& content, std::uint64_t root, int rank)
{
    std::vector<Chunk> chunks;
    const auto axes = static_cast<std::uint64_t>(rank) + 1; // the last one is within an element
    TreeWalk(content, TreeKind::chunks, 8 + 8 * axes).walk(root, [&](Cursor key, std::uint64_t child) {
        Chunk chunk{child, key.u32(), key.u32()};
        for (int axis = 0; axis < rank; ++axis)
            chunk.offset.push_back(key.u64());
        chunks.push_back(std::move(chunk));
    });
    return chunks;
}

} // namespace netsmith::interop::hdf5
