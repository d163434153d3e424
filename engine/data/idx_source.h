#pragma once

#include "engine/data/source.h"

#include <filesystem>
#include <optional>

namespace netsmith::data {

/// Images and labels in four IDX files under MNIST's names, as MNIST and the sets made to replace it come.
class IdxSource final : public Source {
public:
    /// `subfolders` of a data folder hold the files, tried before the folder itself. The first field is the image (H×W×C with one
    /// channel), the second the label.
    IdxSource(SourceInfo info, std::vector<FieldSpec> fields, std::vector<std::filesystem::path> subfolders);

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths& paths) const override;
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override;

private:
    struct Files;
    std::optional<Files> locate(const DataPaths& paths, std::string& incomplete) const;
    DataSplit readSplit(const std::filesystem::path& images, const std::filesystem::path& labels) const;
    Field readField(const FieldSpec& spec, const std::filesystem::path& path) const;

    SourceInfo m_info;
    std::vector<FieldSpec> m_fields;
    std::vector<std::filesystem::path> m_subfolders;
};

/// The four files of MNIST's layout with their pins, each on all of `mirrors` (URLs that end in a slash).
struct FilePin {
    const char* name;
    std::int64_t size;
    const char* sha256;
};
std::vector<RemoteFile> remoteFiles(const std::vector<FilePin>& pins, const std::vector<std::string>& mirrors);

} // namespace netsmith::data
