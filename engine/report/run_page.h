#pragma once

#include "engine/runs/machine/costs.h"
#include "engine/train/evaluation.h"

#include <filesystem>
#include <functional>
#include <string>

namespace netsmith::report {

/// What a page holds beside what is in the run's folder.
struct PageOptions {
    bool predictions = true; ///< predict for the run's validation samples
    train::EvaluateOptions evaluation{}; ///< with this device and data
    runs::Costs costs{}; ///< of energy and devices
    std::function<void(std::int64_t done, std::int64_t all)> progress{}; ///< of the predictions
};

/// A run as one page of HTML that needs no other file, script, font or network: its result, network, curves, settings, predictions
/// and card. It is also well-formed XML. What can't be computed, such as predictions for data that is missing, is replaced by a
/// sentence that says why. Throws `run.none`, the errors of the run's record and its copy of the project, and `evaluate.stopped`.
std::string runPage(const std::filesystem::path& run, const PageOptions& options);

} // namespace netsmith::report
