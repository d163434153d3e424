#pragma once

#include "engine/backend/loader.h"
#include "engine/train/trainer/trainer.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace netsmith::test {

/// A network of a few weights with everything that a checkpoint must contain: statistics (batch norm), random draws (dropout), two
/// slots (Adam), a rate that changes each step (cosine). 23 training samples in batches of 5, the last of 3; 7 for validation.
Project tinyProject();
/// The same where a sample's gradient does not depend on the others of its batch.
Project withoutBatchNorm();

/// Noise as 4×4 images, each of one of 3 classes.
train::LoadedData tinyData(std::int64_t trainCount = 23, std::int64_t testCount = 7);

/// Options for a run in `folder`.
train::TrainOptions optionsFor(const std::filesystem::path& folder);

/// Trains the tiny project, or another one, to its end or until it is stopped.
train::DoneEvent trainTiny(const std::string& device, train::TrainOptions options, Project project = tinyProject());
train::DoneEvent trainTiny(Backend& backend, train::TrainOptions options, Project project = tinyProject());

/// Trains until `steps` are done, then stops as a signal would; the trainer runs one step a launch.
train::DoneEvent trainUntil(const std::string& device, std::int64_t steps, train::TrainOptions options,
                            Project project = tinyProject());
train::DoneEvent trainUntil(Backend& backend, std::int64_t steps, train::TrainOptions options, Project project = tinyProject());

/// Trains twice in a folder, once without a break and once stopped after `stopAt` steps and resumed. Returns the first file of the
/// two runs that differs, or nothing.
std::string differsAfterResume(const std::filesystem::path& folder, const std::string& device, std::int64_t stopAt,
                               const Project& project);

/// The error that a call threw; fails if it threw none.
template <class F>
Error errorOf(F&& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    return Error(ErrorKind::failed, NS_MESSAGE("test.nothing_thrown", "nothing was thrown"));
}

/// Removes all of a run's checkpoints but the newest.
void keepTheNewest(const std::filesystem::path& run);

using Arrays = std::map<std::string, std::vector<double>>;
/// The arrays of a checkpoint's file, as numbers.
Arrays arraysOf(const SafetensorsFile& file);
Checkpoint checkpointOf(const std::filesystem::path& run, std::int64_t step);

std::string contentOf(const std::filesystem::path& path);
/// The rows of a run's table, its header first.
std::vector<std::vector<std::string>> tableOf(const std::filesystem::path& path);
bool mentions(const Error& error, std::string_view words);

/// Whether a backend's module was built; tests that need one are skipped without it.
bool hasBackend(const std::string& device);

} // namespace netsmith::test
