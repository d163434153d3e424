#include "engine/cluster/launcher.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/system_reason.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace netsmith::cluster {
namespace {

constexpr const char* endsVariable = "NETSMITH_RANK_ENDS";

bool isSet(const char* variable)
{
    const char* const value = std::getenv(variable);
    return value && *value;
}

bool isInstalled(const std::string& program)
{
    const char* const path = std::getenv("PATH");
    const std::string folders = path ? path : "/usr/bin:/bin";
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        if (::access((std::filesystem::path(folders.substr(begin, end - begin)) / program).c_str(), X_OK) == 0)
            return true;
        begin = end + 1;
    }
    return false;
}

void requireAccepted(const RankLaunch& launch)
{
    if (!isInstalled("mpirun"))
        throw Error(ErrorKind::input, NS_MESSAGE("cluster.mpirun", "mpirun is not installed; install openmpi-bin"));
    if (::geteuid() == 0 && !(isSet("OMPI_ALLOW_RUN_AS_ROOT") && isSet("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM")))
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("cluster.root",
                       "Open MPI starts nothing for root: run this as an ordinary user, or set OMPI_ALLOW_RUN_AS_ROOT=1 and "
                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"));
    const auto cores = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    if (launch.ranks > cores && !isSet("OMPI_MCA_rmaps_base_oversubscribe"))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cluster.slots",
                               "{0:rank|ranks} on {1:core|cores}: Open MPI starts at most one on each; use fewer, or set "
                               "OMPI_MCA_rmaps_base_oversubscribe=1, which makes nothing faster"),
                    launch.ranks, cores);
}

/// Ranks choose their cores themselves. Where one is lost, `mpirun` would end the others before they can say which one it was, so
/// it is told to leave them alone; it then says nothing of how they ended.
std::vector<std::string> commandOf(const RankLaunch& launch)
{
    std::vector<std::string> command{
        "mpirun", "--quiet", "--enable-recovery",         "-n", std::to_string(launch.ranks), "--bind-to",
        "none",   "--mca",   "odls_base_sigkill_timeout", "1"};
    command.insert(command.end(), launch.command.begin(), launch.command.end());
    return command;
}

/// How ranks have ended: a line for each, in a file of which they know by a variable.
class Ends {
public:
    Ends()
        : m_path((std::filesystem::temp_directory_path() / "netsmith-ranks-XXXXXX").string())
        , m_file(::mkstemp(m_path.data()))
    {
        if (m_file < 0)
            throw Error(systemErrorKind(errno), NS_MESSAGE("cluster.ends", "can't write in {0}: {1}"), m_path, systemReason(errno));
    }
    ~Ends()
    {
        ::close(m_file);
        ::unlink(m_path.c_str());
    }
    Ends(const Ends&) = delete;
    Ends& operator=(const Ends&) = delete;

    const std::string& path() const { return m_path; }
    std::vector<int> codes() const
    {
        std::ifstream file(m_path);
        return {std::istream_iterator<int>(file), {}};
    }

private:
    std::string m_path;
    int m_file;
};

int firstFailure(const std::vector<int>& codes)
{
    const auto failure = std::ranges::find_if(codes, [](int code) { return code != 0; });
    return failure == codes.end() ? 0 : *failure;
}

[[noreturn]] void become(std::vector<std::string> words, const std::string& ends, pid_t parent)
{
    // In a group of its own, a terminal's Ctrl+C reaches it only through its parent, once.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent)
        ::_exit(1);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (const int nothing = ::open("/dev/null", O_RDONLY); nothing >= 0)
        ::dup2(nothing, STDIN_FILENO);
    ::setenv(endsVariable, ends.c_str(), 1);
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
}

} // namespace

int launchRanks(const RankLaunch& launch)
{
    using Clock = std::chrono::steady_clock;
    constexpr auto pause = std::chrono::milliseconds(50);
    constexpr auto grace = std::chrono::seconds(5); // for ranks that have to find out themselves that one has ended
    constexpr auto checkpointing = std::chrono::minutes(2);
    requireAccepted(launch);
    const Ends ends;
    const pid_t parent = ::getpid(), child = ::fork();
    if (child < 0)
        throw Error(ErrorKind::failed, NS_MESSAGE("cluster.fork", "mpirun could not be started: {0}"), systemReason(errno));
    if (child == 0)
        become(commandOf(launch), ends.path(), parent);
    const std::stop_callback onStop(launch.stop, [child] { ::kill(child, SIGUSR2); }); // which mpirun passes on
    int status = 0;
    std::optional<Clock::time_point> limit;
    bool isAsked = false;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        std::this_thread::sleep_for(pause);
        if (!limit && firstFailure(ends.codes()) != 0)
            limit = Clock::now() + grace;
        if (!limit && launch.stop.stop_requested())
            limit = Clock::now() + checkpointing;
        if (limit && Clock::now() > *limit) {
            ::kill(child, isAsked ? SIGKILL : SIGTERM); // a rank hangs, or was stopped: mpirun kills it
            isAsked = true;
            limit = Clock::now() + grace;
        }
    }
    const std::vector<int> codes = ends.codes();
    if (const int failure = firstFailure(codes))
        return failure;
    const int own = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return own == 0 && std::ssize(codes) < launch.ranks ? static_cast<int>(ErrorKind::failed) : own;
}

void noteEnd(int code)
{
    const char* const path = std::getenv(endsVariable);
    if (!path)
        return;
    const std::string line = std::to_string(code) + '\n';
    const int file = ::open(path, O_WRONLY | O_APPEND);
    if (file < 0)
        return;
    (void)!::write(file, line.data(), line.size());
    ::close(file);
}

} // namespace netsmith::cluster
