#include "engine/runs/store/run_index.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_object.h"

#include <cmath>

namespace netsmith::runs {
namespace {

constexpr std::string_view head = "netsmith-run-index 6 ";

Error unusable()
{
    return Error(ErrorKind::input, NS_MESSAGE("runs.index", "the index of the runs is damaged or of another version"));
}

/// Every value of a run in a fixed order, used for both reading and writing.
template <class Summary, class Visit>
void eachValue(Summary& summary, Visit&& visit)
{
    visit(summary.label.name);
    visit(summary.label.tags);
    visit(summary.label.notes);
    visit(summary.label.colour);
    visit(summary.state);
    visit(summary.error);
    visit(summary.project);
    visit(summary.projectFile);
    visit(summary.graphHash);
    visit(summary.settingsHash);
    visit(summary.settings);
    visit(summary.data);
    visit(summary.dataSource);
    visit(summary.dataHash);
    visit(summary.device);
    visit(summary.deviceName);
    visit(summary.precision);
    visit(summary.fuse);
    visit(summary.seed);
    visit(summary.batch);
    visit(summary.epochs);
    visit(summary.parameters);
    visit(summary.started);
    visit(summary.seconds);
    visit(summary.epochsDone);
    visit(summary.steps);
    visit(summary.judgedBy);
    visit(summary.bestEpoch);
    visit(summary.bestValues);
    visit(summary.values);
    visit(summary.folds);
    visit(summary.deviations);
    visit(summary.samplesPerSecond);
    visit(summary.memoryBytes);
    visit(summary.flopsPerSecond);
    visit(summary.peakShare);
    visit(summary.joules);
}

/// The settings that runs have, each once: thousands of runs share a few.
class SettingsTable {
public:
    std::size_t placeOf(const RunSettings& settings)
    {
        const auto [place, isNew] = m_places.try_emplace(settings.values(), m_places.size());
        if (isNew)
            m_json.push_back(settings.values());
        return place->second;
    }
    const Json& json() const { return m_json; }

private:
    std::map<RunSettings::Values, std::size_t> m_places;
    Json m_json = Json::array();
};

/// Writes a run's values as an array.
class Writer {
public:
    Writer(Json& row, SettingsTable& settings)
        : m_row(row)
        , m_settings(settings)
    {
    }

    void operator()(const RunSettings& value) { m_row.push_back(m_settings.placeOf(value)); }

    void operator()(const RunState& value) { m_row.push_back(nameOf(value)); }
    void operator()(const double& value) { m_row.push_back(number(value)); }
    void operator()(const NamedValues& values)
    {
        Json list = Json::array();
        for (const auto& [name, value] : values) {
            list.push_back(name);
            list.push_back(number(value));
        }
        m_row.push_back(std::move(list));
    }
    template <class T>
    void operator()(const std::optional<T>& value)
    {
        m_row.push_back(value ? Json(*value) : Json(nullptr));
    }
    template <class T>
    void operator()(const T& value)
    {
        m_row.push_back(value);
    }

private:
    /// JSON has no NaN.
    static Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

    Json& m_row;
    SettingsTable& m_settings;
};

/// Reads them back; throws if one is missing or of another type.
class Reader {
public:
    Reader(const Json& row, std::span<const RunSettings> settings)
        : m_row(arrayFrom(row, ""))
        , m_settings(settings)
    {
    }

    void operator()(RunSettings& value)
    {
        const std::int64_t place = integerFrom(next(), "");
        if (place < 0 || place >= std::ssize(m_settings))
            throw unusable();
        value = m_settings[static_cast<std::size_t>(place)];
    }

    void operator()(std::string& value) { value = textFrom(next(), ""); }
    void operator()(bool& value)
    {
        const Json& json = next();
        if (!json.is_boolean())
            throw unusable();
        value = json.get<bool>();
    }
    void operator()(std::int64_t& value) { value = integerFrom(next(), ""); }
    void operator()(double& value) { value = number(next()); }
    void operator()(RunState& value) { value = runStateNamed(textFrom(next(), "")); }
    void operator()(std::vector<std::string>& value)
    {
        for (const Json& text : arrayFrom(next(), ""))
            value.push_back(textFrom(text, ""));
    }
    void operator()(NamedValues& value)
    {
        const Json::array_t& list = arrayFrom(next(), "");
        if (list.size() % 2 != 0)
            throw unusable();
        for (std::size_t i = 0; i < list.size(); i += 2)
            value.emplace_back(textFrom(list[i], ""), number(list[i + 1]));
    }
    void operator()(std::optional<int>& value)
    {
        if (const Json& json = next(); !json.is_null())
            value = static_cast<int>(integerFrom(json, ""));
    }
    void operator()(std::optional<std::int64_t>& value)
    {
        if (const Json& json = next(); !json.is_null())
            value = integerFrom(json, "");
    }
    void operator()(std::optional<double>& value)
    {
        if (const Json& json = next(); !json.is_null())
            value = numberFrom(json, "");
    }

    bool atEnd() const { return m_at == m_row.size(); }

private:
    static double number(const Json& json) { return json.is_null() ? NAN : numberFrom(json, ""); }
    const Json& next()
    {
        if (atEnd())
            throw unusable();
        return m_row[m_at++];
    }

    const Json::array_t& m_row;
    std::span<const RunSettings> m_settings;
    std::size_t m_at = 0;
};

std::vector<RunSettings> settingsFrom(const Json& json)
{
    std::vector<RunSettings> settings;
    for (const Json& entry : arrayFrom(json, "")) {
        if (!entry.is_object())
            throw unusable();
        RunSettings::Values values;
        for (const auto& [path, value] : entry.items())
            values.emplace(path, textFrom(value, ""));
        settings.emplace_back(std::move(values));
    }
    return settings;
}

} // namespace

std::string indexText(const RunIndex& index)
{
    Json rows = Json::array();
    SettingsTable settings;
    for (const auto& [name, run] : index) {
        Json row = Json::array({name, run.stamp});
        eachValue(run.summary, Writer(row, settings));
        rows.push_back(std::move(row));
    }
    return summedIndex(
        Json{{"settings", settings.json()}, {"runs", std::move(rows)}}.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string summedIndex(std::string_view body)
{
    return std::string(head) + sha256(std::as_bytes(std::span(body))) + '\n' + std::string(body);
}

Expected<RunIndex> indexFromText(std::string_view text)
try {
    const std::size_t line = text.find('\n');
    if (!text.starts_with(head) || line == std::string_view::npos)
        return unusable();
    const std::string_view body = text.substr(line + 1);
    if (sha256(std::as_bytes(std::span(body))) != text.substr(head.size(), line - head.size()))
        return unusable();
    RunIndex index;
    const Json json = readJson(body).take();
    JsonObject tables(json, "");
    const std::vector<RunSettings> settings = settingsFrom(tables.require("settings"));
    for (const Json& row : arrayFrom(tables.require("runs"), "")) {
        Reader reader(row, settings);
        std::string name;
        IndexedRun run;
        reader(name);
        reader(run.stamp);
        eachValue(run.summary, reader);
        if (!reader.atEnd())
            return unusable();
        run.summary.readable = true;
        index.insert_or_assign(std::move(name), std::move(run));
    }
    return index;
} catch (const Error&) {
    return unusable();
}

} // namespace netsmith::runs
