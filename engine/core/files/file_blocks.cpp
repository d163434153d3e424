#include "engine/core/files/file_blocks.h"

#include "engine/core/files/beside.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace netsmith {
namespace {

constexpr std::size_t directAlignment = 4096;

bool isDirect(int fd)
{
    return (::fcntl(fd, F_GETFL) & O_DIRECT) != 0;
}

/// Reads and writes past the cache from now on, or no longer. False where the file system can't.
bool setDirect(int fd, bool direct)
{
    const int flags = ::fcntl(fd, F_GETFL);
    return flags >= 0 && ::fcntl(fd, F_SETFL, direct ? flags | O_DIRECT : flags & ~O_DIRECT) == 0;
}

/// Whether a call is to be repeated: it was interrupted, or asked for less than whole pages past the cache.
bool isToRepeat(int fd)
{
    return errno == EINTR || (errno == EINVAL && isDirect(fd) && setDirect(fd, false));
}

/// Fills the block unless the file ends before; the number of bytes, or -1.
ssize_t readBlock(int fd, off_t offset, std::span<std::byte> block)
{
    std::size_t filled = 0;
    while (filled < block.size()) {
        const ssize_t count = ::pread(fd, block.data() + filled, block.size() - filled, offset + static_cast<off_t>(filled));
        if (count < 0 && isToRepeat(fd))
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        filled += static_cast<std::size_t>(count);
    }
    return static_cast<ssize_t>(filled);
}

} // namespace

FileBlock FileBlock::make()
{
    FileBlock block{decltype(bytes)(static_cast<std::byte*>(std::aligned_alloc(directAlignment, size)))};
    if (!block.bytes)
        throw std::bad_alloc();
    return block;
}

bool writeAll(int fd, std::span<const std::byte> content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0 && isToRepeat(fd))
            continue;
        if (written <= 0) {
            if (written == 0)
                errno = ENOSPC;
            return false;
        }
        content = content.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

bool readBlocks(int fd, const std::function<void(std::span<const std::byte>)>& take)
{
    FileBlock block = FileBlock::make(), next;
    off_t offset = 0;
    ssize_t count = readBlock(fd, offset, block.all());
    while (count == static_cast<ssize_t>(FileBlock::size)) {
        if (!next.bytes)
            next = FileBlock::make();
        offset += count;
        auto reading = beside([fd, offset, into = next.all()] {
            const ssize_t read = readBlock(fd, offset, into);
            return std::pair(read, errno);
        });
        take(block.all());
        std::tie(count, errno) = reading.get();
        std::swap(block, next);
    }
    if (count > 0)
        take(block.all().first(static_cast<std::size_t>(count)));
    return count >= 0;
}

bool BlockWriter::append(std::span<const std::byte> piece)
{
    const std::size_t now = std::min(piece.size(), m_atOnce);
    if (!writeAll(m_fd, piece.first(now)))
        return false;
    m_atOnce -= now;
    piece = piece.subspan(now);
    while (!piece.empty()) {
        if (!m_block.bytes)
            m_block = FileBlock::make();
        const std::size_t count = std::min(piece.size(), FileBlock::size - m_filled);
        std::memcpy(m_block.bytes.get() + m_filled, piece.data(), count);
        m_filled += count;
        piece = piece.subspan(count);
        if (m_filled == FileBlock::size && !startWriting())
            return false;
    }
    return true;
}

bool BlockWriter::startWriting()
{
    if (!wait())
        return false;
    if (std::exchange(m_cache, PageCache::used) == PageCache::bypassed)
        setDirect(m_fd, true); // the bytes before it are whole blocks
    std::swap(m_block, m_written);
    m_filled = 0;
    m_writing = beside([fd = m_fd, block = m_written.all()] { return writeAll(fd, block) ? 0 : errno; });
    return true;
}

bool BlockWriter::finish()
{
    const bool direct = isDirect(m_fd);
    const bool done = wait() && writeAll(m_fd, m_block.all().first(std::exchange(m_filled, 0)));
    if (direct)
        setDirect(m_fd, true); // for reading back: the last, shorter piece may have ended it
    return done;
}

void BlockWriter::clear()
{
    wait();
    m_filled = 0;
    m_atOnce = FileBlock::size;
}

/// For the block that is being written.
bool BlockWriter::wait()
{
    if (!m_writing.valid())
        return true;
    errno = m_writing.get();
    return errno == 0;
}

} // namespace netsmith
