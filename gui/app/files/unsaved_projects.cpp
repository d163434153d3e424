#include "gui/app/files/unsaved_projects.h"

#include "engine/runs/store/run_store.h"
#include "engine/store/run_folder.h"
#include "gui/app/files/untitled_runs.h"
#include "gui/document/project_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// None if it has no run of its own that can be reopened, or if one is being trained.
std::optional<UnsavedProject> projectIn(const QString& folder)
{
    UnsavedProject project;
    project.folder = folder;
    for (const runs::RunSummary& run : runs::RunStore((folder + u"/runs"_s).toStdString()).list()) {
        if (run.active)
            return std::nullopt;
        if (std::filesystem::is_symlink(run.folder)) // moved to where its project was saved
            continue;
        const std::filesystem::path file = projectPathOf(run.folder);
        const Expected<Project> trained = loadProject(file);
        if (!trained)
            continue;
        ++project.runs;
        project.file = QString::fromStdString(file.string());
        project.name = projectTitle(*trained);
        project.time = QDateTime::fromString(fromStd(run.started), Qt::ISODate);
    }
    return project.runs > 0 ? std::optional(project) : std::nullopt;
}

/// The desktop's file with the original path of an item in the trash.
QString noteOf(const QString& trashed)
{
    const QFileInfo info(trashed);
    return info.path() + u"/../info/"_s + info.fileName() + u".trashinfo"_s;
}

} // namespace

UnsavedProjects::UnsavedProjects(QString root, QObject* parent)
    : QObject(parent)
    , m_root(std::move(root))
{
}

void UnsavedProjects::read()
{
    m_thread.run([this, root = m_root] {
        QList<UnsavedProject> projects;
        for (const QFileInfo& folder : QDir(root).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks))
            guarded(
                [&] {
                    if (!UntitledRuns::isOpen(folder.absoluteFilePath()))
                        if (std::optional<UnsavedProject> project = projectIn(folder.absoluteFilePath()))
                            projects << *project;
                },
                [](const Error&) {}); // unreadable projects can't be opened either
        std::ranges::sort(projects, std::ranges::greater(), &UnsavedProject::time);
        m_thread.answer([this, projects] { Q_EMIT found(projects); });
    });
}

void UnsavedProjects::moveToTrash(const UnsavedProject& project)
{
    m_thread.run([this, project] {
        QString where;
        QFile folder(project.folder);
        const bool moved = !UntitledRuns::isOpen(project.folder) && folder.moveToTrash();
        if (moved)
            where = folder.fileName();
        m_thread.answer([this, project, moved, where] {
            if (moved)
                Q_EMIT trashed(project, where);
            else
                Q_EMIT failed(tr("%1 could not be moved to the trash. Its runs remain in %2.").arg(project.name, project.folder));
        });
    });
    read();
}

void UnsavedProjects::takeBack(const UnsavedProject& project, const QString& where)
{
    m_thread.run([this, project, where] {
        if (QFile::rename(where, project.folder))
            QFile::remove(noteOf(where));
        else
            m_thread.answer([this, project, where] {
                Q_EMIT failed(tr("%1 could not be restored from the trash. It is in %2.").arg(project.name, where));
            });
    });
    read();
}

} // namespace netsmith::gui
