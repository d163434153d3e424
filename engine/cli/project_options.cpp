#include "engine/cli/project_options.h"

#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/plan/precisions.h"
#include "engine/store/run_folder.h"
#include "engine/train/machine_settings.h"
#include "engine/train/project_checks.h"

namespace netsmith::cli {

void addCommonOptions(CLI::App& command, ProjectOptions& options)
{
    command.add_option("PROJECT", options.path, "The project file")->required()->type_name(fileType);
    command
        .add_option("--set", options.settings,
                    "Override a setting for this call: a layer's (hidden.units=64), training.…, data.…, optimizer.…, schedule.… or "
                    "sample_weight=FIELD; may be repeated")
        ->type_name("NODE.PARAMETER=VALUE")
        ->allow_extra_args(false);
    command.add_option("--seed", options.seed, "Seed of the initial weights, shuffling and dropout")
        ->check(wholeNumber(0))
        ->type_name("N");
    command.add_option("--data-dir", options.dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--threads", options.threads, "Number of CPU threads (as many as there are cores)")
        ->check(wholeNumber(1, 4096))
        ->type_name("N");
    std::vector<std::string> placements;
    for (const train::SamplePlacement placement : train::samplePlacements)
        placements.emplace_back(idOf(placement));
    command
        .add_option("--data-placement", options.placement,
                    "Where the samples lie: whole in the device's memory if they fit, in parts that are loaded during training, or "
                    "auto: whole if they take at most half of the free memory (auto)")
        ->check(CLI::IsMember(placements));
}

void addProjectOptions(CLI::App& command, ProjectOptions& options, const std::vector<std::string>& others)
{
    addCommonOptions(command, options);
    command.add_option("--device", options.device, "auto, cpu, cuda:0 or reference, as \"devices\" lists them")
        ->type_name("DEVICE");
    std::vector<std::string> named = precisionNames();
    named.insert(named.end(), others.begin(), others.end());
    command.add_option("--precision", options.precision, "Numeric precision to compute in")->check(CLI::IsMember(named));
    command.add_option("--batch", options.batch, "Samples per step")->check(wholeNumber(1))->type_name("N");
    command.add_flag("--no-fusion", options.noFusion, "Do not fuse operations: slower, with the same results up to rounding");
}

void addFeatureCacheOption(CLI::App& command, ProjectOptions& options)
{
    command.add_flag("--no-feature-cache", options.noFeatureCache,
                     "Compute the outputs of frozen layers in each step instead of once: slower, with the same results up to "
                     "rounding");
}

void applyMachineOptions(const ProjectOptions& options)
{
    train::useMachine({options.threads, !options.noFusion, train::samplePlacementNamed(options.placement)});
}

void takeRun(ProjectOptions& options, std::string& weights)
{
    if (!std::filesystem::is_directory(options.path))
        return;
    if (weights.empty())
        weights = options.path;
    options.path = projectPathOf(options.path).string();
}

Project openProject(const ProjectOptions& options)
{
    Project project = loadProject(options.path).take();
    const DataSettings before = project.data;
    for (const std::string& setting : options.settings)
        applySetting(project, setting, train::settingOfParameter);
    for (std::string DataSettings::*place : {&DataSettings::path, &DataSettings::validationFile})
        if (project.data.*place != before.*place) // typed by the user, so it is relative to the current folder
            project.data.*place = anchoredPath(project.data.*place, std::filesystem::current_path());
    TrainingSettings& training = project.training;
    training.device = options.device.value_or(training.device);
    training.precision = options.precision.value_or(training.precision);
    training.epochs = options.epochs.value_or(training.epochs);
    training.batch = options.batch.value_or(training.batch);
    training.seed = options.seed.value_or(training.seed);
    return project;
}

Json inputsJson(std::span<const train::ScaledInput> inputs)
{
    Json json = Json::array();
    for (const train::ScaledInput& input : inputs)
        json.push_back({{"field", input.field}, {"subtract", input.scale.subtract}, {"divide", input.scale.divide}});
    return json;
}

std::vector<std::string> precisionNames()
{
    std::vector<std::string> names;
    for (const Precision precision : precisions)
        names.emplace_back(nameOf(precision));
    return names;
}

} // namespace netsmith::cli
