#include "gui/training/runs_reader.h"

#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

namespace {

bool removeRun(const std::filesystem::path& run)
{
    if (QFile::moveToTrash(fromStd(run.string())))
        return true;
    std::error_code error;
    std::filesystem::remove_all(run, error);
    return !error;
}

} // namespace

RunsReader::RunsReader(QObject* parent)
    : QObject(parent)
{
}

std::vector<RunRow> RunsReader::read(const std::filesystem::path& projectFile)
{
    std::vector<RunRow> rows;
    for (train::RunEntry& entry : train::listRuns(projectFile)) {
        RunRow row{std::move(entry.folder), std::move(entry.record), entry.active, std::nullopt};
        row.best = bestOf(row);
        rows.push_back(std::move(row));
    }
    std::ranges::reverse(rows);
    return rows;
}

/// Out of the run's table, which may be long: once for every change of it.
std::optional<std::pair<std::string, double>> RunsReader::bestOf(const RunRow& row)
{
    const std::string key = row.folder.string();
    std::error_code ignored;
    const auto written = std::filesystem::last_write_time(row.folder / "metrics.csv", ignored);
    const auto size = std::filesystem::file_size(row.folder / "metrics.csv", ignored);
    if (const auto found = m_known.find(key);
        found != m_known.end() && found->second.written == written && found->second.size == size)
        return found->second.best;
    std::optional<std::pair<std::string, double>> best;
    const RunCurves curves = readRunCurves(row.folder);
    const auto at = std::ranges::find(curves.epochs.epoch, curves.bestEpoch);
    if (at != curves.epochs.epoch.end()) {
        const auto index = static_cast<std::size_t>(at - curves.epochs.epoch.begin());
        train::NamedValues values;
        for (const RunCurves::Series& series : curves.epochs.series)
            values.emplace_back(series.name, series.values[index]);
        if (const auto* value = headlineValue(values))
            best = *value;
    }
    m_known[key] = {written, size, best};
    return best;
}

void RunsReader::list(const std::filesystem::path& projectFile)
{
    m_thread.run([this, projectFile, call = ++m_call] {
        m_thread.answer([this, call, rows = read(projectFile)] {
            if (call == m_call)
                Q_EMIT listed(rows);
        });
    });
}

void RunsReader::open(const std::filesystem::path& run)
{
    m_thread.run([this, run] { m_thread.answer([this, run, curves = readRunCurves(run)] { Q_EMIT opened(run, curves); }); });
}

void RunsReader::remove(const std::filesystem::path& run)
{
    m_thread.run([this, run] {
        m_thread.answer([this, run, done = removeRun(run)] {
            if (done)
                Q_EMIT removed(run);
            else
                Q_EMIT removalFailed(run);
        });
    });
}

} // namespace netsmith::gui
