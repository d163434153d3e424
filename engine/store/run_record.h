#pragma once

#include "engine/core/message.h"
#include "engine/fields/dataset.h"
#include "engine/store/compute_rate.h"
#include "engine/store/fingerprint.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace netsmith {

/// Numbers by name, in the order they are shown: "loss", "accuracy", "val_loss", "val_accuracy".
using NamedValues = std::vector<std::pair<std::string, double>>;

/// How a run stands. `running` without a process that holds its lock was interrupted.
enum class RunState { running, done, stopped, failed, diverged };
std::string_view nameOf(RunState state);
/// The opposite. Throws `run.state`.
RunState runStateNamed(std::string_view name);

/// A run went on behind this step. Epochs and conditions may be other ones from then on.
struct RunResumption {
    std::int64_t step = 0;
    std::int64_t epochsBefore = 0; ///< that the run was to have until then, which its learning rates may depend on
    bool otherFingerprint = false; ///< its bits are not those of an uninterrupted run
    bool operator==(const RunResumption&) const = default;
};

/// Where a run's first weights came from.
struct WeightsOrigin {
    std::string run; ///< its folder
    std::int64_t step = 0; ///< of the checkpoint
    bool operator==(const WeightsOrigin&) const = default;
};

/// What `run.json` holds: enough to read about a run, and to go on with it, without anything else.
struct RunRecord {
    static constexpr int schemaVersion = 2; ///< of the first one the words are English

    RunState state = RunState::running;
    std::string error; ///< why it failed or diverged, else empty
    std::string title; ///< the project's
    std::string projectFile; ///< its file's name, which tells whose the run is among several; empty in runs of before it was kept
    std::string started; ///< UTC, "2026-03-01T12:00:00Z"
    std::string updated;

    std::string device; ///< "cpu"
    std::string deviceName;
    std::string precision;
    bool fuse = true;
    bool deterministic = true;
    std::int64_t epochs = 0;
    std::int64_t batch = 0;
    std::int64_t seed = 0;

    Message data; ///< which data, in words
    std::string dataSource; ///< its id: that of a stand-in where one was used
    std::string dataPath; ///< where it was read from, if the project said so
    std::string dataFingerprint; ///< of files that may change; see `data::DataSet`
    std::string dataHash; ///< `data::contentHash`; this and what follows are empty in runs of before they were kept
    std::vector<data::FieldSpec> fields; ///< the shapes and names that it learnt; empty in runs of before they were kept
    std::vector<std::string> tokenFields; ///< those of them whose classes are the tokens of the run's vocabulary.json, by name
    std::int64_t trainSamples = 0;
    std::int64_t validationSamples = 0;
    std::int64_t parameters = 0;
    Fingerprint fingerprint;
    std::string graphHash; ///< `graphHash` of the project
    std::string settingsHash; ///< `settingsHash` of the project
    std::string binary; ///< `binaryId` of the engine's libraries and the backend
    std::int64_t memoryBytes = 0; ///< that training takes on the device, exactly; 0: not known
    std::vector<RunResumption> resumptions;
    std::optional<WeightsOrigin> weightsFrom; ///< another run's; none: they were drawn
    std::int64_t folds = 0; ///< of a cross-validation, whose runs lie in `folds` below it; 0: it is a run of its own

    // The summary.
    std::int64_t epochsDone = 0;
    std::int64_t steps = 0;
    double seconds = 0.0; ///< of training, all resumptions together
    /// Since it last began or went on, by all the time that training takes but validation, checkpoints and pauses; 0: not known.
    double samplesPerSecond = 0.0;
    ComputeRate rate{}; ///< likewise
    std::optional<double> joules; ///< that the device took, where it tells; all resumptions together
    std::vector<std::optional<double>> epochJoules; ///< of each epoch in turn, as far as one process trained it and the device told
    NamedValues values; ///< of the last epoch; of a cross-validation the means over its folds
    NamedValues deviations; ///< of a cross-validation: the folds' sample standard deviations
    std::string judgedBy; ///< what tells which epoch is best: "val_accuracy"
    std::optional<std::int64_t> bestEpoch; ///< from 1
    bool endedEarly = false; ///< done before its last epoch: what it is judged by no longer improved
    std::optional<std::int64_t> restoredStep; ///< of the checkpoint that is the run's result, where that is not the newest
    bool operator==(const RunRecord&) const = default;
};

std::string toJson(const RunRecord& record);
Expected<RunRecord> recordFromJson(std::string_view text, std::string_view name);

/// The `run.json` of a run's folder. An error says that the folder is no run.
Expected<RunRecord> readRunRecord(const std::filesystem::path& run);

/// Where a run that learnt tokens keeps them.
std::filesystem::path vocabularyPathOf(const std::filesystem::path& run);
/// Reads them into the record's fields, which `readRunRecord` leaves out: a list of runs has no need of them. Throws
/// `run.vocabulary`, and what reading says.
void readVocabulary(const std::filesystem::path& run, RunRecord& record);

/// Now, in UTC.
std::string timestamp();

} // namespace netsmith
