#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace netsmith::cuda {

/// Which of the library's ways was the fastest for each convolution on a GPU, so that they are timed once and every later run
/// computes the same bits. A file of the cache: what can't be read is as good as empty, and what can't be written is timed again.
class PlanBook {
public:
    /// Empty: kept in memory alone.
    explicit PlanBook(std::filesystem::path file);

    std::optional<std::string> find(const std::string& target, const std::string& shape) const;
    /// Adds to what is in the file by now.
    void keep(const std::string& target, const std::string& shape, const std::string& plan);

private:
    using Plans = std::map<std::string, std::map<std::string, std::string>>; // by target and shape

    static Plans read(const std::filesystem::path& file);

    std::filesystem::path m_file;
    Plans m_plans;
};

} // namespace netsmith::cuda
