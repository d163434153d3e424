#pragma once

#include "engine/fields/dataset.h"
#include "engine/predict/compiled_network.h"

namespace netsmith {

/// What an output's numbers stand for, as its loss reads them.
enum class OutputForm {
    numbers, ///< of the target's own kind, or class scores that are not logarithms
    shares, ///< the output of a softmax or a sigmoid
    softmaxLogits, ///< the input to which its loss applies one of them
    sigmoidLogits,
};

/// Why an output is returned.
enum class OutputSource {
    objective, ///< a loss applies to it
    layer, ///< the layer is observed
    input, ///< the same, and it is the samples as the network reads them
};

/// The meaning of a network's output.
struct PredictedOutput {
    std::string node; ///< whose output it is
    Shape shape; ///< of one sample
    std::vector<std::string> classNames; ///< of its target; may be empty
    data::FieldSpec target{}; ///< its target field
    OutputForm form = OutputForm::numbers;
    OutputSource source = OutputSource::objective;

    /// Whether one number decides between two classes.
    bool isBinary() const;
    /// How many of its numbers give one class: those of a sample, or of a step; 0 if it gives no class.
    std::int64_t numbersAClass() const;
    /// A class for display: its name, or its number.
    std::string nameOf(std::int64_t classNumber) const;
};

/// The class that an output predicts.
struct ClassAnswer {
    std::vector<double> values; ///< of each class: its probability or, if unknown, its score
    bool areShares = false;
    std::int64_t best = 0;
};
/// `numbers`: the `numbersAClass()` of one sample or step. For a binary output the second class is predicted above 0.5, as in the
/// metrics, or, for scores as of a hinge loss, above 0.
ClassAnswer classAnswer(const PredictedOutput& output, std::span<const float> numbers);

/// The numbers of one sample of an output for display: for logits the probabilities.
std::vector<double> readableNumbers(const PredictedOutput& output, std::span<const float> numbers);

/// Predicts with a compiled network for samples as a data set holds them, with the current weights of its state. Changes nothing
/// that training reads: no weights, statistics, counters or bound data.
///
/// It runs the full batch's `predict` program, its rest filled with zeros, whatever the number of samples: that program is compiled
/// and counted in the memory anyway, its kernels and so its rounding are those of the validation, and if a launch of training must
/// be waited for, it takes a fraction of that launch.
class NetworkPrediction {
public:
    /// Network and project outlive this. `fields` are the data set's: they type the inputs and name the classes.
    NetworkPrediction(CompiledNetwork& network, const Project& project, std::span<const data::FieldSpec> fields);

    const std::vector<data::FieldSpec>& inputs() const { return m_inputs; }
    /// The outputs with objectives, then the layers that the plan observes.
    const std::vector<PredictedOutput>& outputs() const { return m_outputs; }

    /// Predicts for samples (such as u8 pixels): one field for each input, in order and with the same count. Each output's
    /// numbers, sample by sample. The columns of a table or a series may be as they were read: they are filled and standardised
    /// as in training. Layers that draw noise draw the same for the n-th sample each time. Throws `predict.input` where a field
    /// does not fit, `data.unfitted`, `file.shrunk`. `count`: the number of samples, for a network without inputs.
    std::vector<std::vector<float>> predict(std::span<const data::Field> given, std::int64_t count = 0);

    /// The numbers of these samples as the network reads them, input by input, sample by sample: fitted and scaled, classes as they
    /// are. Throws what `predict` says of samples.
    std::vector<std::vector<double>> readNumbers(std::span<const data::Field> given) const;

private:
    /// Where a layer's noise goes.
    struct NoiseInput {
        TensorId tensor = noTensor;
        std::uint32_t stream = 0; ///< of the layer's own
    };

    void check(std::span<const data::Field> samples) const;
    /// The samples, transformed by what was learned from the training samples.
    std::vector<data::Field> fitted(std::span<const data::Field> given) const;
    /// Appends the numbers of samples, scaled.
    void appendNumbers(const data::Field& field, const data::FieldSpec& spec, std::int64_t first, std::int64_t count,
                       std::vector<double>& out) const;
    void drawNoise(const NoiseInput& noise, std::int64_t first, std::int64_t count);
    void write(TensorId tensor);

    CompiledNetwork& m_network;
    const DataSettings& m_data;
    std::vector<data::FieldSpec> m_inputs;
    std::vector<TensorId> m_inputTensors; ///< of each
    std::vector<NoiseInput> m_noise;
    std::vector<PredictedOutput> m_outputs;
    std::vector<TensorId> m_outputTensors; ///< of each
    std::vector<double> m_numbers;
};

} // namespace netsmith
