#pragma once

#include "engine/inspect/embeddings/sample_matrix.h"
#include "engine/train/evaluation.h"
#include "engine/train/trainer/live_run.h"

#include <functional>

namespace netsmith::inspect {

/// How a layer's output for a sample becomes a row of numbers.
enum class LayerReading {
    whole, ///< all its numbers
    channelMeans, ///< of feature maps with more than `widestMaps` numbers: the mean of each channel
    lastStep, ///< of a sequence, if each step has a target: the last step that is not padding
    stepMeans, ///< of another sequence: the mean of the steps that are not padding
};
inline constexpr std::int64_t widestMaps = 8192;
inline constexpr std::int64_t layerBytesAtMost = std::int64_t{1} << 30; ///< of all rows

/// A layer that can be asked for.
struct LayerChoice {
    std::string node; ///< its id, within blocks "block/layer"
    Shape shape; ///< of its output for one sample
    bool isInput = false; ///< its output is the samples as the network reads them
    bool operator==(const LayerChoice&) const = default;
};

/// In the order of the graph.
std::vector<LayerChoice> layersToEmbed(const CheckedProject& project);
/// What most want to see: the last layer before the one that makes the first loss's classes or numbers. Empty if there is none.
std::string layerBeforeOutput(const CheckedProject& project);

/// What the samples are, to tell them apart by: the target of a loss if that is a class or a number, of a sequence that of its last
/// step; or another field of the data with classes.
struct KnownTargets {
    data::FieldSpec field{}; ///< without a name: nothing is known
    std::vector<float> targets{}; ///< of each sample; NaN: none
    std::vector<float> predictions{}; ///< the same as the network says it; empty: it predicts something else

    bool any() const { return !field.name.empty(); }
    bool isClasses() const { return field.classes > 0; }
    /// A class by its name, or a number.
    std::string textOf(float target) const;
};

/// What a layer of a run's network makes of samples.
struct LayerOutputs {
    std::filesystem::path checkpoint;
    std::int64_t step = 0;
    std::int64_t epochsDone = 0;
    Message data; ///< a description of the data
    train::Evaluation::Part part = train::Evaluation::Part::validation;
    std::vector<Message> warnings;
    data::DataSplit split;
    std::vector<std::int32_t> samples; ///< of the split, those whose outputs are finite
    std::string input; ///< the field that shows what a sample is: the network's first
    std::int64_t available = 0; ///< how many samples there are, of which these are some
    std::int64_t notFinite = 0; ///< were left out
    std::vector<LayerChoice> layers; ///< all there are to choose
    std::string layer;
    LayerReading reading = LayerReading::whole;
    SampleMatrix numbers; ///< a row for each of `samples`
    KnownTargets known;
};

struct LayerRequest {
    std::string layer{}; ///< empty: `layerBeforeOutput`
    bool orDefault = false; ///< that one, too, if the network has no such layer
    std::int64_t samples = 2000; ///< at most, evenly spread; 0: all
};

/// Of a run's result or a checkpoint, for its own samples or given ones: see `train::evaluateRun`, whose errors it throws.
/// `progress`: of how many, in a second number. Throws also `embedding.layer`, `embedding.memory` if the outputs take more than
/// `layerBytesAtMost`, `embedding.diverged` if none is finite, `embedding.stopped`.
LayerOutputs layerOutputsOfRun(const std::filesystem::path& run, const train::EvaluateOptions& options, const LayerRequest& request,
                               const std::function<void(std::int64_t done, std::int64_t all)>& progress = {});

/// The same of a run between two launches, with its current weights: for as many samples as `seconds` allow, measured with a few.
/// Training continues bit-identically. Throws also what `ObservedNetwork` says.
LayerOutputs layerOutputsOfLiveRun(train::LiveRun& run, bool training, const LayerRequest& request, double seconds);

} // namespace netsmith::inspect
