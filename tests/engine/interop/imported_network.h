#pragma once

#include "engine/interop/onnx/import/onnx_import.h"
#include "engine/interop/weights/weight_file.h"
#include "engine/predict/compiled_network.h"
#include "engine/predict/network_prediction.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace netsmith::test {

/// A network that was imported from ONNX, compiled to be compared with the model: numbers enter and leave in the model's order.
class ImportedNetwork {
public:
    ImportedNetwork(const interop::ImportedOnnx& imported, const std::string& backend, std::int64_t batch, bool trains = false);

    /// Each input's numbers of a batch of the model, row-major; each output's likewise.
    std::vector<std::vector<float>> predict(const std::vector<std::vector<float>>& inputs);

    /// A batch that is trained on: the mean squared error from these outputs.
    struct Step {
        double loss = 0;
        std::map<std::string, std::vector<double>> gradients{}; ///< by "layer.weight", in our layout
    };
    /// The same batch several times; the first step's gradients and each step's loss. `imported` must say the samples' size.
    std::vector<Step> train(const std::vector<std::vector<float>>& inputs, const std::vector<std::vector<float>>& targets,
                            int steps, float rate);

private:
    data::Field fieldOf(std::size_t index, const std::vector<float>& samples) const;

    interop::ImportedOnnx m_imported;
    std::int64_t m_batch;
    std::vector<data::FieldSpec> m_fields;
    std::vector<std::size_t> m_places; ///< of each output among the predicted ones
    std::unique_ptr<CheckedProject> m_project;
    std::unique_ptr<CompiledNetwork> m_network;
    std::unique_ptr<NetworkPrediction> m_prediction;
};

/// Moves the numbers of a batch from the model's order to ours, sample by sample; and back.
std::vector<float> toSamples(const interop::ImportedPort& port, const std::vector<float>& numbers);
std::vector<float> fromSamples(const interop::ImportedPort& port, const std::vector<float>& numbers);

/// The arrays "in_0", "in_1", … of a file.
std::vector<std::vector<float>> arraysOf(const interop::WeightFile& file, const std::string& prefix);

/// The largest difference relative to the range of the expected numbers.
double differenceOf(const std::vector<float>& got, const std::vector<float>& expected);

} // namespace netsmith::test
