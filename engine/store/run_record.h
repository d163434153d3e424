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

/// The state of a run. `running` without a process that holds its lock means interrupted.
enum class RunState { running, done, stopped, failed, diverged };
std::string_view nameOf(RunState state);
/// The opposite. Throws `run.state`.
RunState runStateNamed(std::string_view name);

/// A resumption after this step. Epochs and conditions may differ from then on.
struct RunResumption {
    std::int64_t step = 0;
    std::int64_t epochsBefore = 0; ///< set for the run until then, which its learning rates may depend on
    bool otherFingerprint = false; ///< its bits are not those of an uninterrupted run
    bool operator==(const RunResumption&) const = default;
};

/// The source of a run's initial weights.
struct WeightsOrigin {
    std::string run; ///< its folder
    std::int64_t step = 0; ///< of the checkpoint
    bool operator==(const WeightsOrigin&) const = default;
};

/// The content of `run.json`: enough to show a run, and to resume it, without anything else.
struct RunRecord {
    static constexpr int schemaVersion = 2; ///< the first one's text is in English

    RunState state = RunState::running;
    std::string error; ///< why it failed or diverged, else empty
    std::string title; ///< the project's
    std::string
        projectFile; ///< its file's name, which identifies the run's project among several; empty in runs from before it was stored
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

    Message data; ///< a description of the data
    std::string dataSource; ///< its id: that of a stand-in if one was used
    std::string dataPath; ///< where it was read from, if set in the project
    std::string dataFingerprint; ///< of files that may change; see `data::DataSet`
    std::string dataHash; ///< `data::contentHash`; this and the following are empty in runs from before they were stored
    std::vector<data::FieldSpec> fields; ///< the shapes and names that it learnt; empty in runs from before they were stored
    std::vector<std::string> tokenFields; ///< those of them whose classes are the tokens of the run's vocabulary.json, by name
    std::int64_t trainSamples = 0;
    std::int64_t validationSamples = 0;
    std::int64_t parameters = 0;
    Fingerprint fingerprint;
    std::string graphHash; ///< `graphHash` of the project
    std::string settingsHash; ///< `settingsHash` of the project
    std::string binary; ///< `binaryId` of the engine's libraries and the backend
    std::int64_t memoryBytes = 0; ///< the exact memory of training on the device; 0: unknown
    std::vector<RunResumption> resumptions;
    std::optional<WeightsOrigin> weightsFrom; ///< another run's; none: random
    std::int64_t folds = 0; ///< of a cross-validation, whose runs are in `folds` below it; 0: it is not one

    // The summary.
    std::int64_t epochsDone = 0;
    std::int64_t steps = 0;
    double seconds = 0.0; ///< of training, all resumptions together
    /// Since it last started or was resumed, over all training time except validation, checkpoints and pauses; 0: unknown.
    double samplesPerSecond = 0.0;
    ComputeRate rate{}; ///< likewise
    std::optional<double> joules; ///< used by the device, if known; over all resumptions
    std::vector<std::optional<double>> epochJoules; ///< of each epoch, if one process trained it and the device reports it
    NamedValues values; ///< of the last epoch; of a cross-validation the means over its folds
    NamedValues deviations; ///< of a cross-validation: the folds' sample standard deviations
    std::string judgedBy; ///< the monitored quantity, which decides the best epoch: "val_accuracy"
    std::optional<std::int64_t> bestEpoch; ///< from 1
    bool endedEarly = false; ///< stopped early: the monitored value no longer improved
    std::optional<std::int64_t> restoredStep; ///< of the checkpoint that is the run's result, if that is not the newest
    bool operator==(const RunRecord&) const = default;
};

std::string toJson(const RunRecord& record);
Expected<RunRecord> recordFromJson(std::string_view text, std::string_view name);

/// The `run.json` of a run's folder. An error says that the folder is not a run.
Expected<RunRecord> readRunRecord(const std::filesystem::path& run);

/// The file of tokens of a run that learnt a text.
std::filesystem::path vocabularyPathOf(const std::filesystem::path& run);
/// Reads them into the record's fields, which `readRunRecord` leaves out: lists of runs don't need them. Throws `run.vocabulary`,
/// and errors of reading.
void readVocabulary(const std::filesystem::path& run, RunRecord& record);

/// Now, in UTC.
std::string timestamp();

} // namespace netsmith
