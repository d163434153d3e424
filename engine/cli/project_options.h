#pragma once

#include "engine/graph/project/project.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace netsmith::train {
struct ScaledInput;
}

namespace netsmith::cli {

/// The options of the commands about a project, which override its file.
struct ProjectOptions {
    std::string path;
    std::vector<std::string> settings; ///< "node.parameter=value"
    std::optional<std::string> device;
    std::optional<std::string> precision;
    std::optional<std::int64_t> epochs;
    std::optional<std::int64_t> batch;
    std::optional<std::int64_t> seed;
    std::string dataDir;
    int threads = 0; ///< 0: as many as the processor has cores
    std::string placement = "auto"; ///< of the samples
    bool noFusion = false;
    bool noFeatureCache = false;
};

/// Adds PROJECT, --set, --seed, --data-dir, --threads and --data-placement.
void addCommonOptions(CLI::App& command, ProjectOptions& options);
/// Adds those and --device, --precision, which also takes the `others`, --batch and --no-fusion.
void addProjectOptions(CLI::App& command, ProjectOptions& options, const std::vector<std::string>& others = {});

/// Adds --no-feature-cache.
void addFeatureCacheOption(CLI::App& command, ProjectOptions& options);

/// Applies --threads and --data-placement; before anything computes.
void applyMachineOptions(const ProjectOptions& options);

/// The project file with the options applied. Throws what is wrong with either, naming the file.
Project openProject(const ProjectOptions& options);

/// Where PROJECT is a run's folder: the run's project, and its weights unless others are named.
void takeRun(ProjectOptions& options, std::string& weights);

/// How the inputs are scaled, for programs.
Json inputsJson(std::span<const train::ScaledInput> inputs);

/// What --precision takes.
std::vector<std::string> precisionNames();

} // namespace netsmith::cli
