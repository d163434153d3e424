#pragma once

#include "engine/input/sample_files.h"

namespace netsmith::data {

/// The samples of an .npy or .npz file: arrays called as the inputs, or x where there is one, with "_test" or "_train" behind the
/// name where that is how they are saved; a lone array whatever its name. Their targets are the arrays y of the same ending, in an
/// .npy file's folder beside it. A single sample may lack the axis of samples. Throws `sample.*`, `data.npy.*`, `data.npz*`.
Samples readNpySamples(const std::filesystem::path& path, const SampleReading& reading);

} // namespace netsmith::data
