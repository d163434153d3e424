#pragma once

#include "engine/cli/terminal/console.h"
#include "engine/graph/project/project_file.h"
#include "engine/train/trainer/resumption.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace netsmith::cli {

/// What a person says about a file of initial weights.
struct WeightOptions {
    std::string path;
    std::vector<std::string> changes;
    std::string layout;
};

/// Adds --NAME-map and --NAME-layout; `name` is "weights" or empty.
void addMatchingOptions(CLI::App& command, WeightOptions& options, const std::string& name);

/// The weights that a training starts from: those of the options, or else of the project, with the options' changes; none if there
/// are neither. Throws what `located` says.
std::optional<InitialWeights> chosenWeights(const Project& project, const WeightOptions& options, const std::string& dataDir);

/// Prints which tensor fills which weight. `brief`: one line if every weight has the name and the layout of its tensor.
void showMatching(Console& console, const InitialWeights& from, const train::WeightMatching& weights, bool brief);

} // namespace netsmith::cli
