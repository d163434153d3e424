#pragma once

#include "engine/predict/saved_run.h"

namespace netsmith {

/// The suffix of a packed model's name.
inline constexpr std::string_view packedModelSuffix = ".nsm";

/// Writes a trained network into one file, from which programs predict without the run: a safetensors file of its weights, whose
/// metadata holds everything else as text:
///
///     format       "netsmith-model"
///     version      "1", or "2" if it has weights that are zero or share values: see `StoredArrays`
///     sha256       of the whole file, in which these 64 digits are zeros
///     project      the graph, the preparation of the data, the settings, as in a .netsmith file, without paths
///     run          how it was trained, its figures, and its data's fields with their classes and scales, as in run.json
///     checkpoint   JSON: the epoch and the step of the weights
///     vocabulary   JSON: the tokens, if it reads or writes text
///     description  JSON: inputs and outputs for other programs, see `data::describe`; readers derive it from the other parts
///
/// The same run gives the same bytes. Throws what `SafeFileWriter` says, and `file.shrunk`.
void writePackedModel(const std::filesystem::path& file, const SavedRun& run, const Json& description);

/// Reads what `writePackedModel` wrote, whatever the file's name. Its weights stay in the mapped file until they are used. Throws
/// `packed.*`, `file.*`, `safetensors.*`, and the errors of the parts.
SavedRun readPackedModel(const std::filesystem::path& file);

/// Whether a file is a packed model by its name.
bool isPackedModel(const std::filesystem::path& path);

} // namespace netsmith
