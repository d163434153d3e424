#pragma once

#include "engine/interop/scripts/network_code.h"

#include <string>
#include <vector>

namespace netsmith::interop {

/// What a script needs to train as a project does: pieces of Python source.
struct TrainingText {
    std::string optimizer{}; ///< "keras.optimizers.Adam(learning_rate=0.001)", "torch.optim.Adam(…)"
    std::string scheduler{}; ///< the framework's own schedule of `optimizer` over `steps`, if it has the project's
    std::vector<std::string> schedule{}; ///< the body of `learning_rate(step, steps)`; empty: it is constant
    /// Of each objective, in order: with Keras the loss object and its metrics; with PyTorch an expression of "{output}" and
    /// "{target}".
    struct Goal {
        std::size_t output = 0; ///< of the network's outputs
        std::string field{}; ///< of the data, the target
        int classes = 0; ///< of the target
        bool oneHot = false; ///< class numbers become one-hot vectors
        std::string loss{};
        double weight = 1.0;
        std::vector<std::string> metrics{}; ///< for PyTorch the ids of those that the script computes
    };
    std::vector<Goal> goals{};
    std::vector<std::string> augmentation{}; ///< with Keras layers; with PyTorch the body of `augment(images)`
    bool decays = false; ///< kernels and embeddings, and no other weights, decay
    std::vector<std::string> notes{}; ///< the ids of metrics that the script does not compute
};

/// Throws `scripts.training` for what the framework, or a plain script, can't do in the same way.
TrainingText trainingText(const CheckedProject& project, const NetworkCode& network, ScriptFramework framework);

} // namespace netsmith::interop
