#pragma once

#include "engine/interop/code/code_import.h"
#include "engine/interop/code/code_interpreter.h"

#include <map>

namespace netsmith::interop::code {

/// A network that was read, on its way to a project.
struct Reading {
    Network network{};
    Interpreter interpreter{network};
    std::vector<Tensor> outputs{};
    std::vector<std::string> outputNames{}; ///< in losses for each; empty: those of the layers
    bool isTorch = false;
    /// What the project's nodes were called, once `modelFrom` made it: only those with a name.
    std::map<std::string, std::string> nodeNames{};
};

/// Throws all problems in one sentence, in the order of their places; nothing if there are none.
void refuseProblems(const Network& network);

/// The network as a project with its data and training, as far as these are known, and the notes. Throws as `refuseProblems`.
ImportedModel modelFrom(Reading& reading, const CodeOptions& options);

} // namespace netsmith::interop::code
