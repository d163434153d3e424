#include "engine/train/store/run_folder.h"

#include "engine/core/safe_file.h"
#include "engine/core/system_reason.h"
#include "engine/data/text/vocabulary.h"
#include "engine/train/store/folder_move.h"

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

namespace netsmith::train {
namespace {

namespace fs = std::filesystem;

constexpr const char* choicesFile = "kernels.json";
constexpr const char* runsFolderName = "runs";
constexpr const char* checkpointsName = "checkpoints";

/// Locks the folder itself, so that no file of ours is left behind; −1 where it is locked already.
int lockFolder(const fs::path& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        throw Error(ErrorKind::input, NS_MESSAGE("run.open", "can't open the folder {0}: {1}"), path.string(), systemReason(errno));
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    const int code = errno;
    ::close(fd);
    if (code == EWOULDBLOCK)
        return -1;
    throw Error(ErrorKind::resources, NS_MESSAGE("run.lock", "can't lock the folder {0}: {1}; choose one on another disk"),
                path.string(), systemReason(code));
}

/// A list of runs holds a lock for a moment to see whether it is free, which is no reason to refuse anyone.
int lockFolderPatiently(const fs::path& path)
{
    constexpr int tries = 20;
    int lock = lockFolder(path);
    for (int i = 1; lock < 0 && i < tries; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        lock = lockFolder(path);
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

} // namespace

Expected<void> checkRunPlace(const fs::path& run)
{
    fs::path folder = fs::absolute(run).lexically_normal();
    if (!folder.has_filename())
        folder = folder.parent_path(); // without a slash at its end
    const fs::path runs = folder.parent_path();
    if (runs.filename() == runsFolderName)
        if (const auto own = pathInside(runs.parent_path(), fs::path(runsFolderName) / folder.filename()); !own)
            return own.error();
    return {};
}

RunFolder::RunFolder(fs::path path)
    : m_path(std::move(path))
    , m_lock(lockFolderPatiently(m_path))
{
    if (m_lock < 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("run.locked", "{0} is being trained by another process; wait for it or choose another run folder"),
                    m_path.string());
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : m_path(std::move(other.m_path))
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
    makeFolder(path).take();
    RunFolder folder(fs::absolute(path));
    std::error_code ignored;
    if (!fs::is_empty(path, ignored))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("run.exists", "{0} is not empty; choose another folder, or resume the run that is in it"),
                    path.string());
    folder.makeCheckpoints();
    return folder;
}

RunFolder RunFolder::createBeside(const fs::path& projectFile)
{
    const fs::path runs = pathInside(fs::absolute(projectFile).parent_path(), runsFolderName).take();
    makeFolder(runs).take();
    const std::string name = newRunName(projectFile);
    for (int i = 1;; ++i) {
        const fs::path path = runs / (i == 1 ? name : name + '-' + std::to_string(i));
        if (::mkdir(path.c_str(), 0777) != 0) { // which says who was first
            if (errno == EEXIST)
                continue;
            makeFolder(path).take(); // says what is wrong
        }
        RunFolder folder(path);
        folder.m_named = true;
        folder.makeCheckpoints();
        return folder;
    }
}

RunFolder RunFolder::open(const fs::path& path)
{
    readRunRecord(path).take();
    RunFolder folder = lock(path);
    pathInside(folder.m_path, checkpointsName).take();
    folder.checkpoints().removeUnfinished();
    return folder;
}

RunFolder RunFolder::lock(const fs::path& path)
{
    checkRunPlace(path).take();
    return RunFolder(fs::absolute(path));
}

void RunFolder::makeCheckpoints() const
{
    makeFolder(m_path / checkpointsName).take();
}

CheckpointStore RunFolder::checkpoints() const
{
    return CheckpointStore(m_path / checkpointsName);
}

Expected<void> RunFolder::save(const RunRecord& record) const
{
    return writeFileInside(m_path, "run.json", toJson(record));
}

Expected<void> RunFolder::save(const Project& project) const
{
    const auto own = pathInside(m_path, projectPathOf(m_path).filename());
    return own ? saveProject(project, *own) : Expected<void>(own.error());
}

Expected<void> RunFolder::save(const data::Vocabulary& vocabulary) const
{
    return writeFileInside(m_path, vocabularyPathOf(m_path).filename(), data::toJson(vocabulary));
}

Expected<void> RunFolder::save(const KernelChoices& choices) const
{
    if (choices.empty())
        return {};
    return writeFileInside(m_path, choicesFile, nlohmann::json{{"choices", choices}}.dump(1));
}

void RunFolder::clear() const
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(m_path, ignored))
        fs::remove_all(entry.path(), ignored);
    if (m_named)
        fs::remove(m_path, ignored);
}

fs::path projectPathOf(const fs::path& run)
{
    return run / "project.netsmith";
}

KernelChoices readKernelChoices(const fs::path& run)
{
    const auto text = readTextFile(run / choicesFile);
    const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    KernelChoices choices;
    if (json.is_object() && json.contains("choices") && json["choices"].is_object())
        for (const auto& [of, taken] : json["choices"].items())
            if (taken.is_string())
                choices.emplace(of, taken.get<std::string>());
    return choices;
}

bool isBeingTrained(const fs::path& run)
{
    const int lock = lockFolder(run);
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

} // namespace netsmith::train
