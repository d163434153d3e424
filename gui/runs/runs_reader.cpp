#include "gui/runs/runs_reader.h"

#include "engine/core/files/safe_file.h"
#include "engine/runs/cross_validation.h"
#include "gui/widgets/guarded.h"

namespace netsmith::gui {

RunsReader::RunsReader(QObject* parent)
    : QObject(parent)
{
}

void RunsReader::work(std::function<void()> job)
{
    m_thread.run([this, job = std::move(job)] {
        guarded(job,
                [this](const Error& error) { m_thread.answer([this, message = error.message()] { Q_EMIT failed(message); }); });
    });
}

runs::RunStore& RunsReader::storeIn(const std::filesystem::path& folder)
{
    runs::RunStore store(folder);
    if (!m_store || m_store->folder() != store.folder())
        m_store = std::move(store);
    return *m_store;
}

void RunsReader::list(const std::filesystem::path& projectFile)
{
    work([this, folder = projectFile.parent_path() / "runs", call = ++m_call] {
        const auto runs = std::make_shared<std::vector<runs::RunSummary>>(storeIn(folder).list());
        m_thread.answer([this, call, runs] {
            if (call == m_call)
                Q_EMIT listed(runs);
        });
    });
}

void RunsReader::open(const std::filesystem::path& run, bool toFront)
{
    work([this, run, toFront] {
        std::vector<std::filesystem::path> all;
        for (const runs::FoldPlace& place : runs::begunFolds(run))
            all.push_back(place.run());
        if (all.empty())
            all = {run};
        for (const std::filesystem::path& one : all)
            m_thread.answer([this, one, toFront, curves = runs::readRunCurves(one)] { Q_EMIT opened(one, curves, toFront); });
    });
}

void RunsReader::compare(const std::vector<std::filesystem::path>& runs, const std::vector<QString>& names)
{
    work([this, runs, names] {
        std::vector<runs::RunFacts> facts;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            facts.push_back(runs::readFacts(runs[i]));
            if (!names[i].isEmpty())
                facts.back().name = names[i].toStdString();
        }
        m_thread.answer([this, difference = runs::differenceOf(facts)] { Q_EMIT compared(difference); });
    });
}

void RunsReader::relabel(const std::filesystem::path& run, std::function<void(runs::RunLabel&)> change)
{
    work([this, run, change = std::move(change)] {
        m_thread.answer([this] { Q_EMIT changed(); }); // also if it failed: the table shows the actual state
        runs::changeLabel(run, change);
    });
}

void RunsReader::remove(const std::vector<std::filesystem::path>& runs)
{
    work([this, runs] {
        std::vector<DeletedRun> gone;
        std::optional<Message> problem;
        for (const std::filesystem::path& run : runs)
            try {
                gone.push_back({run, runs::RunStore(run.parent_path()).remove(run.filename().string())});
            } catch (const Error& error) {
                problem = error.message();
            }
        m_thread.answer([this, gone, problem] {
            if (!gone.empty())
                Q_EMIT removed(gone);
            if (problem)
                Q_EMIT failed(*problem);
            Q_EMIT changed();
        });
    });
}

void RunsReader::restore(const std::vector<DeletedRun>& runs)
{
    work([this, runs] {
        m_thread.answer([this] { Q_EMIT changed(); });
        for (const DeletedRun& run : runs)
            runs::RunStore(run.folder.parent_path()).restore(run.name);
    });
}

void RunsReader::save(const std::filesystem::path& file, const std::string& contents)
{
    work([file, contents] { writeFileSafely(file, contents).take(); });
}

} // namespace netsmith::gui
