#pragma once

#include "engine/interop/imported_model.h"
#include "engine/plan/checks/checked_project.h"

#include <functional>
#include <string_view>
#include <vector>

namespace netsmith::interop {

struct CodeOptions {
    std::vector<std::int64_t> inputShape{}; ///< of one sample, in the code's order of axes; empty: what the code or its data say
    /// The fields of a data set that needs no files to be named, so that its samples' shape is known; null: unknown.
    std::function<std::vector<FieldType>(const DataSettings& data)> fieldsOf{};
};

/// The network of a Python program for Keras or PyTorch, and how it is trained there. The program is read, never run: its layers,
/// functions and numbers are followed, and whatever else it does makes no difference. Throws `code.*`, which name the lines of all
/// that can't be followed; memory and time are bounded by the program's size and by `Interpreter`'s limits.
ImportedModel importCode(std::string_view source, const CodeOptions& options);

} // namespace netsmith::interop
