#pragma once

#include "engine/data/source.h"

namespace netsmith::data {

/// A source that knows nothing until a project says where its files are.
class SourceFactory final : public Source {
public:
    /// Makes the source of one place; throws if something does not fit.
    using Make = std::shared_ptr<const Source> (*)(const std::filesystem::path& place, const ParameterMap& parameters);

    using Names = std::vector<std::string> (*)(const std::filesystem::path& place, const ParameterMap& parameters);

    /// `info` names the place that is wanted; it outlives the factory. `names` are those of the parts of what lies there.
    SourceFactory(const SourceInfo& info, Make make, Names names = nullptr)
        : m_info(info)
        , m_make(make)
        , m_names(names)
    {
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_none; }
    Availability find(const DataPaths&) const override { return {false, placeWanted(m_info)}; }
    Expected<DataSet> load(const DataPaths&, const Watch&) const override { return Error(ErrorKind::input, placeWanted(m_info)); }
    Expected<std::shared_ptr<const Source>> setUp(const std::filesystem::path& place, const ParameterMap& parameters) const override
    try {
        return m_make(place, parameters);
    } catch (const Error& error) {
        return error;
    }
    std::vector<std::string> partNames(const std::filesystem::path& place, const ParameterMap& parameters) const override
    {
        return m_names ? m_names(place, parameters) : std::vector<std::string>();
    }

private:
    const SourceInfo& m_info;
    Make m_make;
    Names m_names;
    std::vector<FieldSpec> m_none;
};

} // namespace netsmith::data
