#pragma once

#include "engine/core/expected.h"
#include "engine/graph/graph.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>

namespace netsmith {

/// A loss, metric, optimizer or schedule as a project names it.
struct Component {
    std::string id;
    ParameterMap parameters;
    Json extra = Json::object();
    bool operator==(const Component&) const = default;
};

/// Binds an output of the network to a loss and a field of the data set.
struct Objective {
    std::string output; ///< a node's id; empty: the only output
    std::string target = "label"; ///< the target field
    std::string targetLayer{}; ///< instead of a field: the id of a node, whose first output is the target
    std::optional<double> targetValue{}; ///< instead of a field: the target value of every number of the output
    Component loss{"sparse_categorical_crossentropy", {}};
    double weight = 1.0;
    std::string sampleWeight{}; ///< a field with one number per sample that its loss is multiplied by; empty: all weigh the same
    std::vector<Component> metrics{{"accuracy", {}}};
    std::vector<std::string> groups{}; ///< the names of the groups that its loss trains; empty: all weights
    Json extra = Json::object();
    bool operator==(const Objective&) const = default;

    bool learnsField() const { return targetLayer.empty() && !targetValue; }
};

/// The data set, which part of it is for validation, and how its numbers are scaled: x → (x − subtract) / divide; see `inputScale`.
struct DataSettings {
    std::string source = "mnist";
    std::string path{}; ///< the file or folder of a source that the project names; see `loadProject`
    ParameterMap parameters{}; ///< the source's own
    std::string validation = "test"; ///< "test", "none", or of the training part "split", "stratified" or "file"
    double validationSplit = 0.1; ///< for "split" and "stratified"
    std::string validationFile{}; ///< for "file": names the samples; relative like `path`
    double subtract = 0.0;
    double divide = 0.0; ///< 0: depends on what each field holds
    bool shuffle = true; ///< reshuffles the training samples each epoch
    std::vector<Component> transforms{}; ///< the transforms of images, in order
    Json extra = Json::object();
    bool operator==(const DataSettings&) const = default;
};

/// When a run ends before its last epoch, as Keras's EarlyStopping: the monitored value, see `TrainingSettings::monitor`, has not
/// improved for `patience` epochs. Off by default.
struct EarlyStopping {
    std::int64_t patience = 0; ///< 0: never
    double minDelta = 0.0; ///< a value is an improvement if it is better than the best so far by more than this
    bool restoreBest = false; ///< the run's result is then the last epoch that improved, however the run ended
    Json extra = Json::object();
    bool operator==(const EarlyStopping&) const = default;
};

/// Weights that are set to zero while a training goes on: few at a time, more of them at first, until the share is reached. The
/// polynomial schedule of Zhu and Gupta 2017, "To prune, or not to prune". Off by default.
struct PruningSchedule {
    double sparsity = 0.0; ///< the share of zeros in kernels and embeddings in the end; 0: none are pruned
    std::string criterion = "magnitude"; ///< "magnitude", "movement", "random": see train/pruning/
    std::string scope = "global"; ///< where weights are compared: "global", "layer"
    double begin = 0.0; ///< in shares of the training: before that nothing is pruned
    double end = 0.75; ///< the share is reached; what follows is the training of what is left
    std::int64_t frequency = 100; ///< steps from one pruning to the next
    std::vector<std::string> layers{}; ///< only these: see layer_lists.h; empty: all
    Json extra = Json::object();
    bool operator==(const PruningSchedule&) const = default;
};

/// Layers that are trained differently from the rest; layer_lists.h says how they are named.
struct ParameterGroup {
    std::string name;
    std::vector<std::string> layers;
    double learningRateMultiplier = 1.0;
    Component optimizer{}; ///< its own; without an id, that of the other layers
    Component schedule{}; ///< likewise
    Json extra = Json::object();
    bool operator==(const ParameterGroup&) const = default;
};

/// A part of the training in which some of the weights are trained. Phases follow each other by epochs, or take turns by steps for
/// the whole training.
struct TrainingPhase {
    std::string name;
    std::vector<std::string> groups{}; ///< the names of the trained groups; empty: all weights
    std::int64_t epochs = 0; ///< for the last phase, 0: to the end
    std::int64_t steps = 0; ///< of each turn; 0: the phases follow each other
    Json extra = Json::object();
    bool operator==(const TrainingPhase&) const = default;
};

struct TrainingSettings {
    std::int64_t epochs = 5;
    std::int64_t batch = 32;
    std::int64_t seed = 1;
    std::string device = "auto";
    std::string precision = "fp32";
    std::vector<Objective> objectives{Objective{}};
    Component optimizer{"adam", {}};
    Component schedule{"constant", {}};
    std::string monitor; ///< the monitored value, see `judgedBy`: "loss", "f1_score"; empty: its first metric, else the loss
    EarlyStopping earlyStopping;
    PruningSchedule pruning;
    std::vector<ParameterGroup> groups; ///< a layer is in at most one
    std::vector<TrainingPhase> phases; ///< empty: one that trains all weights
    double lossScale = 0.0; ///< what the loss is multiplied by in FP16; 0: adjusted during training
    std::vector<std::string> fp32Layers; ///< layers that compute in FP32 regardless of the precision: see layer_lists.h
    double globalClipnorm = 0.0; ///< 0: no clipping
    double clipValue = 0.0; ///< of each element of the gradient, after the norm; 0: no clipping
    std::int64_t gradientAccumulationSteps = 1; ///< batches that make one step together
    std::vector<std::string> excludeFromWeightDecay; ///< layers without weight decay: see layer_lists.h
    double emaMomentum = 0.0; ///< of the weights' moving average, which is then evaluated and saved; 0: none
    std::int64_t keepCheckpoints = 3;
    std::int64_t checkpointEvery = 0; ///< steps between checkpoints to resume from; 0: as often as they cost little
    Json extra = Json::object();
    bool operator==(const TrainingSettings&) const = default;
};

/// The texts of a project in one language.
struct ProjectWords {
    std::string title;
    std::string description;
    std::string goal;
    Json extra = Json::object();
    bool operator==(const ProjectWords&) const = default;
};

/// Everything a `.netsmith` file holds; see project_format.h. An object's `extra` holds unknown keys, which `check` reports as
/// errors, and the user's own, which begin with "x-".
struct Project {
    static constexpr int schemaVersion = 2;

    std::string schema; ///< where an editor finds the format's JSON schema
    std::string title;
    std::string description;
    std::string goal; ///< the goal, in one line
    Graph graph;
    DataSettings data;
    TrainingSettings training;
    std::map<std::string, ProjectWords> translations; ///< by the language's code
    Json extra = Json::object();
    bool operator==(const Project&) const = default;
};

/// The file's text: the same project gives the same bytes, keys in a fixed order, unknown ones after the known ones.
std::string toJson(const Project& project);

/// Reads what `toJson` wrote; another schema is refused with an explanation. Errors name the place by a JSON
/// pointer ("/graph/nodes/3/layer"), all at once. The graph itself is not validated, and unknown keys are kept.
Expected<Project> projectFromJson(std::string_view text);

/// A relative `data.path` that exists next to the file becomes absolute here; another one stays and is searched for in the data
/// folders.
Expected<Project> loadProject(const std::filesystem::path& path);
/// Writes a `data.path` below the file's folder relative to it, so that both can move together.
Expected<void> saveProject(const Project& project, const std::filesystem::path& path);

/// `path` made absolute if it is relative and exists under `folder`, else unchanged.
std::string anchoredPath(const std::string& path, const std::filesystem::path& folder);

/// Parameters as a JSON object and back; the type of each value follows from the JSON's. Throws `json.*`.
Json toJson(const ParameterMap& parameters);
/// Whole numbers without a point, so that a position reads "[40, 120]".
Json numberJson(double value);
ParameterMap parametersFromJson(const Json& object);

/// Applies "node.parameter=value" (a layer's), "node.shares=other", "block.inner.parameter=value", "training.epochs=3",
/// "data.divide=1", "optimizer=sgd", "optimizer.learning_rate=0.01", likewise "schedule" and "loss", "early_stopping.patience=3",
/// "pruning.sparsity=0.9", and "data.source.height=64" for the source's parameters; throws `set.*` with the names that exist. A
/// list is written "3,3" or "3x3", of names "a,b". Whether a layer or a component has the parameter, and the value fits, validation
/// tells. `settingOf`, if given, tells what is meant by a name that training does not have: "optimizer.weight_decay" by
/// "weight_decay", or nothing.
void applySetting(Project& project, std::string_view assignment,
                  const std::function<std::string(const std::string& name)>& settingOf = {});

} // namespace netsmith
