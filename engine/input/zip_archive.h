#pragma once

#include "engine/core/message.h"
#include "engine/input/byte_reader.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::data {

/// The files in a ZIP archive that lies in memory or is mapped (PKWARE, APPNOTE 6.3: stored and deflated ones, ZIP64). Nothing is
/// ever unpacked into files, so that their names can do no harm.
class ZipArchive {
public:
    struct Entry {
        std::string name{};
        std::uint64_t size = 0; ///< unpacked
        bool deflated = false;
        std::uint32_t checksum = 0;
        std::span<const std::byte> packed{};
    };

    /// Whether it begins as an archive does.
    static bool begins(std::span<const std::byte> content);

    /// Checks all that a reader relies on: entries lie within the archive without overlapping, have different names, and claim no
    /// more than deflate can have packed. `owner` keeps the content; `place` stands for the file in errors. Throws `weights.zip`.
    ZipArchive(std::span<const std::byte> content, std::string place, std::shared_ptr<const void> owner = {});
    ZipArchive(const ZipArchive&) = delete;
    ZipArchive& operator=(const ZipArchive&) = delete;

    const std::vector<Entry>& entries() const { return m_entries; }
    const Entry* find(std::string_view name) const;
    /// The unpacked bytes of an entry, of which only a piece at a time is in memory; the archive outlives the reader. A wrong size
    /// or checksum is the error `weights.zip` of the read that reaches the end.
    std::unique_ptr<ByteReader> open(const Entry& entry) const;
    /// A stored entry as it lies in the archive; its checksum is not looked at, so that nothing of it is read. One that is deflated
    /// is unpacked, checked and kept until the archive ends. Throws `weights.zip`, and `weights.zip_memory` if it doesn't fit.
    std::span<const std::byte> bytes(const Entry& entry);
    /// The size of all entries that `bytes` was called for, unpacked, and of those that are stored.
    std::uint64_t size() const { return m_size; }

private:
    class Reader;

    [[noreturn]] void fail(Message reason) const;
    void readDirectory();
    std::size_t readEntry(std::span<const std::byte> header);
    void checkOverlaps(std::uint64_t directory);

    std::string m_place;
    std::shared_ptr<const void> m_owner;
    std::span<const std::byte> m_all;
    std::vector<Entry> m_entries;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_ranges; ///< of the entries, with their own headers
    std::map<std::string_view, std::size_t> m_byName;
    std::map<std::string_view, std::vector<std::byte>> m_unpacked;
    std::uint64_t m_size = 0;
};

} // namespace netsmith::data
