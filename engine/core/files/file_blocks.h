#pragma once

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <span>

namespace netsmith {

// Open files in large blocks. What returns bool is false, with errno set, where something went wrong.

/// Writes all of it from the file's position on.
bool writeAll(int fd, std::span<const std::byte> content);

/// Calls `take(block)` for the whole content in its order; the next block is read meanwhile.
bool readBlocks(int fd, const std::function<void(std::span<const std::byte>)>& take);

/// Whether what is written stays in the system's cache of files, to be read again soon. Filling that cache costs memory that others
/// may need, and more time than a fast disk does.
enum class PageCache { used, bypassed };

/// A block of memory as files opened with O_DIRECT want it.
struct FileBlock {
    static constexpr std::size_t size = std::size_t{4} << 20;
    struct Free {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };
    std::unique_ptr<std::byte[], Free> bytes;

    static FileBlock make();
    std::span<std::byte> all() const { return {bytes.get(), size}; }
};

/// Appends pieces to a new file. A small file's are written as they come; beyond that they are collected in blocks, each written
/// while the next one is filled.
class BlockWriter {
public:
    BlockWriter(int fd, PageCache cache)
        : m_fd(fd)
        , m_cache(cache)
    {
    }
    BlockWriter(const BlockWriter&) = delete;
    BlockWriter& operator=(const BlockWriter&) = delete;
    ~BlockWriter() { wait(); }

    /// An error may be that of an earlier piece.
    bool append(std::span<const std::byte> piece);
    /// Writes what was collected.
    bool finish();
    /// Forgets what was collected; the file is to be emptied.
    void clear();

private:
    bool startWriting();
    bool wait();

    int m_fd;
    PageCache m_cache;
    std::size_t m_atOnce = FileBlock::size; ///< bytes that are still written as they come
    FileBlock m_block; ///< being filled
    std::size_t m_filled = 0;
    FileBlock m_written; ///< being written
    std::future<int> m_writing; ///< errno, 0 for none
};

} // namespace netsmith
