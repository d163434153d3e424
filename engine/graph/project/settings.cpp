#include "engine/graph/project/settings.h"

#include "engine/graph/project/layer_lists.h"
#include "engine/graph/project/training_recipe.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith {
namespace {

constexpr double largestInteger = static_cast<double>(std::numeric_limits<std::int64_t>::max());
constexpr double largestReal = 1e30; // squares of it still fit into a float's exponent

void checkLayers(const Graph& graph, const char* setting, const std::vector<std::string>& layers, std::vector<Problem>& problems)
{
    for (const std::string& id : layers)
        if (!nodeAt(graph, id))
            problems.push_back(
                {Severity::error,
                 {},
                 {},
                 Message(NS_MESSAGE("settings.layer", "training.{0}: there is no layer \"{1}\"; name layers of the network"),
                         setting, id),
                 {}});
}

} // namespace

const ParameterBuilder<DataSettings>& dataSettings()
{
    using D = DataSettings;
    static const auto declared = [] {
        ParameterBuilder<D> settings;
        settings.text("source", &D::source, NS_TEXT("data", "Data set"), NS_TEXT("data", "Which data set the network learns from."))
            .text("path", &D::path, NS_TEXT("data", "Place"),
                  NS_TEXT(
                      "data",
                      "The file or folder with your own samples; a relative path starts at the project's folder or a data folder."))
            .choice(
                "validation", &D::validation, NS_TEXT("data", "Validation"),
                NS_TEXT("data", "What the network is validated on after each epoch: the test set, a part split off, or nothing."),
                {{"file", NS_TEXT("data", "Listed in a file")},
                 {"none", NS_TEXT("data", "None")},
                 {"split", NS_TEXT("data", "Split off")},
                 {"stratified", NS_TEXT("data", "Split off by class")},
                 {"test", NS_TEXT("data", "Test set")}})
            .real("validation_split", &D::validationSplit, NS_TEXT("data", "Fraction split off"),
                  NS_TEXT("data", "The fraction of the training samples that is held out for validation."))
            .hard({0.0, 1.0, true, true})
            .usual(0.05, 0.3)
            .text("validation_file", &D::validationFile, NS_TEXT("data", "File of names"),
                  NS_TEXT("data",
                          "A text file with a training sample on each line, by its file's name or its number from 0, that are kept "
                          "for validation."))
            .real("subtract", &D::subtract, NS_TEXT("data", "Subtract"),
                  NS_TEXT("data", "What is subtracted from every input value first."))
            .range(-largestReal, largestReal)
            .usual(0.0, 128.0)
            .real("divide", &D::divide, NS_TEXT("data", "Divide by"),
                  NS_TEXT("data",
                          "What every input value is then divided by; 0 divides only 8-bit pictures, by 255, which scales them to "
                          "[0, 1]."))
            .range(0.0, largestReal)
            .usual(0.0, 255.0)
            .boolean("shuffle", &D::shuffle, NS_TEXT("data", "Shuffle"),
                     NS_TEXT("data", "Whether the training samples are shuffled in each epoch."));
        return settings;
    }();
    return declared;
}

const ParameterBuilder<TrainingSettings>& trainingSettings()
{
    using T = TrainingSettings;
    static const auto declared = [] {
        ParameterBuilder<T> settings;
        settings
            .integer("epochs", &T::epochs, NS_TEXT("training", "Epochs"),
                     NS_TEXT("training", "How many times the network sees every sample."))
            .range(1, 1e6)
            .usual(1, 100)
            .integer("batch", &T::batch, NS_TEXT("training", "Batch size"), NS_TEXT("training", "The number of samples per step."))
            .range(1, 1 << 24)
            .usual(16, 512)
            .unit(NS_TEXT("unit", "samples"))
            .integer("seed", &T::seed, NS_TEXT("training", "Seed"),
                     NS_TEXT("training", "The seed of all random numbers: the same seed gives the same run."))
            .range(0.0, largestInteger)
            .text("device", &T::device, NS_TEXT("training", "Device"),
                  NS_TEXT("training", "The device to compute on: auto, cpu, cuda:0."))
            .choice("precision", &T::precision, NS_TEXT("training", "Precision"),
                    NS_TEXT("training", "The precision that layers compute in; weights and losses stay in FP32."),
                    {{"bf16", NS_TEXT("training", "BF16")},
                     {"bf16-emulated", NS_TEXT("training", "BF16, emulated")},
                     {"fp16", NS_TEXT("training", "FP16")},
                     {"fp16-emulated", NS_TEXT("training", "FP16, emulated")},
                     {"fp32", NS_TEXT("training", "FP32")},
                     {"tf32", NS_TEXT("training", "TF32")}})
            .real(
                "loss_scale", &T::lossScale, NS_TEXT("training", "Loss scale"),
                NS_TEXT(
                    "training",
                    "What the loss is multiplied by in FP16, so that small gradients are not lost; 0 adjusts it during training."))
            .range(0.0, 1e15)
            .usual(0.0, 65536.0)
            .names("fp32_layers", &T::fp32Layers, NS_TEXT("training", "Kept in FP32"),
                   NS_TEXT("training", "Layers that compute in FP32 while the others use 16 bits."))
            .real("global_clipnorm", &T::globalClipnorm, NS_TEXT("training", "Clip norm"),
                  NS_TEXT("training", "The largest norm of the gradient over all weights; 0 for no limit."))
            .range(0.0, largestReal)
            .usual(0.0, 10.0)
            .real("clip_value", &T::clipValue, NS_TEXT("training", "Clip value"),
                  NS_TEXT("training", "The largest absolute value of each element of the gradient; 0 for no limit."))
            .range(0.0, largestReal)
            .usual(0.0, 10.0)
            .integer("gradient_accumulation_steps", &T::gradientAccumulationSteps, NS_TEXT("training", "Batches per step"),
                     NS_TEXT("training",
                             "Gradient accumulation: the number of batches whose gradients are added up before the weights change, "
                             "like one batch that many times larger."))
            .range(1, 128)
            .usual(1, 16)
            .names("exclude_from_weight_decay", &T::excludeFromWeightDecay, NS_TEXT("training", "Without decay"),
                   NS_TEXT("training", "Layers without weight decay; biases and norms are never decayed."))
            .real("ema_momentum", &T::emaMomentum, NS_TEXT("training", "Averaged weights"),
                  NS_TEXT("training",
                          "How much of the weights' moving average each step keeps; the average is then used for evaluation and "
                          "prediction. 0 for none."))
            .hard({0.0, 1.0, false, true})
            .usual(0.0, 0.9999)
            .text("monitor", &T::monitor, NS_TEXT("training", "Judged by"),
                  NS_TEXT(
                      "training",
                      "What decides which epoch is best and whether a run still improves: loss, or a metric's name such as "
                      "f1_score; that of the validation, if there is one. Empty: the first metric, or the loss if there is none."))
            .integer("keep_checkpoints", &T::keepCheckpoints, NS_TEXT("training", "Checkpoints kept"),
                     NS_TEXT("training", "How many of the newest epochs' checkpoints are kept, besides the best."))
            .range(1, 1e6)
            .usual(1, 10)
            .integer("checkpoint_every", &T::checkpointEvery, NS_TEXT("training", "Checkpoint every"),
                     NS_TEXT("training",
                             "Number of steps between checkpoints to resume from after a crash; 0: every 30 seconds, or less often "
                             "where that would take more than 5 % of the time."))
            .range(0.0, 1e9)
            .usual(0, 1000)
            .unit(NS_TEXT("unit", "steps"));
        return settings;
    }();
    return declared;
}

const ParameterBuilder<EarlyStopping>& earlyStoppingSettings()
{
    using E = EarlyStopping;
    static const auto declared = [] {
        ParameterBuilder<E> settings;
        settings
            .integer(
                "patience", &E::patience, NS_TEXT("early_stopping", "Patience"),
                NS_TEXT("early_stopping",
                        "Number of epochs without an improvement of the monitored value after which the run ends; 0 for never."))
            .range(0, 1e6)
            .usual(0, 20)
            .unit(NS_TEXT("unit", "epochs"))
            .real("min_delta", &E::minDelta, NS_TEXT("early_stopping", "Minimum improvement"),
                  NS_TEXT("early_stopping", "The smallest change of the value that counts as an improvement."))
            .range(0.0, largestReal)
            .usual(0.0, 0.1)
            .boolean("restore_best", &E::restoreBest, NS_TEXT("early_stopping", "Restore the best"),
                     NS_TEXT("early_stopping",
                             "Whether the run's result is the last epoch that improved, rather than the last one trained."));
        return settings;
    }();
    return declared;
}

const ParameterBuilder<PruningSchedule>& pruningSettings()
{
    using S = PruningSchedule;
    static const auto declared = [] {
        ParameterBuilder<S> settings;
        settings
            .real("sparsity", &S::sparsity, NS_TEXT("pruning", "Zeros"),
                  NS_TEXT("pruning",
                          "The share of the weights in kernels and embeddings that become zero in the course of the training, and "
                          "stay so; 0 for none."))
            .hard({0.0, 1.0, false, true})
            .usual(0.0, 0.9)
            .choice("criterion", &S::criterion, NS_TEXT("pruning", "Zero first"),
                    NS_TEXT("pruning",
                            "Which weights become zero: the smallest; those that the training has moved most towards zero; or "
                            "random ones, for comparison."),
                    {{"magnitude", NS_TEXT("pruning", "The smallest")},
                     {"movement", NS_TEXT("pruning", "By movement")},
                     {"random", NS_TEXT("pruning", "Random ones")}})
            .choice("scope", &S::scope, NS_TEXT("pruning", "Compared"),
                    NS_TEXT("pruning",
                            "Where weights compete for staying: in the whole network a layer that matters less loses more; within "
                            "each layer all lose the same share."),
                    {{"global", NS_TEXT("pruning", "Network-wide")}, {"layer", NS_TEXT("pruning", "Layer by layer")}})
            .real("begin", &S::begin, NS_TEXT("pruning", "From"),
                  NS_TEXT("pruning", "The share of the training before the first weights become zero."))
            .hard({0.0, 1.0, false, true})
            .usual(0.0, 0.5)
            .real("end", &S::end, NS_TEXT("pruning", "Until"),
                  NS_TEXT("pruning",
                          "The share of the training after which all of them are zero; the rest of it is for the weights that are "
                          "left."))
            .hard({0.0, 1.0, true, false})
            .usual(0.5, 1.0)
            .integer("frequency", &S::frequency, NS_TEXT("pruning", "Every"),
                     NS_TEXT("pruning", "How many steps lie between one pruning and the next."))
            .range(1, 1e9)
            .usual(1, 1000)
            .unit(NS_TEXT("unit", "steps"))
            .names("layers", &S::layers, NS_TEXT("pruning", "Only"),
                   NS_TEXT("pruning", "The layers whose weights become zero; empty for all with kernels or embeddings."));
        return settings;
    }();
    return declared;
}

InputScale inputScale(const DataSettings& data, DataType type, const Shape& sample, int classes)
{
    if (classes > 0)
        return {};
    if (data.divide != 0.0)
        return {data.subtract, data.divide};
    const bool pictures = type == DataType::u8 && sample.rank() >= 3;
    return {data.subtract, pictures ? 255.0 : 1.0};
}

std::vector<Problem> settingsProblems(const Project& project)
{
    std::vector<Problem> problems;
    checkSettings(dataSettings(), project.data, "data", problems);
    checkSettings(trainingSettings(), project.training, "training", problems);
    checkSettings(earlyStoppingSettings(), project.training.earlyStopping, "early_stopping", problems);
    const PruningSchedule& pruning = project.training.pruning;
    checkSettings(pruningSettings(), pruning, "pruning", problems);
    if (pruning.sparsity > 0.0 && pruning.begin >= pruning.end)
        problems.push_back(
            {Severity::error,
             {},
             {},
             Message(NS_MESSAGE("settings.pruning",
                                "pruning.begin is {0}, and pruning.end {1}; weights become zero in between: choose a "
                                "smaller begin or a larger end"),
                     pruning.begin, pruning.end),
             {}});
    if (project.data.validation == "file" && project.data.validationFile.empty())
        problems.push_back({Severity::error,
                            {},
                            {},
                            Message(NS_MESSAGE("settings.validation_file",
                                               "data.validation_file is empty; set it to the text file that names the samples to "
                                               "validate with")),
                            {}});
    eachLayerList(project.training, [&](const char* setting, const std::vector<std::string>& layers) {
        checkLayers(project.graph, setting, layers, problems);
    });
    std::ranges::move(recipeProblems(project.training), std::back_inserter(problems));
    for (const Objective& objective : project.training.objectives)
        if (!(objective.weight > 0.0) || !std::isfinite(objective.weight))
            problems.push_back(
                {Severity::error,
                 objective.output,
                 {},
                 Message(NS_MESSAGE("settings.weight", "a loss has the weight {0}; it must be a finite number above 0"),
                         objective.weight),
                 {}});
    return problems;
}

} // namespace netsmith
