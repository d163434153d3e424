#pragma once

#include "engine/data/source.h"

namespace netsmith::data {

/// A source that knows nothing until a project tells it where its files lie.
class SourceMould final : public Source {
public:
    /// Makes the source of one place; throws what does not fit.
    using Make = std::shared_ptr<const Source> (*)(const std::filesystem::path& place, const ParameterMap& parameters);

    /// `info` names the place that is wanted; it outlives the mould.
    SourceMould(const SourceInfo& info, Make make)
        : m_info(info)
        , m_make(make)
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

private:
    const SourceInfo& m_info;
    Make m_make;
    std::vector<FieldSpec> m_none;
};

} // namespace netsmith::data
