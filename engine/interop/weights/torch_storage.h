#pragma once

#include "engine/interop/weights/pickle.h"
#include "engine/interop/weights/stored_tensor.h"

#include <optional>
#include <string>

namespace netsmith::interop {

/// A storage of PyTorch's, which tensors are views of, as a pickle refers to it.
struct TorchStorage {
    std::string key{};
    std::string type{}; ///< "FloatStorage"
    std::optional<Element> element{}; ///< none: not one of ours, or untyped
    std::size_t elementBytes = 1;
    std::int64_t count = 0; ///< of elements
    std::int64_t viewBegin = 0; ///< where a view into it begins
};

/// The storage that a persistent id stands for. Throws `weights.torch.*`; `place` stands for the file in errors.
TorchStorage torchStorage(const PickleValue& persistent, const std::string& place);

/// Whether PyTorch calls this when it loads tensors or what commonly stands beside them; all of it without effects.
bool isTorchCall(const PickleValue& global);

} // namespace netsmith::interop
