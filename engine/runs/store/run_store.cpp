#include "engine/runs/store/run_store.h"

#include "engine/core/files/file_lock.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/system_reason.h"
#include "engine/runs/table/run_names.h"
#include "engine/store/run_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith::runs {
namespace {

namespace fs = std::filesystem;

constexpr const char* runsName = "runs"; // next to a project's file
constexpr const char* trashName = ".trash";
constexpr const char* indexName = ".index";
constexpr const char* numbersName = ".numbers";
constexpr const char* numbersLock = ".numbers.lock";
constexpr std::uint64_t largestIndex = std::uint64_t{1} << 30;

/// Identifies a version of a file. The inode distinguishes two files of the same time and size, because a record is never written
/// in place. Empty if there is no such file.
std::string stampOf(const fs::path& path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0)
        return {};
    return std::to_string(status.st_mtim.tv_sec) + '.' + std::to_string(status.st_mtim.tv_nsec) + ' '
        + std::to_string(status.st_size) + ' ' + std::to_string(status.st_ino);
}

Error noRun(const fs::path& run)
{
    return Error(ErrorKind::input, NS_MESSAGE("runs.missing", "there is no run {0}"), run.string());
}

/// The folders below one that may be runs; our own begin with a dot.
std::vector<fs::path> foldersIn(const fs::path& folder)
{
    std::vector<fs::path> folders;
    std::error_code code;
    if (!fs::exists(folder, code) && (!code || code == std::errc::no_such_file_or_directory))
        return folders;
    fs::directory_iterator entry(folder, code);
    for (const fs::directory_iterator end; !code && entry != end; entry.increment(code)) {
        std::error_code ignored;
        if (entry->path().filename().native().front() != '.' && entry->is_directory(ignored))
            folders.push_back(entry->path());
    }
    if (code)
        throw Error(ErrorKind::input, NS_MESSAGE("runs.folder", "can't read the folder of runs {0}: {1}"), folder.string(),
                    systemReason(code.value()));
    return folders;
}

/// False also if it has disappeared or is not accessible.
bool isActive(const fs::path& folder)
{
    try {
        return isBeingTrained(folder);
    } catch (const Error&) {
        return false;
    }
}

/// A run whose folder may have no record or be unreadable; none if there is no run, or one that is just starting.
std::optional<RunSummary> withoutRecord(const fs::path& folder)
{
    RunSummary summary;
    summary.folder = folder;
    std::error_code code;
    fs::directory_iterator(folder, code);
    if (code == std::errc::permission_denied) {
        summary.problem =
            Message(NS_MESSAGE("folder.open", "can't open the folder {0}: {1}"), folder.string(), systemReason(code.value()));
        return summary;
    }
    if (code || !looksLikeARun(folder) || isActive(folder))
        return std::nullopt;
    summary.problem =
        Message(NS_MESSAGE("runs.no_record", "{0} has no run.json; it may be a run that was deleted in part"), folder.string());
    return summary;
}

bool earlier(const RunSummary& a, const RunSummary& b)
{
    return std::tie(a.started, a.folder) < std::tie(b.started, b.folder);
}

void noteActivity(RunSummary& summary)
{
    if (summary.state == RunState::running)
        summary.active = isActive(summary.folder);
}

void move(const OpenFolder& from, const std::string& name, const OpenFolder& to, const std::string& there)
{
    if (::renameat2(from.descriptor(), name.c_str(), to.descriptor(), there.c_str(), RENAME_NOREPLACE) == 0)
        return;
    int code = errno;
    if (code == EINVAL || code == ENOSYS) { // a file system that can't rename without replacing
        if (to.holds(there))
            code = EEXIST;
        else if (::renameat(from.descriptor(), name.c_str(), to.descriptor(), there.c_str()) == 0)
            return;
        else
            code = errno;
    }
    const fs::path source = from.path() / name, target = to.path() / there;
    if (code == ENOENT)
        throw noRun(source);
    if (code == EEXIST || code == ENOTEMPTY)
        throw Error(ErrorKind::input, NS_MESSAGE("runs.taken", "there is another run {0} now; rename its folder first"),
                    target.string());
    throw Error(ErrorKind::resources, NS_MESSAGE("runs.move", "can't move {0} to {1}: {2}"), source.string(), target.string(),
                systemReason(code));
}

/// A run's number, also by the folder's name that it had before it was deleted: the trash appends "-2" if there is another of that
/// name. 0 if it has none, or another run has it.
std::int64_t numberIn(const RunNumbers& numbers, const RunSummary& run, const std::set<std::int64_t>& taken)
{
    const std::string name = run.folder.filename().string();
    const std::int64_t own = numbers.of(name, run.started);
    const std::size_t dash = name.find_last_not_of("0123456789");
    if (own > 0 || dash == std::string::npos || name[dash] != '-' || dash + 1 == name.size())
        return own;
    const std::int64_t before = numbers.of(std::string_view(name).substr(0, dash), run.started);
    return taken.contains(before) ? 0 : before;
}

/// True if every readable run now has a number.
bool takeNumbers(std::vector<RunSummary>& runs, const RunNumbers& numbers)
{
    std::set<std::int64_t> taken;
    for (RunSummary& run : runs)
        if (run.readable)
            taken.insert(run.number = numbers.of(run.folder.filename().string(), run.started));
    bool all = true;
    for (RunSummary& run : runs)
        if (run.readable && run.number == 0) {
            run.number = numberIn(numbers, run, taken);
            taken.insert(run.number);
            all &= run.number > 0;
        }
    return all;
}

/// A run's name is that of a folder in the store, and not a path elsewhere.
void checkName(const fs::path& store, const std::string& name)
{
    if (name.empty() || name.front() == '.' || name.find('/') != std::string::npos)
        throw noRun(store / name);
}

} // namespace

RunStore::RunStore(fs::path folder)
    : m_folder(fs::absolute(folder).lexically_normal())
{
    if (!m_folder.has_filename())
        m_folder = m_folder.parent_path(); // without a slash at its end
}

/// For writing, moving and removing in it; nothing if it does not exist. Throws `file.link` if it came with a project as a link.
std::optional<OpenFolder> RunStore::opened() const
{
    const bool isOfProject = m_folder.filename() == runsName;
    const fs::path root = isOfProject ? m_folder.parent_path() : m_folder;
    std::error_code ignored;
    if (!fs::exists(root, ignored))
        return std::nullopt;
    return OpenFolder::open(root).take().find(isOfProject ? runsName : "").take();
}

std::vector<RunSummary> RunStore::list()
{
    const std::vector<fs::path> folders = foldersIn(m_folder);
    if (!m_index) {
        m_index.emplace();
        if (const auto text = readTextFile(m_folder / indexName, largestIndex))
            if (auto index = indexFromText(*text))
                m_index = std::move(*index);
    }
    RunIndex now;
    std::vector<RunSummary> runs;
    runs.reserve(folders.size());
    bool changed = false;
    for (const fs::path& folder : folders) {
        const std::string record = stampOf(folder / "run.json");
        if (record.empty()) {
            if (auto summary = withoutRecord(folder))
                runs.push_back(std::move(*summary));
            continue;
        }
        // Stamped before it is read: a file that changes meanwhile is read again next time.
        const std::string name = folder.filename().string();
        const std::string stamp = record + ' ' + stampOf(labelPathOf(folder));
        auto known = m_index->extract(name);
        if (known.empty() || known.mapped().stamp != stamp) {
            RunSummary summary = summarize(folder);
            changed = true;
            if (summary.problem) {
                noteActivity(summary);
                runs.push_back(std::move(summary)); // and is read again the next time
                continue;
            }
            summary.folder.clear();
            known = RunIndex{{name, {stamp, std::move(summary)}}}.extract(name);
        }
        runs.push_back(known.mapped().summary);
        runs.back().folder = folder;
        noteActivity(runs.back());
        now.insert(std::move(known));
    }
    changed |= !m_index->empty(); // what is left is gone
    m_index = std::move(now);
    if (changed)
        try {
            if (const auto store = opened())
                writeFileSafely(*store, indexName, indexText(*m_index)).take();
        } catch (const Error&) { // skipped for a read-only store
        }
    std::ranges::sort(runs, earlier);
    number(runs);
    nameRuns(runs);
    return runs;
}

/// Runs without a number get the next ones, oldest first. Any number of programs may do this at once.
void RunStore::number(std::vector<RunSummary>& runs)
{
    if (takeNumbers(runs, m_numbers))
        return;
    const auto giveRest = [&] {
        for (RunSummary& run : runs)
            if (run.readable && run.number == 0)
                run.number = m_numbers.give(run.folder.filename().string(), run.started);
    };
    try {
        const auto store = opened();
        if (!store)
            return giveRest();
        const FileLock lock(*store, numbersLock);
        if (RunNumbers known = RunNumbers::read(m_folder / numbersName); known != RunNumbers())
            m_numbers = std::move(known); // else the numbers given by this program are used
        if (takeNumbers(runs, m_numbers))
            return;
        giveRest();
        writeFileSafely(*store, numbersName, m_numbers.text()).take();
    } catch (const Error&) { // skipped for a read-only store
        giveRest();
    }
}

std::vector<RunSummary> RunStore::deleted()
{
    std::vector<RunSummary> runs;
    for (const fs::path& folder : foldersIn(m_folder / trashName))
        runs.push_back(summarize(folder));
    std::ranges::sort(runs, earlier);
    takeNumbers(runs, RunNumbers::read(m_folder / numbersName));
    nameRuns(runs);
    return runs;
}

std::string RunStore::remove(const std::string& name)
{
    checkName(m_folder, name);
    const auto store = opened();
    const auto run = store ? store->find(name).take() : std::nullopt;
    if (!run)
        throw noRun(m_folder / name);
    const auto lock = RunFolder::lock(*run);
    const OpenFolder trash = store->make(trashName).take();
    for (int i = 1;; ++i) {
        const std::string there = i == 1 ? name : name + '-' + std::to_string(i);
        if (trash.holds(there))
            continue;
        move(*store, name, trash, there);
        return there;
    }
}

fs::path RunStore::restore(const std::string& name)
{
    checkName(m_folder / trashName, name);
    const auto store = opened();
    const auto trash = store ? store->find(trashName).take() : std::nullopt;
    if (!trash || !trash->find(name).take())
        throw noRun(m_folder / trashName / name);
    (void)store->find(name).take(); // a link there is no other run
    move(*trash, name, *store, name);
    return m_folder / name;
}

std::int64_t RunStore::purge()
{
    std::vector<std::string> names;
    if (const auto store = opened(); store && store->find(trashName).take())
        for (const fs::path& folder : foldersIn(m_folder / trashName))
            names.push_back(folder.filename().string());
    return purge(names);
}

std::int64_t RunStore::purge(std::span<const std::string> names)
{
    for (const std::string& name : names)
        checkName(m_folder / trashName, name);
    const auto store = opened();
    const auto trash = store ? store->find(trashName).take() : std::nullopt;
    if (!trash)
        return 0;
    std::int64_t count = 0;
    for (const std::string& name : names)
        count += trash->remove(name).take(); // for a link, only the link
    ::unlinkat(store->descriptor(), trashName, AT_REMOVEDIR); // if it is empty
    return count;
}

bool looksLikeARun(const fs::path& folder)
{
    std::error_code ignored;
    return std::ranges::any_of(
        std::initializer_list<const char*>{"run.json", "metrics.csv", "timing.csv", "checkpoints", "project.netsmith"},
        [&](const char* name) { return fs::exists(folder / name, ignored); });
}

bool isStore(const fs::path& folder)
{
    std::error_code ignored;
    return folder.filename() == runsName || fs::exists(folder / numbersName, ignored);
}

RunStore storeOf(const fs::path& path)
{
    std::error_code code;
    if (fs::is_regular_file(path, code))
        return RunStore(fs::absolute(path).parent_path() / runsName);
    if (!fs::is_directory(path, code))
        throw Error(ErrorKind::input, NS_MESSAGE("runs.path", "there is no project file and no folder of runs {0}"), path.string());
    if (fs::exists(path / "run.json", code))
        throw Error(ErrorKind::input, NS_MESSAGE("runs.path_is_run", "{0} is one run; name the folder that contains it"),
                    path.string());
    return RunStore(path);
}

void changeLabel(const fs::path& run, const std::function<void(RunLabel&)>& change)
{
    readRunRecord(run).take();
    const OpenFolder folder = openRun(run).take();
    const FileLock lock(folder, ".label.lock");
    RunLabel label = readLabel(run).take();
    change(label);
    writeLabel(folder, label).take();
}

} // namespace netsmith::runs
