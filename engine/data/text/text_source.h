#pragma once

#include "engine/data/located_files.h"
#include "engine/data/text/text_windows.h"

namespace netsmith::data {

/// What is known about a text that is published with fixed bytes.
struct TextFacts {
    /// Of the whole text, read as one unit.
    struct Reading {
        std::int64_t tokens;
        std::int64_t different;
        std::int64_t differentSmall; ///< in lowercase
    };
    const char* file; ///< its name
    std::int64_t size; ///< bytes
    const char* sha256;
    Reading characters;
    Reading words;
};

/// A text that is found by name in the data folders, or in their subfolder "text". Its vocabulary is that of the whole text, its
/// end included, so that the fields are known before it is there.
class TextSource final : public Source {
public:
    /// The factory, which is the one that is meant where nothing is set. `info` without its parameters and counts.
    TextSource(SourceInfo info, const TextFacts& facts);

    const SourceInfo& info() const override { return m_info; }
    /// Their vocabulary is known once the text is loaded.
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths& paths) const override;
    std::vector<std::filesystem::path> files(const DataPaths& paths) const override { return locate(paths).paths(); }
    /// Error `data.text.other` if the file has different bytes.
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override;
    Expected<std::shared_ptr<const Source>> setUp(const std::filesystem::path& place,
                                                  const ParameterMap& parameters) const override;

private:
    Search locate(const DataPaths& paths) const;
    void use(const TextSettings& settings);

    SourceInfo m_info;
    TextFacts m_facts;
    TextSettings m_settings;
    std::vector<FieldSpec> m_fields;
};

} // namespace netsmith::data
