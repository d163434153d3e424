#include "gui/app/files/untitled_runs.h"

#include "gui/training/training_session.h"
#include "gui/widgets/engine_text.h"

#include "engine/core/files/open_folder.h"
#include "engine/core/files/safe_file.h"
#include "engine/store/run_record.h"

#include <QDir>
#include <QUuid>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace fs = std::filesystem;

namespace netsmith::gui {
namespace {

constexpr const char* numbersFile = ".numbers"; ///< of a folder of runs, see runs::RunStore

void copyTo(const fs::path& from, const OpenFolder& to)
{
    const std::string name = from.filename();
    if (fs::is_symlink(from)) {
        if (::symlinkat(fs::read_symlink(from).c_str(), to.descriptor(), name.c_str()) != 0)
            throw fs::filesystem_error(std::string(), from, std::error_code(errno, std::generic_category()));
    } else if (fs::is_directory(from)) {
        const OpenFolder copy = to.make(name).take();
        for (const fs::directory_entry& entry : fs::directory_iterator(from))
            copyTo(entry.path(), copy);
    } else
        writeFileSafely(to, name, readFile(from).take()).take();
}

/// Renames, or copies to another file system and then removes. A link in the project's folder can't redirect it.
void moveTo(const fs::path& from, const OpenFolder& to)
{
    if (::renameat(AT_FDCWD, from.c_str(), to.descriptor(), from.filename().c_str()) == 0)
        return;
    copyTo(from, to);
    fs::remove_all(from);
}

/// Records that the moved run belongs to this project file. A run whose record can't be read belongs to none.
void noteProject(const OpenFolder& runs, const std::string& run, const std::string& file)
{
    auto record = readRunRecord(runs.path() / run);
    if (!record || record->projectFile == file)
        return;
    record->projectFile = file;
    if (const auto folder = runs.find(run).take())
        writeFileSafely(*folder, "run.json", toJson(*record)).take();
}

/// The cache of a folder of runs, which is recreated when needed.
bool isIndex(const fs::directory_entry& entry)
{
    return entry.path().filename() == ".index";
}

/// A lock file next to the folder, which is removed when empty.
std::shared_ptr<QLockFile> lockBeside(const QString& folder)
{
    auto lock = std::make_shared<QLockFile>(folder + u".lock"_s);
    lock->setStaleLockTime(0); // a lock is stale if its process is gone, not if it is old
    return lock;
}

/// Removes the links to moved runs, their cached data, and empty folders; runs of a project that was never saved are kept.
void clean(const fs::path& folder)
{
    std::error_code ignored;
    const fs::path runs = folder / "runs";
    for (const fs::directory_entry& entry : fs::directory_iterator(runs, ignored))
        if (entry.is_symlink(ignored) || isIndex(entry))
            fs::remove(entry.path(), ignored);
    const auto isNumbers = [](const fs::directory_entry& entry) { return entry.path().filename() == numbersFile; };
    if (std::all_of(fs::directory_iterator(runs, ignored), fs::directory_iterator(), isNumbers)) // of runs that were moved
        fs::remove(runs / numbersFile, ignored);
    fs::remove(runs, ignored);
    fs::remove(folder, ignored);
}

/// Moves the runs next to a project file and leaves links at their old paths. Returns false if there are none.
bool moveRuns(const fs::path& folder, const fs::path& file)
{
    const fs::path from = folder / "runs";
    if (!fs::is_directory(from))
        return false;
    const OpenFolder to = OpenFolder::open(file.parent_path()).take().make("runs").take();
    if (fs::exists(from / numbersFile) && !to.holds(numbersFile)) // first: a list made meanwhile would give them other numbers
        moveTo(from / numbersFile, to);
    for (const fs::directory_entry& run : fs::directory_iterator(from)) {
        const std::string name = run.path().filename();
        if (run.is_symlink() || isIndex(run) || to.holds(name))
            continue;
        moveTo(run.path(), to);
        noteProject(to, name, file.filename());
        fs::create_directory_symlink(to.path() / name, run.path());
    }
    return true;
}

constexpr int lockPatience = 200; ///< milliseconds: another window may be checking it

} // namespace

UntitledRuns::UntitledRuns(const QString& folder, TrainingSession& session, QObject* parent)
    : QObject(parent)
    , m_root(folder)
    , m_session(session)
{
    renew();
    connect(&session, &TrainingSession::stateChanged, this, &UntitledRuns::move);
}

UntitledRuns::~UntitledRuns()
{
    leave();
    m_thread.finish();
}

/// Keeps the folder locked until it has been cleaned.
void UntitledRuns::leave()
{
    if (m_folder.isEmpty())
        return;
    m_thread.run([this, folder = m_folder, lock = std::exchange(m_lock, {})]() mutable {
        clean(folder.toStdString());
        lock.reset();
        m_thread.answer([this] { Q_EMIT left(); });
    });
}

void UntitledRuns::renew()
{
    leave();
    m_target.clear();
    m_folder = m_root + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces);
}

void UntitledRuns::adopt(const QString& folder)
{
    renew();
    const fs::path theirs = folder.toStdString();
    std::error_code error;
    if (!fs::equivalent(theirs.parent_path(), m_root.toStdString(), error))
        return;
    const std::shared_ptr<QLockFile> lock = lockBeside(folder);
    if (!lock->tryLock(lockPatience))
        return;
    m_folder = folder;
    m_lock = lock;
}

void UntitledRuns::hold()
{
    if (m_lock)
        return;
    QDir().mkpath(m_root);
    m_lock = lockBeside(m_folder);
    m_lock->tryLock(lockPatience);
}

bool UntitledRuns::isOpen(const QString& folder)
{
    return !lockBeside(folder)->tryLock(0);
}

void UntitledRuns::follow(const QString& projectFile)
{
    m_target = projectFile;
    move();
}

void UntitledRuns::setHeld(bool held)
{
    m_held = held;
    move();
}

void UntitledRuns::move()
{
    if (m_target.isEmpty() || m_held || !m_session.isResting()) // a run being prepared may have created its folder already
        return;
    if (m_moves++ == 0)
        Q_EMIT moving(true);
    m_thread.run([this, folder = m_folder, file = std::exchange(m_target, {}), lock = m_lock] {
        try {
            const bool any = moveRuns(folder.toStdString(), file.toStdString());
            m_thread.answer([this, any] {
                if (any)
                    Q_EMIT moved();
                endMove();
            });
        } catch (const fs::filesystem_error& error) {
            refuse(folder, QString::fromStdString(error.code().message()));
        } catch (const Error& error) {
            refuse(folder, messageText(error.message()));
        }
    });
}

/// Called on the thread.
void UntitledRuns::refuse(const QString& folder, const QString& reason)
{
    m_thread.answer([this, folder, reason] {
        Q_EMIT failed(tr("The runs could not be moved next to the project (%1). They remain in %2.").arg(reason, folder));
        endMove();
    });
}

void UntitledRuns::endMove()
{
    if (--m_moves > 0)
        return;
    Q_EMIT moving(false);
    for (const auto& next : std::exchange(m_whenMoved, {}))
        next();
}

void UntitledRuns::whenMoved(const std::function<void()>& next)
{
    if (!isMoving())
        next();
    else
        m_whenMoved.push_back(next);
}

} // namespace netsmith::gui
