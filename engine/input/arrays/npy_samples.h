#pragma once

#include "engine/input/sample_files.h"

namespace netsmith::data {

/// The samples of an .npy or .npz file: arrays named like the inputs, or x if there is one, with the suffix "_test" or "_train" if
/// saved that way; a single array may have any name. Their targets are the arrays y with the same suffix, for an .npy file in its
/// folder. A single sample may lack the sample axis. Throws `sample.*`, `data.npy.*`, `data.npz*`.
Samples readNpySamples(const std::filesystem::path& path, const SampleReading& reading);

} // namespace netsmith::data
