#pragma once

#include "engine/interop/weights/pickle.h"
#include "engine/interop/weights/stored_tensor.h"

#include <functional>
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

/// All elements of a storage, from its first one on.
using TorchBytes = std::function<std::span<const std::byte>(const TorchStorage&)>;

struct TorchSource {
    std::string place{}; ///< for errors
    std::string stem{}; ///< the name of a tensor that is saved alone
    bool bigEndian = false;
    TorchBytes bytes{};
};

/// Takes the tensors of a checkpoint under the names that `load_state_dict` would know: those of its state dict or of its modules,
/// without the prefixes of wrappers. Notes say which entry of the checkpoint was taken and what was left out. Throws `weights.*`.
void takeTensors(const Pickle& pickle, const TorchSource& source, TensorIntake& intake);

} // namespace netsmith::interop
