#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/project_options.h"
#include "engine/cli/rank_options.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/weight_options.h"
#include "engine/cli/words/advice.h"
#include "engine/cli/words/memory_words.h"
#include "engine/cli/words/words.h"
#include "engine/core/parallel.h"
#include "engine/inspect/measured_peaks.h"
#include "engine/runs/tensorboard_curves.h"
#include "engine/runs/cross_validation.h"
#include "engine/store/folder_move.h"
#include "engine/telemetry/energy_meter.h"
#include "engine/train/evaluation.h"
#include "engine/train/project_checks.h"
#include "engine/train/trainer/fork.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace netsmith::cli {
namespace {

namespace fs = std::filesystem;

struct TrainOptions {
    ProjectOptions project;
    std::string runDir;
    std::string resume;
    std::string fork;
    WeightOptions weights;
    RankOptions ranks;
    std::int64_t folds = 0;
    std::optional<std::int64_t> steps{};
    std::string tensorboard;
    bool acceptFingerprint = false;
    bool anyOrder = false;
};

/// The command that resumes a run: its own copy of the project holds all settings except those that are not a project's.
std::string resumeCommand(const TrainOptions& options, const std::filesystem::path& run)
{
    std::string command =
        fmt::format("netsmith-cli train {} --resume {}", quoted(projectPathOf(run).string()), quoted(run.string()));
    if (!options.project.dataDir.empty())
        command += " --data-dir " + quoted(options.project.dataDir);
    if (options.project.noFusion)
        command += " --no-fusion";
    if (options.project.noFeatureCache)
        command += " --no-feature-cache";
    if (options.anyOrder)
        command += " --nondeterministic";
    if (options.ranks.ranks > 1)
        command += fmt::format(" --ranks {}", options.ranks.ranks);
    if (options.project.threads > 0)
        command += fmt::format(" --threads {}", options.project.threads);
    if (options.project.placement != ProjectOptions().placement)
        command += " --data-placement " + options.project.placement;
    return command;
}

void addRate(Json& json, const ComputeRate& rate)
{
    if (rate.flops > 0.0)
        json["flops_per_s"] = rate.flops;
    if (const auto share = rate.share())
        json["peak_share"] = *share;
}

/// "  41.2 GFLOP/s, 62 % of what was measured": nothing if unknown.
std::string rateText(const ComputeRate& rate)
{
    if (rate.flops <= 0.0)
        return {};
    const auto share = rate.share();
    return "  " + countText(rate.flops) + "FLOP/s" + (share ? fmt::format(", {:.0f} % of what was measured", 100.0 * *share) : "");
}

std::string valuesText(const NamedValues& values)
{
    std::string text;
    for (const auto& [name, value] : values)
        text += fmt::format("  {} {:.4f}", name, value);
    return text;
}

/// Prints a run's progress.
class Narrator {
public:
    Narrator(Console& console, const TrainOptions& options, std::stop_source stop)
        : m_console(console)
        , m_options(options)
        , m_stop(std::move(stop))
    {
    }

    /// The fold of a cross-validation, from 1: its curves are kept apart from those of the others.
    void beginFold(std::int64_t fold)
    {
        m_fold = fold;
        m_curves.reset();
    }

    /// If output can no longer be written, the run ends as after a signal, with a checkpoint.
    void stopUnread()
    {
        if (m_console.isLost())
            m_stop.request_stop();
    }

    train::TrainEvents events()
    {
        return {.preparing = [this](const PreparingEvent& event) { prepare(event); },
                .start = [this](const train::StartEvent& event) { start(event); },
                .step = [this](const train::StepEvent& event) { step(event); },
                .epoch = [this](const train::EpochEvent& event) { epoch(event); },
                .done = [this](const train::DoneEvent& event) { done(event); }};
    }

private:
    void prepare(const PreparingEvent& event) { m_console.progress(event.words.text(), event.done, event.total); }

    void start(const train::StartEvent& event)
    {
        m_epochs = event.epochs;
        m_trainSamples = event.trainSamples;
        if (!m_options.tensorboard.empty())
            m_curves.emplace(m_options.tensorboard, event.step, event.validationSamples > 0,
                             m_fold == 0 ? fs::path() : runs::curvesOfFold(m_fold));
        m_console.event("start",
                        {{"project", m_options.project.path},
                         {"title", event.title},
                         {"run", event.run.string()},
                         {"device", event.device},
                         {"device_name", event.deviceName},
                         {"precision", event.precision},
                         {"batch", event.batch},
                         {"epochs", event.epochs},
                         {"seed", event.seed},
                         {"steps_per_epoch", event.stepsPerEpoch},
                         {"train_samples", event.trainSamples},
                         {"validation_samples", event.validationSamples},
                         {"parameters", event.parameters},
                         {"step", event.step},
                         {"memory", memoryJson(event.memory)},
                         {"data", withAdvice(event.data)},
                         {"stand_in", event.standIn},
                         {"inputs", inputsJson(event.inputs)}});
        m_console.note("data: " + withAdvice(event.data));
        for (const train::ScaledInput& input : event.inputs)
            m_console.note(input.words().text());
        for (const Message& warning : event.warnings)
            m_console.warn(warning.text());
        m_console.note(fmt::format(
            "{} on {} ({}) in {}: {} parameters, {} samples in batches of {}, {} epochs{}", event.title, event.device,
            event.deviceName, event.precision, grouped(event.parameters), grouped(event.trainSamples), event.batch, event.epochs,
            event.step > 0 ? fmt::format(", {} from step {}", m_options.fork.empty() ? "resuming" : "going on", event.step) : ""));
        m_console.note("run: " + event.run.string());
    }

    void step(const train::StepEvent& event)
    {
        if (m_curves)
            m_curves->add(event);
        Json json{{"step", event.step}, {"epoch", event.epoch}};
        if (!event.phase.empty())
            json["phase"] = event.phase;
        addValues(json, event.values);
        json["lr"] = event.learningRate;
        addValues(json, event.groupRates);
        if (event.lossScale) {
            json["loss_scale"] = *event.lossScale;
            json["skipped_steps"] = event.skippedSteps;
        }
        json["samples_per_s"] = event.samplesPerSecond;
        addRate(json, event.rate);
        m_console.event("step", json);
        stopUnread();
        m_console.progress("training", event.step, event.totalSteps,
                           fmt::format("epoch {} of {}{}{}  {} samples/s", event.epoch, m_epochs,
                                       event.phase.empty() ? "" : ", phase " + event.phase, valuesText(event.values),
                                       grouped(static_cast<std::int64_t>(event.samplesPerSecond))));
    }

    void epoch(const train::EpochEvent& event)
    {
        if (m_curves)
            m_curves->add(event);
        Json json{{"epoch", event.epoch}};
        addValues(json, event.values);
        json.update({{"step", event.step}, {"seconds", event.seconds}, {"best", event.best}});
        std::string energy;
        if (event.joules) {
            const double ofThousand = *event.joules * 1000.0 / static_cast<double>(std::max<std::int64_t>(m_trainSamples, 1));
            json.update({{"joules", *event.joules}, {"joules_per_1000_samples", ofThousand}});
            energy = fmt::format("  {:.0f} J, {:.3g} J for 1,000 samples", *event.joules, ofThousand);
        }
        addRate(json, event.rate);
        std::string exchange;
        if (event.exchange) {
            json["exchange_share"] = *event.exchange;
            exchange = fmt::format("  {:.0f} % of it between ranks", 100.0 * *event.exchange);
        }
        m_console.event("epoch", json);
        m_console.line(fmt::format("epoch {} of {}{}  {}{}{}{}{}", event.epoch, event.epochs, valuesText(event.values),
                                   durationText(event.seconds), exchange, rateText(event.rate), energy,
                                   event.best ? "  best" : ""));
        stopUnread();
    }

    void done(const train::DoneEvent& event)
    {
        const bool stopped = event.state == RunState::stopped;
        Json json = Json::object();
        addValues(json, event.values);
        json.update({{"seconds", event.seconds}, {"step", event.step}, {"run", event.run.string()}});
        for (const auto& [name, value] : event.persistence)
            json["persistence"][name] = value;
        if (!event.persistence.empty())
            m_console.line(train::persistenceWords(event.persistence).text());
        if (!stopped) {
            json["early"] = event.ending == train::Ending::earlyStopping;
            if (event.restoredEpoch)
                json["restored_epoch"] = *event.restoredEpoch;
            m_console.event("done", json);
            if (event.ending == train::Ending::earlyStopping)
                m_console.line(event.words.text());
            if (event.restoredEpoch)
                m_console.print(fmt::format("the result is epoch {}, the last that improved", *event.restoredEpoch));
            m_console.line(fmt::format("done in {}: {}", durationText(event.seconds), event.run.string()));
            return;
        }
        const std::string command = resumeCommand(m_options, event.run);
        json["resume"] = command;
        m_console.event("stopped", json);
        m_console.note(fmt::format("stopped at step {} with a checkpoint; to resume: {}", event.step, command));
    }

    static void addValues(Json& json, const NamedValues& values)
    {
        for (const auto& [name, value] : values)
            json[name] = value;
    }

    Console& m_console;
    const TrainOptions& m_options;
    std::stop_source m_stop;
    std::optional<runs::TensorboardCurves> m_curves;
    std::int64_t m_fold = 0;
    std::int64_t m_epochs = 0;
    std::int64_t m_trainSamples = 0;
};

/// "val_accuracy 0.9512 ± 0.0043"
std::string spreadText(const runs::CrossValidation& all)
{
    std::string text;
    for (std::size_t i = 0; i < all.means.size(); ++i) {
        text += fmt::format("  {} {:.4f}", all.means[i].first, all.means[i].second);
        if (i < all.deviations.size())
            text += fmt::format(" ± {:.4f}", all.deviations[i].second);
    }
    return text;
}

Json valuesJson(const NamedValues& values)
{
    Json json = Json::object();
    for (const auto& [name, value] : values)
        json[name] = value;
    return json;
}

int runFolds(Console& console, const TrainOptions& options, const Project& project, Narrator& narrator, const SignalWatch& signals,
             const std::function<train::TrainOptions(const Project&)>& told)
{
    runs::CrossValidationOptions how{.folds = options.folds,
                                     .projectFile = options.project.path,
                                     .runFolder = options.runDir,
                                     .resume = options.resume,
                                     .dataDir = options.project.dataDir,
                                     .stop = told(project).stop};
    how.options = [&](const runs::FoldPlace& place, const Project& trained) {
        console.note(place.words().text());
        narrator.beginFold(place.fold);
        train::TrainOptions one = told(trained);
        one.events.done = {}; // the cross-validation as a whole is not finished
        return one;
    };
    how.done = [&](const runs::FoldResult& fold) {
        Json json{{"fold", fold.place.fold}, {"run", fold.place.run().string()}, {"values", valuesJson(fold.values)}};
        if (!fold.divergence.empty())
            json["diverged"] = fold.divergence;
        console.event("fold", json);
        const std::string which = fold.place.words().text();
        console.line(which + (fold.divergence.empty() ? valuesText(fold.values) : " diverged"));
        narrator.stopUnread();
    };
    const runs::CrossValidation all = runs::crossValidate(project, how);
    const bool stopped = all.state == RunState::stopped;
    console.event(stopped ? "stopped" : "folds",
                  {{"run", all.run.string()},
                   {"folds", all.done.size()},
                   {"mean", valuesJson(all.means)},
                   {"deviation", valuesJson(all.deviations)}});
    if (!all.done.empty())
        console.line(all.words().text() + spreadText(all));
    if (stopped)
        console.note("to resume: " + resumeCommand(options, all.run));
    else
        console.line("done: " + all.run.string());
    if (all.state == RunState::diverged)
        throw Error(ErrorKind::diverged, all.divergence());
    return stopped ? signals.exitCode() : 0;
}

/// The project's first weights as the options say, shown before anything is trained.
void takeWeights(Console& console, const TrainOptions& options, Project& project)
{
    std::optional<InitialWeights> weights = chosenWeights(project, options.weights, options.project.dataDir);
    if (!weights)
        return;
    weights = train::pinned(std::move(*weights)); // the run, or each fold, starts from what is shown
    setInitialWeights(project, weights);
    const CheckedProject checked = train::checkProject(project, data::dataPaths(options.project.dataDir));
    if (!checked.ok())
        return; // training says why
    const train::WeightMatching matching = train::matchInitialWeights(*weights, checked);
    showMatching(console, *weights, matching, true);
    train::requireWhole(*weights, matching.matching);
}

/// A new run that begins where another one's checkpoint is, as far as its settings allow.
train::DoneEvent trainForked(Console& console, const TrainOptions& options, const Project& project, train::TrainOptions told)
{
    Backend& backend = *backendFor(project.training.device).take();
    train::LoadedData data = train::readData(project, told.dataDir, {.report = told.events.preparing, .stop = told.stop});
    const train::Fork fork = train::forkOf(options.fork, project, data);
    Json json{{"run", fork.origin.run}, {"step", fork.origin.step}, {"goes_on", fork.goesOn()}};
    if (fork.change)
        json["change"] = fork.change->text();
    console.event("fork", json);
    if (fork.goesOn())
        console.note("fork of " + fork.origin.run + ": " + fork.words().text());
    return train::trainFork(fork, project, std::move(data), backend, std::move(told));
}

int run(Console& console, TrainOptions& options)
{
    const SignalWatch signals; // before any compute thread starts
    ProjectOptions machine = options.project;
    std::unique_ptr<cluster::Cluster> cluster;
    if (options.ranks.distributed) {
        cluster =
            cluster::joinCluster({.patience = std::chrono::milliseconds(static_cast<std::int64_t>(1e3 * options.ranks.patience)),
                                  .stop = signals.token()});
        machine.threads = machine.threads > 0 ? machine.threads : std::max(1, threadCount() / cluster->ranksHere());
        if (cluster->ranksHere() == cluster->ranks().size())
            options.ranks.ranks = cluster->ranksHere();
        console.onlyErrors = cluster->ranks().rank() > 0; // the first one tells the rest
    }
    applyMachineOptions(machine);
    const auto opened = [&] {
        Project project = openProject(options.project);
        if (options.resume.empty() && options.fork.empty())
            takeWeights(console, options, project);
        return project;
    };
    const bool folds = options.folds > 0 || (!options.resume.empty() && runs::isCrossValidation(options.resume));
    if (!options.tensorboard.empty()) // before a run exists that could not continue
        runs::makeCurvesFolder(options.tensorboard, folds ? "" : "train");
    std::stop_source stop;
    const std::stop_callback onSignal(signals.token(), [&stop] { stop.request_stop(); });
    Narrator narrator(console, options, stop);
    const auto told = [&](const Project& trained) {
        return train::TrainOptions{.projectFile = options.project.path,
                                   .runFolder = options.runDir,
                                   .dataDir = options.project.dataDir,
                                   .resume = options.resume,
                                   .acceptOtherFingerprint = options.acceptFingerprint,
                                   .fuse = !options.project.noFusion,
                                   .featureCache = !options.project.noFeatureCache,
                                   .deterministic = !options.anyOrder,
                                   .stop = stop.get_token(),
                                   .joules = telemetry::energyMeter(trained.training.device),
                                   .peakFlops = inspect::measuredPeak(trained),
                                   .steps = options.steps,
                                   .events = narrator.events()};
    };
    if (cluster) {
        const auto done = trainAsRank(console, *cluster, opened, told);
        return done && done->state == RunState::stopped ? signals.exitCode() : 0;
    }
    const Project project = opened();
    if (folds)
        return runFolds(console, options, project, narrator, signals, told);

    try {
        const train::DoneEvent done = options.fork.empty() ? train::trainProject(project, told(project))
                                                           : trainForked(console, options, project, told(project));
        return done.state == RunState::stopped ? signals.exitCode() : 0;
    } catch (const Error& error) {
        if (error.cause() != MessageFacts::Cause::cancelled)
            throw;
        console.note("stopped before the first step; nothing was written");
        return signals.exitCode();
    }
}

} // namespace

void addTrain(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "train", "Train a project's network; a signal stops it with a checkpoint");
    const auto options = std::make_shared<TrainOptions>();
    addProjectOptions(command, options->project);
    addFeatureCacheOption(command, options->project);
    command.add_option("--epochs", options->project.epochs, "Number of passes over the training samples")
        ->check(wholeNumber(1))
        ->type_name("N");
    CLI::Option* runDir =
        command.add_option("--run-dir", options->runDir, "The new run's folder (one in \"runs\" next to the project)")
            ->type_name(folderType);
    CLI::Option* resume =
        command.add_option("--resume", options->resume, "Resume this run from its newest checkpoint, or from a given one")
            ->type_name(folderType)
            ->excludes(runDir);
    CLI::Option* fork =
        command
            .add_option("--fork", options->fork,
                        "Begin a new run where this run's newest checkpoint is, or a given one, with the state of its optimizer; "
                        "only with its weights if the batch, the data, the network, the losses or the optimizer differ")
            ->type_name(folderType)
            ->excludes(resume);
    command
        .add_option(
            "--weights", options->weights.path,
            "Start from the weights of this run, of one of its checkpoints, or of a file, also of another program, with the "
            "project's own settings")
        ->type_name("RUN|FILE")
        ->excludes(resume)
        ->excludes(fork);
    addMatchingOptions(command, options->weights, "weights");
    command
        .add_flag("--accept-fingerprint", options->acceptFingerprint,
                  "Resume even if threads, processor or libraries differ, so that the result is not bit-identical to an "
                  "uninterrupted run's")
        ->needs(resume);
    CLI::Option* folds = command.add_option("--folds", options->folds, runs::foldsSetting().doc)
                             ->check(wholeNumber(2, 1000))
                             ->type_name("N")
                             ->excludes(resume)
                             ->excludes(fork);
    command
        .add_option("--steps", options->steps,
                    "Stop with a checkpoint after this many steps, counted from the start of the run; 0: keep the "
                    "initial weights as a run, to be evaluated or exported")
        ->check(wholeNumber(0))
        ->type_name("N")
        ->excludes(folds);
    command.add_flag("--nondeterministic", options->anyOrder,
                     "Let a GPU add in any order where that is faster: repeated runs are then not bit-identical");
    command
        .add_option("--tensorboard", options->tensorboard,
                    "Also write the curves for TensorBoard to this folder; view them with \"tensorboard --logdir DIR\"")
        ->type_name(folderType);
    addRankOptions(command, options->ranks);
    for (const char* const other : {"--ranks", "--distributed"})
        command.get_option(other)->excludes(folds)->excludes(fork);
    line.onRun(command, [&line, options] {
        if (options->ranks.ranks == 1)
            return run(line.console, *options);
        (void)openProject(options->project); // what is wrong with it is said once
        return runOnRanks(line, options->ranks, {options->project.path, options->runDir, options->resume});
    });
}

} // namespace netsmith::cli
