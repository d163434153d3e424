#pragma once

#include "engine/interop/code/code_project.h"
#include "engine/interop/weights/keras_weights.h"

#include <filesystem>

namespace netsmith::interop {

/// The model in a file that Keras 2 or 3 saved whole, `model.save("x.keras")` or `model.save("x.h5")`: its layers, with their
/// weights, and what it was compiled with. Nothing of it is run. Throws `keras.*` and `code.*`, which name all layers that have no
/// counterpart, with the reasons; what the readers of HDF5 and ZIP say; and what `matchWeights` says of weights that don't fit.
ImportedModel importKerasFile(const std::filesystem::path& path, const CodeOptions& options);

/// The same without weights, of the texts in a file; `reading` is a new one, which then knows the layers' paths. A pure function.
ImportedModel importKerasConfig(const KerasConfig& config, const CodeOptions& options, code::Reading& reading);

} // namespace netsmith::interop
