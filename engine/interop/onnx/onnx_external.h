#pragma once

#include "engine/core/files/mapped_file.h"

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace netsmith::interop {

/// The files beside a model that hold its larger tensors, mapped once each. None is read that lies outside the model's folder.
class OnnxExternalFiles {
public:
    /// `folder`: nothing for a model that is not in a file.
    OnnxExternalFiles(std::string model, std::optional<std::filesystem::path> folder);

    /// `size` bytes of the file `location`, which is relative to the folder; throws what is wrong with it. `length`: nothing where
    /// the model doesn't say it.
    std::span<const std::byte> bytes(const std::string& tensor, const std::string& location, std::int64_t offset,
                                     std::optional<std::int64_t> length, std::int64_t size);

    const std::map<std::string, MappedFile>& files() const { return m_files; }

private:
    const MappedFile& file(const std::string& tensor, const std::string& location);

    std::string m_model;
    std::optional<std::filesystem::path> m_folder;
    std::map<std::string, MappedFile> m_files;
};

} // namespace netsmith::interop
