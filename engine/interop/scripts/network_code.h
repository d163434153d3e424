#pragma once

#include "engine/interop/weights/layer_weight.h"
#include "engine/plan/checks/checked_project.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace netsmith::interop {

enum class ScriptFramework { keras, pytorch };
/// "Keras", "PyTorch".
std::string_view titleOf(ScriptFramework framework);

/// A network as a script builds it: values, each an input or the result of a statement on values before it.
struct NetworkCode {
    /// What is created once and may be called in several places.
    struct Module {
        std::string name{}; ///< a Python identifier
        std::string creates{}; ///< "nn.Conv2d(1, 32, 3)"
        std::vector<std::pair<LayerWeight, std::string>> weights{}; ///< each with its name, or its two, in the module
        int leadingAxes = 0; ///< of size 1, before ours in each of them
        bool frozen = false; ///< its layer is not trainable
        int uses = 0;
    };
    struct Input {
        std::string name{};
        std::string field{};
        Shape shape{}; ///< of one sample, channels last
        DataType type = DataType::f32;
        int classes = 0; ///< of numbers that stand for classes; 0: quantities
    };
    struct Statement {
        std::string name{}; ///< of its result, if that needs one: the layer's
        int module = -1; ///< −1: only an expression
        std::string call{}; ///< "{m}({0})[0]"; empty: the module is called with its inputs
        std::vector<int> inputs{}; ///< values: the inputs come first, then the statements' results
    };
    struct Output {
        std::string node{}; ///< the layer's id
        int value = 0;
        std::string activation{}; ///< "softmax": left to the loss and to predictions; empty: nothing is
    };

    std::vector<Module> modules{};
    std::vector<Input> inputs{};
    std::vector<Statement> statements{};
    std::vector<Output> outputs{};

    bool isPlain(const Statement& statement) const { return statement.module >= 0 && statement.call.empty(); }
    /// How many statements and outputs read a value.
    std::vector<int> uses() const;
    /// One input, one output, and each statement calls a module with the result of the one before.
    bool isStraight() const;
};

/// The network of a valid project whose shapes are known. Of PyTorch's, the last softmax or sigmoid is left to a loss that applies
/// it itself. Throws `scripts.layers` for layers that have no counterpart, `scripts.layer` for one whose parameters have none.
NetworkCode networkCode(const CheckedProject& project, ScriptFramework framework);

/// An identifier of Python that no other one of `taken` equals, which it joins.
std::string pythonName(std::string_view text, std::vector<std::string>& taken);

} // namespace netsmith::interop
