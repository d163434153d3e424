#pragma once

#include "engine/interop/weights/torch_storage.h"

#include <functional>
#include <string>

namespace netsmith::interop {

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
