#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace netsmith::test {

/// The content of a disk after a power failure: names below a folder in the order of the calls, and each file with the bytes that
/// it had when it was last synced. It intercepts calls from the engine to the C library, so a program that links it must export
/// its symbols (ENABLE_EXPORTS).
class RecordedDisk {
public:
    /// While it lives, records what is written below `folder`, which must be empty.
    explicit RecordedDisk(std::filesystem::path folder);
    ~RecordedDisk();
    RecordedDisk(const RecordedDisk&) = delete;

    /// The number of calls that changed names or synced, and one more for the state before them.
    std::size_t moments() const { return m_states.size(); }
    /// Makes `folder` a copy of the disk after `moment` of these calls.
    void restore(std::size_t moment, const std::filesystem::path& folder) const;
    std::int64_t syncs() const { return m_syncs; }

    /// Called before each sync.
    std::function<void()> atSync;

    // Called by the functions that replace the system calls.
    void opened(const std::filesystem::path& path);
    void moved(const std::filesystem::path& from, const std::filesystem::path& to);
    void removed(const std::filesystem::path& path);
    void synced(const std::filesystem::path& path);

    static RecordedDisk* current();

private:
    /// By relative path; folders have no content.
    using State = std::map<std::filesystem::path, std::shared_ptr<const std::string>>;

    std::string nameOf(const std::filesystem::path& path) const;
    void keep() { m_states.push_back(m_now); }

    std::filesystem::path m_folder;
    State m_now;
    std::vector<State> m_states;
    std::int64_t m_syncs = 0;
};

} // namespace netsmith::test
