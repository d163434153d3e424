#include "engine/runs/comparing/verification.h"

#include "engine/backend/loader.h"
#include "engine/core/parallel.h"
#include "engine/graph/project/project_file.h"
#include "engine/runs/comparing/row_comparison.h"
#include "engine/store/checkpoint.h"
#include "engine/store/folder_move.h"
#include "engine/store/run_folder.h"
#include "engine/store/temporary_folder.h"
#include "engine/train/trainer/fork.h"

#include <algorithm>
#include <atomic>
#include <charconv>

namespace netsmith::runs {
namespace {

namespace fs = std::filesystem;

/// Sets the run's thread count for this object's lifetime: the bits may depend on it.
class ThreadsAs {
public:
    ThreadsAs(const RunRecord& record, int wanted)
        : m_before(threadCount())
    {
        if (const auto found = record.fingerprint.find("threads"); wanted == 0 && found != record.fingerprint.end())
            std::from_chars(found->second.data(), found->second.data() + found->second.size(), wanted);
        if (wanted > 0)
            setThreadCount(wanted);
    }
    ~ThreadsAs() { setThreadCount(m_before); }
    ThreadsAs(const ThreadsAs&) = delete;
    ThreadsAs& operator=(const ThreadsAs&) = delete;

private:
    int m_before;
};

/// Requests launches of about 50 ms, so that a stop acts soon and none goes past a step to be checked.
class Pace {
public:
    int next(std::int64_t left)
    {
        const double seconds = m_watch.seconds();
        if (m_ordered > 0 && seconds < 0.025 && m_ordered == m_steps)
            m_steps = std::min(2 * m_steps, 1024);
        else if (seconds > 0.1)
            m_steps = std::max(m_steps / 2, 1);
        m_ordered = static_cast<int>(std::min<std::int64_t>(m_steps, left));
        m_watch = train::Stopwatch();
        return m_ordered;
    }

private:
    int m_steps = 1;
    int m_ordered = 0;
    train::Stopwatch m_watch;
};

void compareArrays(const SafetensorsFile& then, const SafetensorsFile& now, CheckpointDifference& difference)
{
    for (const TensorView& tensor : then.tensors) {
        ++difference.count;
        const TensorView* other = now.find(tensor.name);
        if (!other || other->type != tensor.type || !(other->shape == tensor.shape)
            || !std::ranges::equal(other->bytes, tensor.bytes))
            difference.parameters.push_back(tensor.name);
    }
}

/// The differences in the environment; data first, as the most likely cause.
std::vector<FactDifference> environmentDifference(const RunRecord& then, const RunRecord& now)
{
    const auto left = environmentOf(then), right = environmentOf(now);
    std::vector<FactDifference> differences;
    const auto add = [&](const std::string& name) {
        const auto was = left.find(name), is = right.find(name);
        // What an older run did not record can't be compared.
        if (was != left.end() && is != right.end() && was->second != is->second)
            differences.push_back({name, {was->second, is->second}});
    };
    const std::initializer_list<const char*> first{"data_source", "data_hash", "data_files", "train_samples", "validation_samples"};
    for (const char* name : first)
        add(name);
    for (const auto& [name, value] : left)
        if (name != "data" && std::ranges::find(first, name) == first.end())
            add(name);
    return differences;
}

std::vector<Message> notesOn(const RunRecord& record)
{
    std::vector<Message> notes;
    if (record.dataHash.empty())
        notes.emplace_back(NS_MESSAGE("verify.no_hash",
                                      "the run is too old to hold a hash of its data: it is unknown whether the data is the same"));
    if (!record.deterministic)
        notes.emplace_back(
            NS_MESSAGE("verify.any_order",
                       "the run let its kernels add in any order: its bits differ each time, even under the same conditions"));
    for (const RunResumption& one : record.resumptions) {
        if (one.epochsBefore != record.epochs)
            notes.emplace_back(
                NS_MESSAGE("verify.epochs",
                           "up to step {0} the run was set to {1:epoch|epochs} instead of {2}, which the schedule of its "
                           "learning rate may depend on"),
                one.step, one.epochsBefore, record.epochs);
        if (one.otherFingerprint)
            notes.emplace_back(NS_MESSAGE("verify.conditions", "it was resumed after step {0} under other conditions"), one.step);
    }
    return notes;
}

RunFacts factsOf(const fs::path& run)
{
    RunFacts facts = readFacts(run);
    refuseFolds(facts.folder, facts.record);
    return facts;
}

/// A second training of the run, and what is found meanwhile.
class Verifier {
public:
    Verifier(const fs::path& run, const VerifyOptions& options)
        : m_options(options)
        , m_facts(factsOf(run))
        , m_work("netsmith-verify", options.workDir)
        , m_there(m_facts.folder / "checkpoints")
        , m_here(m_work.path() / "run" / "checkpoints")
        , m_rows(m_facts.folder / "metrics.csv", m_work.path() / "run" / "metrics.csv")
    {
        if (isBeingTrained(m_facts.folder))
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("run.locked", "{0} is being trained by another process; wait for it or choose another run folder"),
                m_facts.folder.string());
        m_result.runSteps = m_rows.lastStep();
        m_last = options.steps > 0 ? std::min(options.steps, m_rows.lastStep()) : m_rows.lastStep();
        m_result.notes = notesOn(m_facts.record);
    }

    Verification verify()
    {
        const train::Stopwatch watch;
        const ThreadsAs threads(m_facts.record, m_options.threads);
        Project project = m_facts.project;
        project.training.device = m_facts.record.device;
        project.training.keepCheckpoints = 1; // each is compared as soon as it exists
        Backend& backend = *backendFor(project.training.device).take();
        const PreparingWatch preparing{.report = m_options.preparing, .stop = m_options.stop};
        train::LoadedData data = train::readData(project, m_options.dataDir, preparing);
        if (data.set.id != m_facts.record.dataSource)
            throw Error(ErrorKind::input, NS_MESSAGE("run.data_source", "the run was trained on \"{0}\", and here is \"{1}\": {2}"),
                        m_facts.record.dataSource, data.set.id, data.words);
        const std::stop_callback forward(m_options.stop, [this] { m_stop.request_stop(); });
        try {
            if (const auto from = train::forkOriginOf(m_facts.folder)) {
                const train::Fork fork = train::forkOf(checkpointOf(*from), project, data);
                train::trainFork(fork, std::move(project), std::move(data), backend, trainOptions());
            } else {
                train::Trainer(std::move(project), std::move(data), backend, trainOptions()).run();
            }
        } catch (const Error& error) {
            // As in the run itself, which has nothing more to compare.
            if (error.kind() != ErrorKind::diverged || m_facts.record.state != RunState::diverged || m_step < m_last)
                throw;
        }
        if (m_options.stop.stop_requested())
            throw Error(ErrorKind::failed, NS_MESSAGE("verify.stopped", "stopped before everything was compared"));
        look(m_step);
        m_result.steps = std::min(m_rows.compared(), m_last);
        m_result.seconds = watch.seconds();
        return std::move(m_result);
    }

private:
    train::TrainOptions trainOptions()
    {
        train::TrainOptions options;
        options.runFolder = m_work.path() / "run";
        options.fuse = m_facts.record.fuse;
        options.featureCache = train::cachesFeatures(m_facts.record.fingerprint);
        options.deterministic = m_facts.record.deterministic;
        options.tunedAlgorithms = readTunedAlgorithms(m_facts.folder);
        options.stop = m_stop.get_token();
        options.checkpointWanted = &m_checkpointWanted;
        options.writeAtOnce = true;
        if (const auto& from = m_facts.record.weightsFrom; from && !initialWeightsOf(m_facts.project)) // which says it all
            options.weights = checkpointOf(*from);
        options.between = [this](train::LiveRun& live) { return order(live.position()); };
        options.events.preparing = m_options.preparing;
        options.events.start = [this](const train::StartEvent& event) {
            m_stepsPerEpoch = event.stepsPerEpoch;
            m_result.environment = environmentDifference(m_facts.record, readRunRecord(m_work.path() / "run").take());
        };
        options.events.step = [this](const train::StepEvent& event) { m_step = event.step; };
        return options;
    }

    /// Between two launches: compares what there is, and returns how far to go next.
    train::LaunchOrder order(const train::LivePosition& position)
    {
        if (m_options.progress)
            m_options.progress(std::min(position.step, m_last), m_last);
        if (position.validating) {
            if (!m_rows.hasEpoch(position.epoch))
                m_stop.request_stop(); // the run never reached it
            return {};
        }
        look(position.step);
        const std::optional<std::int64_t> next = nextCheckpoint(position.step);
        const bool parted = m_result.row.has_value();
        if (m_result.checkpoint || m_result.weightsAgree || position.step >= m_last || (parted && !next)) {
            m_stop.request_stop();
            return {};
        }
        const std::int64_t until = std::min(next.value_or(m_last), m_last);
        const int steps = m_pace.next(until - position.step);
        // At the end of an epoch the trainer writes one anyway.
        if (next && position.step + steps == *next && *next % m_stepsPerEpoch != 0)
            m_checkpointWanted = true;
        return {steps};
    }

    std::optional<std::int64_t> nextCheckpoint(std::int64_t step) const
    {
        for (const std::int64_t one : m_there.steps())
            if (one > step && one <= m_last)
                return one;
        return std::nullopt;
    }

    /// Compares the rows so far, and the checkpoints of this step if both exist.
    void look(std::int64_t step)
    {
        m_result.row = m_rows.advance();
        if (m_result.row && m_result.row->step > m_last)
            m_result.row.reset(); // beyond the requested steps
        if (step == m_looked || m_result.checkpoint)
            return;
        const fs::path then = m_there.at(step), now = m_here.at(step);
        std::error_code ignored;
        if (!fs::exists(then / "manifest.json", ignored) || !fs::exists(now / "manifest.json", ignored))
            return;
        m_looked = step;
        const Checkpoint left = readCheckpoint(then).take(), right = readCheckpoint(now).take();
        CheckpointDifference difference{.step = step, .parameters = {}, .count = 0};
        compareArrays(left.weights, right.weights, difference);
        compareArrays(left.optimizer, right.optimizer, difference);
        ++m_result.checkpoints;
        if (!difference.parameters.empty())
            m_result.checkpoint = std::move(difference);
        else
            m_result.weightsAgree = m_result.row && m_result.row->step <= step;
    }

    const VerifyOptions& m_options;
    RunFacts m_facts;
    TemporaryFolder m_work; ///< for the second training
    CheckpointStore m_there;
    CheckpointStore m_here;
    RowComparison m_rows;
    Verification m_result;
    Pace m_pace;
    std::stop_source m_stop;
    std::atomic<bool> m_checkpointWanted{false};
    std::int64_t m_last = 0; ///< the step to compare up to
    std::int64_t m_step = 0; ///< done here
    std::int64_t m_looked = -1; ///< the step whose checkpoints were last compared
    std::int64_t m_stepsPerEpoch = 1;
};

Message whereWeightsDiffer(const CheckpointDifference& difference)
{
    return Message(
        NS_MESSAGE("verify.weights", "{0}, the first of {1} of {2:array|arrays} that differ in the checkpoint of step {3}"),
        difference.parameters.front(), difference.parameters.size(), difference.count, difference.step);
}

} // namespace

Message Verification::verdict() const
{
    if (row) {
        Message where(NS_MESSAGE("verify.step", "step {0} (epoch {1}): {2} was {3} and is {4}"), row->step, row->epoch, row->column,
                      row->then, row->now);
        if (row->ofEpoch)
            where = Message(NS_MESSAGE("verify.epoch", "the end of epoch {1} (step {0}): {2} was {3} and is {4}"), row->step,
                            row->epoch, row->column, row->then, row->now);
        if (weightsAgree)
            return Message(NS_MESSAGE("verify.validation_differs", "not identical: the weights are the same, but not {0}"), where);
        if (!checkpoint)
            return Message(NS_MESSAGE("verify.row_differs",
                                      "not identical: the first difference is in {0}; the run has no checkpoint in which the layer "
                                      "could be seen"),
                           where);
        return Message(NS_MESSAGE("verify.both_differ", "not identical: the first difference is in {0}; by its weights in {1}"),
                       where, whereWeightsDiffer(*checkpoint));
    }
    if (checkpoint)
        return Message(NS_MESSAGE("verify.weights_differ",
                                  "not identical: the numbers of {0:step|steps} are the same, but not the weights: {1}"),
                       steps, whereWeightsDiffer(*checkpoint));
    if (steps < runSteps)
        return Message(NS_MESSAGE("verify.identical_part",
                                  "bit-identical as far as compared: {0} of {1:step|steps}, {2:checkpoint|checkpoints}"),
                       steps, runSteps, checkpoints);
    return Message(NS_MESSAGE("verify.identical", "bit-identical: {0:step|steps}, {1:checkpoint|checkpoints}"), steps, checkpoints);
}

Verification verifyRun(const fs::path& run, const VerifyOptions& options)
{
    return Verifier(run, options).verify();
}

} // namespace netsmith::runs
