#pragma once

#include "engine/input/arrays/npy.h"
#include "engine/input/sample_files.h"

namespace netsmith::data {

/// The samples of an .npy or .npz file: arrays named like the inputs, or x if there is one, with the suffix "_test" or "_train" if
/// saved that way; a single array may have any name. Their targets are the arrays y with the same suffix, for an .npy file in its
/// folder. A single sample may lack the sample axis. Throws `sample.*`, `data.npy.*`, `weights.zip*`.
Samples readNpySamples(const std::filesystem::path& path, const SampleReading& reading);

/// An array of numbers as samples of a field, one or N of them; a field that is fitted to the training samples takes them as they
/// were in a file, see `unfitted`. `place` stands for the array in errors. Throws `sample.array_shape` and `sample.array_number`.
Field samplesOfArray(const NpyArray& array, const FieldSpec& spec, const std::string& place);

} // namespace netsmith::data
