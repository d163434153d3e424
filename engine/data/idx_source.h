#pragma once

#include "engine/data/located_files.h"

#include <filesystem>

namespace netsmith::data {

/// How a set's files differ from MNIST's.
struct IdxLayout {
    /// Training images and labels, then those for the test.
    std::vector<std::string> names{"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte",
                                   "t10k-labels-idx1-ubyte"};
    bool transposed = false; ///< square images, stored column by column
    int firstLabel = 0; ///< what stands for class 0
};

/// Images and labels in four IDX files under MNIST's names or others, the format of MNIST and its drop-in replacements.
class IdxSource final : public Source {
public:
    /// `subfolders` of a data folder hold the files, tried before the folder itself. The first field is the image (H×W×C with one
    /// channel), the second the label.
    IdxSource(SourceInfo info, std::vector<FieldSpec> fields, std::vector<std::filesystem::path> subfolders, IdxLayout layout = {});

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths& paths) const override;
    std::vector<std::filesystem::path> files(const DataPaths& paths) const override { return locate(paths).paths(); }
    Expected<std::shared_ptr<const Source>> counted(const DataPaths& paths) const override;
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override;

private:
    Search locate(const DataPaths& paths) const;
    std::int64_t countSplit(const std::filesystem::path& images, const std::filesystem::path& labels) const;
    DataSplit readSplit(const std::filesystem::path& images, const std::filesystem::path& labels) const;
    Field readLabels(const std::filesystem::path& path) const;
    Field readField(const FieldSpec& spec, const std::filesystem::path& path) const;

    SourceInfo m_info;
    std::vector<FieldSpec> m_fields;
    std::vector<std::filesystem::path> m_subfolders;
    IdxLayout m_layout;
};

/// The four files of MNIST's layout with their pins, each on all of `mirrors` (URLs that end in a slash).
struct FilePin {
    const char* name;
    std::int64_t size;
    const char* sha256;
};
std::vector<RemoteFile> remoteFiles(const std::vector<FilePin>& pins, const std::vector<std::string>& mirrors);

} // namespace netsmith::data
