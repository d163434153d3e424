#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace netsmith::test {

/// What a disk holds after the power went: of the files below a folder, names as the calls came, and of each file the bytes that it
/// had when it was last synced. Stands between the engine and the C library, so that a program that has it in is to export its
/// symbols (ENABLE_EXPORTS).
class RecordedDisk {
public:
    /// Records what is written below `folder`, which is empty, as long as it lives.
    explicit RecordedDisk(std::filesystem::path folder);
    ~RecordedDisk();
    RecordedDisk(const RecordedDisk&) = delete;

    /// How many calls there were that changed names or synced: so many prefixes, and none.
    std::size_t moments() const { return m_states.size(); }
    /// Makes `folder` what the disk held after so many of them.
    void restore(std::size_t moment, const std::filesystem::path& folder) const;
    std::int64_t syncs() const { return m_syncs; }

    /// Called before each sync.
    std::function<void()> atSync;

    // What the calls tell, for those that stand in for them.
    void opened(const std::filesystem::path& path);
    void moved(const std::filesystem::path& from, const std::filesystem::path& to);
    void removed(const std::filesystem::path& path);
    void synced(const std::filesystem::path& path);

    static RecordedDisk* current();

private:
    /// Of relative paths: folders have no file.
    using State = std::map<std::filesystem::path, std::shared_ptr<const std::string>>;

    std::string nameOf(const std::filesystem::path& path) const;
    void keep() { m_states.push_back(m_now); }

    std::filesystem::path m_folder;
    State m_now;
    std::vector<State> m_states;
    std::int64_t m_syncs = 0;
};

} // namespace netsmith::test
