#include "gui/training/runs_reader.h"

#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

/// Lives on the reader's thread.
class RunsReader::Worker : public QObject {
public:
    std::vector<RunRow> list(const std::filesystem::path& projectFile)
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

    static bool remove(const std::filesystem::path& run)
    {
        if (QFile::moveToTrash(fromStd(run.string())))
            return true;
        std::error_code error;
        std::filesystem::remove_all(run, error);
        return !error;
    }

private:
    struct Known {
        std::filesystem::file_time_type written;
        std::uintmax_t size = 0;
        std::optional<std::pair<std::string, double>> best;
    };

    /// Out of the run's table, which may be long: once for every change of it.
    std::optional<std::pair<std::string, double>> bestOf(const RunRow& row)
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

    std::map<std::string, Known> m_known;
};

RunsReader::RunsReader(QObject* parent)
    : QObject(parent)
    , m_worker(new Worker)
{
    m_thread.setObjectName(u"netsmith-runs"_s);
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start(QThread::LowPriority);
}

RunsReader::~RunsReader()
{
    m_thread.quit();
    m_thread.wait();
}

void RunsReader::list(const std::filesystem::path& projectFile)
{
    QMetaObject::invokeMethod(m_worker, [this, projectFile, call = ++m_call] {
        QMetaObject::invokeMethod(this, [this, call, rows = m_worker->list(projectFile)] {
            if (call == m_call)
                Q_EMIT listed(rows);
        });
    });
}

void RunsReader::open(const std::filesystem::path& run)
{
    QMetaObject::invokeMethod(m_worker, [this, run] {
        QMetaObject::invokeMethod(this, [this, run, curves = readRunCurves(run)] { Q_EMIT opened(run, curves); });
    });
}

void RunsReader::remove(const std::filesystem::path& run)
{
    QMetaObject::invokeMethod(m_worker, [this, run] {
        QMetaObject::invokeMethod(this, [this, run, done = Worker::remove(run)] {
            if (done)
                Q_EMIT removed(run);
            else
                Q_EMIT removalFailed(run);
        });
    });
}

} // namespace netsmith::gui
