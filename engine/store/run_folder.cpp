#include "engine/store/run_folder.h"

#include "engine/core/files/safe_file.h"
#include "engine/core/system_reason.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/graph/project/project_file.h"
#include "engine/store/folder_move.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

constexpr const char* algorithmsFile = "kernels.json";
constexpr const char* runsFolderName = "runs";
constexpr const char* foldsFolderName = "folds";

/// Locks the folder itself, so that no lock file is left; −1 if it is already locked.
int lockFolder(const OpenFolder& folder)
{
    const int fd = folder.openFile(".", O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        throw Error(isOfItsPlace(errno) ? ErrorKind::input : ErrorKind::resources,
                    NS_MESSAGE("folder.open", "can't open the folder {0}: {1}"), folder.path().string(), systemReason(errno));
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    const int code = errno;
    ::close(fd);
    if (code == EWOULDBLOCK)
        return -1;
    throw Error(ErrorKind::resources, NS_MESSAGE("run.lock", "can't lock the folder {0}: {1}; choose one on another disk"),
                folder.path().string(), systemReason(code));
}

/// Listing runs takes each lock briefly to see whether it is free, which must not make others fail.
int lockFolderPatiently(const OpenFolder& folder)
{
    constexpr int tries = 20;
    int lock = lockFolder(folder);
    for (int i = 1; lock < 0 && i < tries; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        lock = lockFolder(folder);
    }
    return lock;
}

/// "20260301-120000-mnist_cnn" for this moment.
std::string newRunName(const fs::path& projectFile)
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    char text[32];
    std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &local);
    return std::string(text) + '-' + projectFile.stem().string();
}

/// A run's location: a folder that the user chose, and below it what may have come with a project or a cross-validation.
struct RunPlace {
    fs::path root;
    fs::path below;
};

RunPlace placeOf(const fs::path& run)
{
    fs::path folder = fs::absolute(run).lexically_normal();
    if (!folder.has_filename())
        folder = folder.parent_path(); // without a slash at its end
    fs::path below;
    for (const char* name : {foldsFolderName, runsFolderName})
        if (folder.parent_path().filename() == name) {
            below = fs::path(name) / (below.empty() ? folder.filename() : folder.filename() / below);
            folder = folder.parent_path().parent_path();
        }
    return below.empty() ? RunPlace{fs::absolute(run), {}} : RunPlace{std::move(folder), std::move(below)};
}

/// The folder that the user chose; created if missing.
OpenFolder madeRoot(const fs::path& root)
{
    makeFolder(root).take();
    return OpenFolder::open(root).take();
}

} // namespace

Expected<OpenFolder> openRun(const fs::path& run)
{
    const RunPlace place = placeOf(run);
    const auto root = OpenFolder::open(place.root);
    return root ? root->inside(place.below) : root;
}

void removeRun(const fs::path& run)
{
    const RunPlace place = placeOf(run.has_filename() ? run : run.parent_path());
    const fs::path below = place.below.empty() ? place.root.filename() : place.below;
    const auto root = OpenFolder::open(place.below.empty() ? place.root.parent_path() : place.root);
    if (!root || (!place.below.empty() && !root->inside(below)))
        return;
    if (const auto parent = root->inside(below.parent_path()))
        (void)parent->remove(below.filename()).hasValue();
}

RunFolder::RunFolder(OpenFolder folder)
    : m_folder(std::move(folder))
    , m_lock(lockFolderPatiently(m_folder))
{
    if (m_lock < 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("run.locked", "{0} is being trained by another process; wait for it or choose another run folder"),
                    path().string());
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : m_folder(std::move(other.m_folder))
    , m_lock(std::exchange(other.m_lock, -1))
    , m_named(other.m_named)
{
}

RunFolder::~RunFolder()
{
    if (m_lock >= 0)
        ::close(m_lock);
}

RunFolder RunFolder::create(const fs::path& path)
{
    const RunPlace place = placeOf(path);
    RunFolder folder(madeRoot(place.root).make(place.below).take());
    if (!folder.m_folder.names().empty())
        refuse(path);
    (void)folder.checkpoints().folder();
    return folder;
}

bool RunFolder::isFree(const fs::path& path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    return !fs::exists(status) || (fs::is_directory(status) && fs::is_empty(path, error));
}

void RunFolder::refuse(const fs::path& path)
{
    throw Error(ErrorKind::input,
                NS_MESSAGE("run.exists", "{0} is not empty; choose another folder, or resume the run that is in it"),
                path.string());
}

RunFolder RunFolder::createBeside(const fs::path& projectFile)
{
    const OpenFolder runs = madeRoot(fs::absolute(projectFile).parent_path()).make(runsFolderName).take();
    const std::string first = newRunName(projectFile);
    for (int i = 1;; ++i) {
        const std::string name = i == 1 ? first : first + '-' + std::to_string(i);
        if (::mkdirat(runs.descriptor(), name.c_str(), 0777) != 0 && errno == EEXIST) // which reports the conflict
            continue;
        RunFolder folder(runs.make(name).take()); // reports the error
        folder.m_named = true;
        (void)folder.checkpoints().folder();
        return folder;
    }
}

RunFolder RunFolder::open(const fs::path& path)
{
    readRunRecord(path).take();
    RunFolder folder = lock(openRun(path).take());
    (void)folder.m_folder.find(checkpointsName).take();
    folder.checkpoints().removeUnfinished();
    return folder;
}

RunFolder RunFolder::lock(OpenFolder folder)
{
    return RunFolder(std::move(folder));
}

HeldCheckpoints RunFolder::checkpoints() const
{
    return HeldCheckpoints(m_folder, checkpointsName);
}

Expected<void> RunFolder::save(const RunRecord& record) const
{
    return writeFileSafely(m_folder, "run.json", toJson(record));
}

Expected<void> RunFolder::save(const Project& project) const
{
    const fs::path file = projectPathOf(path());
    const auto text = readableProjectText(project, file);
    return text ? writeFileSafely(m_folder, file.filename(), *text) : Expected<void>(text.error());
}

Expected<void> RunFolder::save(const data::Vocabulary& vocabulary) const
{
    return writeFileSafely(m_folder, vocabularyPathOf(path()).filename(), data::toJson(vocabulary));
}

Expected<void> RunFolder::save(const TunedAlgorithms& algorithms) const
{
    if (algorithms.empty())
        return {};
    return writeFileSafely(m_folder, algorithmsFile, nlohmann::json{{"algorithms", algorithms}}.dump(1));
}

void RunFolder::clear() const
{
    for (const std::string& name : m_folder.names())
        (void)m_folder.remove(name).hasValue();
    if (m_named)
        removeRun(path());
}

fs::path projectPathOf(const fs::path& run)
{
    return run / "project.netsmith";
}

TunedAlgorithms readTunedAlgorithms(const fs::path& run)
{
    const auto text = readTextFile(run / algorithmsFile);
    const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    TunedAlgorithms algorithms;
    if (json.is_object() && json.contains("algorithms") && json["algorithms"].is_object())
        for (const auto& [key, value] : json["algorithms"].items())
            if (value.is_string())
                algorithms.emplace(key, value.get<std::string>());
    return algorithms;
}

bool isBeingTrained(const fs::path& run)
{
    const int lock = lockFolder(OpenFolder::open(run).take());
    if (lock >= 0)
        ::close(lock);
    return lock < 0;
}

std::vector<RunEntry> listRuns(const fs::path& projectFile)
{
    std::vector<RunEntry> entries;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(fs::absolute(projectFile).parent_path() / runsFolderName, ignored)) {
        auto record = readRunRecord(entry.path());
        if (!record)
            continue;
        entries.push_back({entry.path(), std::move(*record), isBeingTrained(entry.path())});
    }
    std::ranges::sort(entries, {}, [](const RunEntry& entry) { return std::pair(entry.record.started, entry.folder); });
    return entries;
}

} // namespace netsmith
