#include "gui/app/files/autosave.h"

#include "engine/core/files/safe_file.h"
#include "gui/widgets/engine_text.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString autosaveEnding = u".autosave.netsmith"_s;
/// Where the copy stores the file that it belongs to. Unknown keys are allowed, so the copy is a valid project; the keys of earlier
/// versions are read as well.
struct Key {
    const char* name;
    const char* earlier;
};
constexpr Key pathKey{"x-autosave-of", "autosave_of"};
constexpr Key hashKey{"x-autosave-file-hash", "autosave_file_hash"};
constexpr Key runsKey{"x-autosave-runs", "autosave_runs"};

QString textOf(const Project& project, const Key& key)
{
    for (const char* name : {key.name, key.earlier})
        if (const auto found = project.extra.find(name); found != project.extra.end() && found->is_string())
            return QString::fromStdString(found->get<std::string>());
    return {};
}

QString lockOf(const QString& file)
{
    return file + u".lock"_s;
}

/// The copies in a folder of studios that no longer run, newest first.
std::vector<RecoverableWork> leftIn(const QString& folder, const QString& own)
{
    std::vector<RecoverableWork> out;
    if (folder.isEmpty())
        return out;
    const QFileInfoList files = QDir(folder).entryInfoList({u"*"_s + autosaveEnding}, QDir::Files, QDir::Time);
    for (const QFileInfo& info : files) {
        const QString file = info.absoluteFilePath();
        if (file == own)
            continue;
        QLockFile lock(lockOf(file));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue; // its studio is running
        const Expected<Project> project = loadProject(file.toStdString());
        if (!project)
            continue; // copies are written atomically: an unreadable file isn't one
        RecoverableWork work;
        work.file = file;
        work.path = textOf(*project, pathKey);
        work.runs = textOf(*project, runsKey);
        work.fileHash = textOf(*project, hashKey).toStdString();
        work.name = !work.path.isEmpty() ? QFileInfo(work.path).completeBaseName()
            : !project->title.empty()    ? QString::fromStdString(project->title)
                                         : Autosave::tr("Untitled");
        work.time = info.lastModified();
        out.push_back(work);
    }
    return out;
}

} // namespace

QString Autosave::standardFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/netsmith/autosave"_s;
}

Autosave::Autosave(Document& document, QString folder, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_folder(std::move(folder))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(secondsBehind * 1000);
    connect(&m_timer, &QTimer::timeout, this, [this] { writeNow(); });
    connect(&document, &Document::changed, this, &Autosave::documentChanged);
    connect(&document, &Document::modifiedChanged, this, &Autosave::documentChanged);
    if (m_folder.isEmpty())
        return;
    QDir().mkpath(m_folder);
    m_file = m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + autosaveEnding;
    m_lock = std::make_unique<QLockFile>(lockOf(m_file));
    m_lock->setStaleLockTime(0); // a lock is stale if its process is gone, not if it is old
    m_lock->tryLock(0);
}

Autosave::~Autosave()
{
    remove(); // a normal exit: unsaved edits were discarded on purpose
    m_thread.finish();
}

void Autosave::remove()
{
    ++m_copy;
    if (std::exchange(m_kept, false))
        m_thread.run([file = m_file] { QFile::remove(file); });
}

void Autosave::documentChanged()
{
    if (m_file.isEmpty())
        return;
    if (isWorthKeeping()) {
        if (!m_timer.isActive())
            m_timer.start();
    } else {
        m_timer.stop();
        m_failing = false; // reports failures for another project again
        remove();
    }
}

void Autosave::setRuns(const QString& folder)
{
    if (folder == m_runs)
        return;
    m_runs = folder;
    documentChanged();
}

void Autosave::writeNow(const std::function<void(bool isKept)>& written)
{
    m_timer.stop();
    if (m_file.isEmpty() || !isWorthKeeping())
        return;
    m_kept = true;
    Project copy = m_document.project();
    copy.extra[pathKey.name] = m_document.path().toStdString();
    copy.extra[hashKey.name] = m_document.fileHash();
    copy.extra[runsKey.name] = m_runs.toStdString();
    m_thread.run([this, file = m_file, project = std::move(copy), number = m_copy, written] {
        const Expected<void> done = writeFileSafely(file.toStdString(), toJson(project));
        m_thread.answer([this, done, number, written] {
            take(done, number);
            if (written)
                written(done.hasValue());
        });
    });
}

void Autosave::take(const Expected<void>& written, std::uint64_t copy)
{
    if (copy != m_copy)
        return;
    if (!written && !m_failing)
        Q_EMIT failed(messageText(written.error().message()));
    m_failing = !written;
}

void Autosave::find(const std::function<void(const std::vector<RecoverableWork>&)>& found)
{
    m_thread.run([this, folder = m_folder, own = m_file, found] {
        m_thread.answer([found, works = leftIn(folder, own)] { found(works); });
    });
}

Expected<Project> Autosave::read(const RecoverableWork& work)
{
    Expected<Project> project = loadProject(work.file.toStdString());
    if (project)
        for (const Key& key : {pathKey, runsKey, hashKey})
            for (const char* name : {key.name, key.earlier})
                project->extra.erase(name);
    return project;
}

void Autosave::drop(const RecoverableWork& work)
{
    m_thread.run([file = work.file] { QFile::remove(file); });
}

} // namespace netsmith::gui
