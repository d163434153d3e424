#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/data/source_factory.h"
#include "engine/data/sources/sources.h"
#include "engine/fields/text/token_fit.h"
#include "engine/input/tables/csv_settings.h"

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

const SourceInfo& factoryInfo()
{
    static const SourceInfo info{
        .id = "csv",
        .title = NS_TEXT("data.csv", "tables in CSV"),
        .doc = NS_TEXT(
            "data.csv",
            "Rows of your own CSV file (gzip too). Columns of numbers and of words become one field \"features\", words as one "
            "number per category; missing values are filled and numbers standardized from the training rows. The target is the "
            "field \"label\" if it holds classes, else \"target\". A column of texts can be the field \"text\" of token numbers."),
        .licence = NS_TEXT("data.csv", "that of your table"),
        .place = SourcePlace::file,
        .parameters = csvParameters(),
        .standardised = true,
        .mayMap = true,
        .partParameters = {{"target", true}, {"categories", true}, {"leave_out", true}, {"weights"}, {"text"}},
    };
    return info;
}

OpenCsv opener(const fs::path& path)
{
    return [path] { return openBytes(path); };
}

/// One file, and optionally a second one whose rows are the test set.
class CsvFile final : public Source {
public:
    CsvFile(fs::path path, const CsvSettings& settings)
        : m_path(std::move(path))
        , m_info(factoryInfo())
    {
        if (!settings.testFile.empty())
            m_testPath = m_path.parent_path() / settings.testFile;
        m_table = scanCsv(opener(m_path), m_path.string(), settings.table);
        m_fields = m_table.fields;
        if (m_table.text)
            for (FieldSpec& field : m_fields)
                if (field.name == "text")
                    field = declaredTokens(field);
        m_info.parts = m_table.parts;
        m_info.trainCount = m_table.rows;
        if (!m_testPath.empty())
            m_info.testCount = countCsv(opener(m_testPath), m_testPath.string(), m_table.format);
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override
    {
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), m_path.string())};
    }
    std::vector<fs::path> files(const DataPaths&) const override
    {
        return m_testPath.empty() ? std::vector{m_path} : std::vector{m_path, m_testPath};
    }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override
    try {
        DataSet set;
        set.id = m_info.id;
        set.title = m_info.title;
        set.origin = find(paths).where;
        set.fingerprint = sha256OfFile(m_path).take();
        set.train = readCsv(opener(m_path), m_path.string(), m_table, watch);
        if (!m_testPath.empty()) {
            set.fingerprint += ' ' + sha256OfFile(m_testPath).take();
            set.test = readCsv(opener(m_testPath), m_testPath.string(), m_table, watch);
        }
        return set;
    } catch (const Error& error) {
        return error;
    }

private:
    fs::path m_path;
    fs::path m_testPath;
    SourceInfo m_info;
    CsvTable m_table;
    std::vector<FieldSpec> m_fields;
};

std::shared_ptr<const Source> make(const fs::path& place, const ParameterMap& parameters)
{
    return std::make_shared<CsvFile>(place, csvSettings(parameters));
}

std::vector<std::string> names(const fs::path& place, const ParameterMap& parameters)
{
    return CsvReader(openBytes(place), place.string(), csvSettings(parameters).table.format).columns();
}

} // namespace

const Source& csv()
{
    static const SourceFactory source(factoryInfo(), make, names);
    return source;
}

} // namespace netsmith::data
