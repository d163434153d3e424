#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::cuda {

/// How an algorithm did when it was tried for an operation.
struct AlgorithmTrial {
    enum class Outcome { timed, refused, wrongResults };

    std::string algorithm;
    Outcome outcome = Outcome::timed;
    double milliseconds = 0.0; ///< where it was timed
};

/// What tuning found out about one operation on one device.
struct TuningEntry {
    std::optional<std::string> fastest{}; ///< the algorithm to use; nothing until all were timed
    std::vector<AlgorithmTrial> trials{}; ///< in the order tried; for people, nothing depends on them
    std::vector<std::string> deviceLost{}; ///< algorithms that the device was lost with; they are not tried again
};

/// The fastest of a library's algorithms for each operation on each device, so that they are timed once and every later run gives
/// the same bits. Stored in the cache folder: a file that can't be read counts as empty, and what can't be written is timed again
/// in the next process.
class TuningCache {
public:
    /// Empty: kept in memory only.
    explicit TuningCache(std::filesystem::path file);

    std::optional<TuningEntry> find(const std::string& target, const std::string& operation) const;
    // Each keeps what other processes have added to the file meanwhile.
    void setFastest(const std::string& target, const std::string& operation, const std::string& algorithm,
                    std::vector<AlgorithmTrial> trials = {});
    void addDeviceLost(const std::string& target, const std::string& operation, const std::string& algorithm);

private:
    using Entries = std::map<std::string, std::map<std::string, TuningEntry>>; // by target and operation

    static Entries read(const std::filesystem::path& file);
    /// Adds the file's entries. Where both have an algorithm to use, ours stays.
    void merge();
    void write() const;

    std::filesystem::path m_file;
    Entries m_entries;
};

} // namespace netsmith::cuda
