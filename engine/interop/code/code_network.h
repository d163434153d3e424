#pragma once

#include "engine/core/error.h"
#include "engine/graph/project/project.h"
#include "engine/interop/code/code_values.h"

#include <set>
#include <unordered_map>

namespace netsmith::interop::code {

/// A sentence about a line of the program.
struct Remark {
    int line = 0;
    Message words;
    bool operator==(const Remark&) const = default;
};

/// What a program says of its training.
struct TrainingFacts {
    Value optimizer{}; ///< a text or what was made
    int optimizerLine = 0;
    Value loss{}; ///< one, or what each output has: a list or a dictionary by name
    int lossLine = 0;
    Value lossWeights{};
    Value metrics{}; ///< one, a list, or what each output has
    int metricsLine = 0;
    std::optional<std::int64_t> epochs{}, batch{};
    std::optional<double> validationSplit{};
    std::vector<Value> callbacks{};
    Value schedule{}; ///< a scheduler of PyTorch
    const Data* inputs = nullptr; ///< that the network is trained with
    const Data* targets = nullptr;
    std::string source{}; ///< the data set that is loaded
    std::optional<std::int64_t> vocabulary{}, length{}; ///< of texts
    std::vector<Component> transforms{}; ///< of images
    std::vector<double> means{}, deviations{}; ///< of PyTorch's Normalize
    std::optional<double> clipNorm{}, clipValue{};
    bool dividesPixels = false; ///< PyTorch's ToTensor
};

/// The network that is being read from a program, and what is found out on the way: problems, notes, how it is trained.
class Network {
public:
    /// Reports what prevents the network from being read; each once.
    template <class... Arguments>
    void problem(int line, MessageTemplate sentence, Arguments&&... arguments)
    {
        add(m_problems, {line, Message(sentence, std::forward<Arguments>(arguments)...)});
    }
    template <class... Arguments>
    void note(int line, MessageTemplate sentence, Arguments&&... arguments)
    {
        add(m_notes, {line, Message(sentence, std::forward<Arguments>(arguments)...)});
    }
    const std::vector<Remark>& problems() const { return m_problems; }
    const std::vector<Remark>& notes() const { return m_notes; }
    /// The sentence with its place in front.
    Message located(const Remark& remark) const;

    /// An input of samples of this shape in the code's order of axes, -1 for what is open; none: unknown.
    Tensor input(Layer& owner, std::optional<std::vector<std::int64_t>> shape, bool channelsFirst, int line);

    /// The layer that `owner` became at the place `index` of what it became, used here. A problem of its parameters or shapes is
    /// reported.
    Tensor place(Layer& owner, std::size_t index, const std::string& layer, ParameterMap parameters,
                 const std::vector<Tensor>& inputs, int line);
    /// The same for an operation that no layer of the code stands for.
    Tensor place(const std::string& layer, ParameterMap parameters, const std::vector<Tensor>& inputs, int line);

    /// Gives an input whose shape is not known the one that a layer behind it takes, where only a vector fits.
    bool settle(const Tensor& tensor, std::int64_t size);

    /// The layers before some tensors, each after its inputs.
    static std::vector<Use*> usesBefore(const std::vector<Tensor>& outputs);

    /// Nodes and wires up to these outputs; ids are the code's names where these are valid and unique. `ids` gets those of the
    /// uses.
    Graph graph(const std::vector<Tensor>& outputs, std::unordered_map<const Use*, std::string>& ids) const;

    Heap heap;
    TrainingFacts training;
    std::vector<std::int64_t> inputShape; ///< that the user gave, in the code's order of axes; empty: none
    std::vector<std::int64_t> sourceShape; ///< of the samples of the data set that the code loads, in our order; empty: unknown
    std::int64_t sourceLength = 0; ///< of its texts; 0: unknown
    bool hasWeights = false; ///< the network comes with its weights, so how they would be drawn matters little
    /// Where remarks belong if what is read has no lines: that of line n is about the layer `places[n - 1]`.
    std::vector<std::string> places;

private:
    static void add(std::vector<Remark>& remarks, Remark remark);
    void infer(Use& use);

    std::vector<Remark> m_problems;
    std::vector<Remark> m_notes;
    std::size_t m_uses = 0;
};

} // namespace netsmith::interop::code
