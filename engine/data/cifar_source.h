#pragma once

#include "engine/data/located_files.h"

#include <functional>

namespace netsmith::data {

/// CIFAR's binary form (Krizhevsky, "Learning multiple layers of features from tiny images", 2009, and the page of the sets): one
/// record per picture: some label bytes and then 32×32 pixels, all red values first, then green, then blue.
struct CifarLayout {
    std::vector<std::string> train;
    std::vector<std::string> test;
    int labels = 1; ///< bytes before each picture; the last is the class
    std::string archive{}; ///< the published file, a gzipped tar with all of them
};

class CifarSource final : public Source {
public:
    /// `subfolders` of a data folder hold the files, or the archive that they were published in, which is read directly; they are
    /// tried before the folder itself. The fields are the image, 32×32×3, and the label.
    CifarSource(SourceInfo info, std::vector<FieldSpec> fields, std::vector<std::filesystem::path> subfolders, CifarLayout layout);

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths& paths) const override;
    std::vector<std::filesystem::path> files(const DataPaths& paths) const override { return locate(paths).paths(); }
    /// Archives are read as published, because unpacking takes time.
    Expected<std::shared_ptr<const Source>> counted(const DataPaths& paths) const override;
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override;

private:
    /// A file of records, independent of where its bytes come from.
    struct Part {
        std::string name;
        std::uint64_t size = 0;
        std::function<std::vector<std::byte>()> read;
    };

    Search locate(const DataPaths& paths) const;
    std::vector<Part> partsOf(const LocatedFiles& files, const Watch& watch) const;
    std::vector<Part> unpacked(const std::filesystem::path& archive, const Watch& watch) const;
    std::int64_t countSplit(std::span<const Part> parts) const;
    DataSplit readSplit(std::span<const Part> parts, const std::string& folder, const Watch& watch) const;

    SourceInfo m_info;
    std::vector<FieldSpec> m_fields;
    std::vector<std::filesystem::path> m_subfolders;
    CifarLayout m_layout;
};

/// The records of a file, of which each has `labels` bytes in front of its picture: pictures with their channels side by side at
/// `images`, the last of the labels at `classes`; both have room for `file.size() / (labels + 3072)`. Errors `data.cifar.*` name
/// the file.
Expected<void> parseCifar(std::span<const std::byte> file, const std::string& name, int labels, std::byte* images,
                          std::byte* classes);

} // namespace netsmith::data
