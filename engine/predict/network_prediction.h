#pragma once

#include "engine/fields/dataset.h"
#include "engine/predict/compiled_network.h"

namespace netsmith {

/// What an output's numbers stand for, as its loss reads them.
enum class OutputForm {
    numbers, ///< of the target's own kind, or scores of classes that are no logarithms of anything
    shares, ///< a softmax or a sigmoid made them
    softmaxLogits, ///< what its loss applies one of them to
    sigmoidLogits,
};

/// What an output of a network tells.
struct PredictedOutput {
    std::string node; ///< whose output it is
    Shape shape; ///< of one sample
    std::vector<std::string> classNames; ///< of what it was trained to tell; may be empty
    data::FieldSpec target{}; ///< the field that it was trained to tell
    OutputForm form = OutputForm::numbers;

    /// Whether one number tells which of two classes it is.
    bool isBinary() const;
    /// How many numbers of it tell one class: those of a sample, or of a step; 0 where it tells no class.
    std::int64_t numbersAClass() const;
    /// A class as people call it: its name, or its number.
    std::string nameOf(std::int64_t classNumber) const;
};

/// Which class an output says it is.
struct ClassAnswer {
    std::vector<double> values; ///< of each class: its share or, where nothing tells that, its score
    bool areShares = false;
    std::int64_t best = 0;
};
/// `numbers`: the `numbersAClass()` of one sample or step. Of a binary output the second class is said above 0.5, as the metrics
/// have it, or, of scores as a hinge loss has them, above 0.
ClassAnswer classAnswer(const PredictedOutput& output, std::span<const float> numbers);

/// The numbers of one sample of an output as people read them: of logits the shares.
std::vector<double> readableNumbers(const PredictedOutput& output, std::span<const float> numbers);

/// Asks a compiled network about samples as a data set holds them, with whatever weights its state has now. Changes nothing that
/// training reads: no weights, statistics, counters or bound data.
///
/// It runs the full batch's `predict` program, its rest filled with zeros, whatever the number of samples: that program is compiled
/// and counted in the memory anyway, its kernels and so its rounding are those of the validation, and where a launch of training
/// must be waited for, it lasts a fraction of that launch.
class NetworkPrediction {
public:
    /// Network and project outlive this. `fields` are the data set's: they type the inputs and name the classes.
    NetworkPrediction(CompiledNetwork& network, const Project& project, std::span<const data::FieldSpec> fields);

    const std::vector<data::FieldSpec>& inputs() const { return m_inputs; }
    /// Those that are judged, then the layers that the plan observes.
    const std::vector<PredictedOutput>& outputs() const { return m_outputs; }

    /// What the network makes of samples (u8 pixels, say): one field for each input, in its order and of one count. Each output's
    /// numbers, sample by sample. The columns of a table or a series may be as they were read: they are filled and standardised
    /// as in training. Layers that draw noise draw for the n-th sample the same each time. Throws `predict.input` where a field
    /// does not fit, `data.unfitted`, `file.shrunk`. `count`: how many samples, of a network that takes none.
    std::vector<std::vector<float>> predict(std::span<const data::Field> given, std::int64_t count = 0);

private:
    /// Where a layer's noise goes.
    struct NoiseInput {
        TensorId tensor = noTensor;
        std::uint32_t stream = 0; ///< of the layer's own
    };

    void check(std::span<const data::Field> samples) const;
    void fill(const data::Field& field, const data::FieldSpec& spec, TensorId tensor, std::int64_t first, std::int64_t count);
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
