#pragma once

#include "engine/compress/shrink/shrunk.h"
#include "engine/predict/saved_run.h"
#include "engine/train/evaluation.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace netsmith::test {

/// Draws a network layer by layer.
class NetworkSketch {
public:
    NetworkSketch();

    /// Adds a layer after others and returns its id, "conv2d_1".
    std::string add(const std::string& layer, const std::vector<std::string>& from, ParameterMap parameters = {});
    Graph& graph() { return m_project.graph; }
    /// The project of images 8×8×2 with three classes.
    const Project& project() const { return m_project; }
    Project& project() { return m_project; }

private:
    Project m_project;
    std::map<std::string, int> m_counts;
};

/// Ids and numbers as parameters.
ParameterMap filters(std::int64_t count, std::int64_t kernel = 3, std::int64_t groups = 1);
ParameterMap units(std::int64_t count, const std::string& activation = "relu");

/// Sums, joins, depthwise, separable, grouped and transposed convolutions, normalizations, pooling and learned slopes at random;
/// the last layers are a flattened map or its means, and dense layers.
Project randomProject(std::uint64_t seed);

/// The fields of the data: "image" and "label".
std::vector<data::FieldSpec> imageFields();
CheckedProject checkedImages(Project project);

/// Weights as drawn, with biases, scales, slopes and statistics that are not those of an untrained network.
SafetensorsFile drawnWeights(const CheckedProject& project, std::uint64_t seed);

/// What a network predicts for some noise, on the reference backend.
std::vector<float> predictions(const CheckedProject& project, const SafetensorsFile& weights);

/// The weights where the filters of removed channels, what is added to them, and the scales and shifts of their normalizations are
/// 0; nothing that reads the channels is.
SafetensorsFile withoutFilters(const compress::Structure& structure, const std::vector<bool>& removed,
                               const SafetensorsFile& weights);

/// The network shrunk, and its weights read from the file that is written.
std::pair<CheckedProject, SafetensorsFile> shrunk(const CheckedProject& project, const compress::Structure& structure,
                                                  const std::vector<bool>& removed, const SafetensorsFile& weights);

/// Eight images whose channels have the means 1 and 0, of class 0, or 0 and 1, of class 1, in turn.
train::JudgedSamples someImages();
/// A run of such images on the reference backend.
SavedRun runOf(const Project& project, SafetensorsFile weights);

/// What an error says that a call throws.
std::string errorOf(const std::function<void()>& call);

/// A file of arrays of numbers.
SafetensorsFile arraysFile(const std::vector<std::tuple<std::string, Shape, std::vector<float>>>& arrays);

} // namespace netsmith::test
