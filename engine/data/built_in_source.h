#pragma once

#include "engine/data/source.h"

namespace netsmith::data {

/// A source whose samples this program generates, so that they are always available and the same everywhere.
class BuiltInSource final : public Source {
public:
    /// What to generate: the training samples are numbered from 0, and the test samples follow.
    struct Part {
        const std::vector<FieldSpec>& fields;
        std::int64_t count;
        std::int64_t first;
        bool test;
    };
    using Make = DataSplit (*)(const Part& part, const Watch& watch);

    BuiltInSource(SourceInfo info, std::vector<FieldSpec> fields, Make make)
        : m_info(std::move(info))
        , m_fields(std::move(fields))
        , m_make(make)
    {
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override { return {true, titleOf(m_info)}; }
    Expected<DataSet> load(const DataPaths&, const Watch& watch) const override
    try {
        DataSplit train = m_make({m_fields, m_info.trainCount, 0, false}, watch);
        DataSplit test = m_make({m_fields, m_info.testCount, m_info.trainCount, true}, watch);
        return DataSet{m_info.id, m_info.title, titleOf(m_info), std::move(train), std::move(test)};
    } catch (const Error& error) {
        return error;
    }

private:
    SourceInfo m_info;
    std::vector<FieldSpec> m_fields;
    Make m_make;
};

} // namespace netsmith::data
