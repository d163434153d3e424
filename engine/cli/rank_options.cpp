#include "engine/cli/rank_options.h"

#include "engine/backend/loader.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cluster/launcher.h"
#include "engine/data/content_hash.h"
#include "engine/graph/project/project_file.h"
#include "engine/graph/project/project_hash.h"
#include "engine/predict/saved_run.h"
#include "engine/store/run_folder.h"
#include "engine/train/trainer/trainer.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::cli {
namespace {

namespace fs = std::filesystem;

/// Exit codes of what another attempt would not mend.
bool isFinal(int code)
{
    return code == 0 || code == static_cast<int>(ErrorKind::usage) || code == static_cast<int>(ErrorKind::input)
        || code == static_cast<int>(ErrorKind::diverged);
}

std::vector<std::string> withoutOption(std::vector<std::string> words, std::string_view name)
{
    std::vector<std::string> left;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == name)
            ++i; // and its value
        else if (!words[i].starts_with(std::string(name) + '='))
            left.push_back(std::move(words[i]));
    return left;
}

/// Where the ranks write the run, which a restart has to find.
fs::path folderFor(const RankRun& run)
{
    if (!run.resume.empty())
        return checkpointPlace(run.resume).run;
    if (!run.folder.empty())
        return run.folder;
    const RunFolder free = RunFolder::createBeside(run.project);
    free.clear();
    return free.path();
}

/// The project as all ranks must train it, each on its own device.
std::string hashOf(const Project& project)
{
    return graphHash(project.graph).substr(0, 24) + settingsHash(project).substr(0, 24) + fmt::format(" {}", project.training.seed);
}

} // namespace

void addRankOptions(CLI::App& command, RankOptions& options)
{
    CLI::Option* ranks = command
                             .add_option("--ranks", options.ranks,
                                         "Train in this many processes of this machine, each on its share of every batch; needs "
                                         "openmpi-bin")
                             ->check(wholeNumber(1, 1024))
                             ->type_name("N");
    command
        .add_flag("--distributed", options.distributed,
                  "Train as one of the processes that mpirun or srun has started, such as with \"mpirun -n 8 --hostfile HOSTS\"; "
                  "the first one writes the run")
        ->excludes(ranks);
    command
        .add_option("--restarts", options.restarts,
                    "With --ranks: go on from the last checkpoint this many times after a process was lost")
        ->check(wholeNumber(0, 1000))
        ->type_name("N")
        ->needs(ranks);
    command
        .add_option("--rank-timeout", options.patience,
                    "After how many seconds without a sign of life a process counts as lost (20); each gives signs however long it "
                    "computes")
        ->check(CLI::Range(1.0, 86400.0))
        ->type_name("SECONDS");
}

int runOnRanks(CommandLine& line, const RankOptions& options, const RankRun& run)
{
    const SignalWatch signals;
    std::vector<std::string> words = withoutOption(withoutOption(line.words, "--ranks"), "--restarts");
    words.front() = fs::read_symlink("/proc/self/exe").string();
    words.emplace_back("--distributed");
    const fs::path folder = options.restarts > 0 ? folderFor(run) : fs::path();
    if (run.resume.empty() && run.folder.empty() && !folder.empty())
        words.insert(words.end(), {"--run-dir", folder.string()});
    for (int left = options.restarts;; --left) {
        const int code = cluster::launchRanks({options.ranks, words, signals.token()});
        if (isFinal(code) || left == 0 || signals.exitCode() != 0)
            return signals.exitCode() != 0 ? signals.exitCode() : code;
        line.console.note(fmt::format("a process was lost; going on from the last checkpoint of {}", folder.string()));
        for (const std::string_view option : {"--run-dir", "--weights", "--resume"})
            words = withoutOption(std::move(words), option);
        words.insert(words.end(), {"--resume", folder.string()});
    }
}

std::optional<train::DoneEvent> trainAsRank(Console& console, cluster::Cluster& cluster, const std::function<Project()>& project,
                                            const std::function<train::TrainOptions(const Project&)>& told)
{
    Communicator& ranks = cluster.ranks();
    std::optional<Error> problem;
    std::optional<Project> opened;
    std::optional<train::LoadedData> data;
    Backend* backend = nullptr;
    cluster::RankFacts facts{.build = buildId(), .project = {}, .data = {}, .dataWords = {}};
    try {
        opened = project();
        const train::TrainOptions options = told(*opened);
        facts.project = hashOf(*opened);
        backend = backendFor(opened->training.device).take();
        data = train::readData(*opened, options.dataDir, {.report = options.events.preparing, .stop = options.stop});
        facts.data = data::contentHash(data->set);
        facts.dataWords = data->words.text();
    } catch (const Error& error) {
        problem = error;
    } catch (const std::exception& error) {
        problem = Error(ErrorKind::failed, NS_MESSAGE("cluster.preparing", "it could not prepare the training: {0}"), error.what());
    }
    cluster::agree(cluster, facts, problem);
    std::vector<std::string> hosts;
    for (int rank = 0; rank < ranks.size(); ++rank)
        hosts.push_back(cluster.host(rank));
    if (ranks.rank() == 0) {
        console.event("ranks", {{"ranks", ranks.size()}, {"hosts", hosts}});
        std::vector<std::string> different = hosts;
        different.erase(std::unique(different.begin(), different.end()), different.end());
        console.note(fmt::format("{} ranks on {}", ranks.size(), fmt::join(different, ", ")));
    }
    std::optional<train::DoneEvent> done;
    try {
        train::TrainOptions options = told(*opened);
        options.ranks = &ranks;
        if (ranks.rank() == 0)
            done = train::Trainer(std::move(*opened), std::move(*data), *backend, std::move(options)).run();
        else
            train::followTraining(std::move(*opened), std::move(*data), *backend, options);
    } catch (const Error& error) {
        ranks.leave(error.what());
        throw;
    } catch (const std::exception& error) {
        ranks.leave(error.what());
        throw;
    }
    cluster.finish();
    return done;
}

} // namespace netsmith::cli
