#pragma once

#include "engine/interop/weights/weight_file.h"

#include <optional>

namespace netsmith::interop {

/// Whether the content is an HDF5 file.
bool isHdf5(std::span<const std::byte> content);

/// The weights in an HDF5 file of Keras, with the layer's variables in their order: a whole model or weights alone, of Keras 1 and
/// 2 (`model.save("x.h5")`, which Keras 3 writes too) or of Keras 3 (`save_weights("x.weights.h5")`). Names are the paths of
/// Keras's variables: "conv2d_1/kernel", "bidirectional/forward_lstm/lstm_cell/bias". The optimizer's state is left out with a
/// note. `name` stands for the file's in errors, which are of kind `input`.
Expected<WeightFile> readKerasH5(const MappedFile& file, const std::string& name);

/// The same for a model that Keras 3 saved as a ZIP archive, `model.save("x.keras")`; its config says which variable is which.
Expected<WeightFile> readKerasArchive(const MappedFile& file, const std::string& name);

/// How a file describes its model. The texts are JSON that is not yet parsed, and not larger than the file can have packed.
struct KerasConfig {
    std::string model{}; ///< its layers: {"class_name", "config"}; those of an archive hold "compile_config" too
    std::string training{}; ///< of an HDF5 file: its loss, metrics and optimizer; empty: it was not compiled
    std::string version{}; ///< the Keras that saved it, "3.15.1"; empty: unknown
};

/// Of either kind of whole model; nothing if the file holds only weights.
Expected<std::optional<KerasConfig>> kerasConfig(const MappedFile& file, const std::string& name);

} // namespace netsmith::interop
