#pragma once

#include "engine/fields/dataset.h"

namespace netsmith::data {

/// SHA-256 over a data set's content, so that any changed byte is noticed. Sets that read the user's files already know their
/// files' hash (`DataSet::fingerprint`), which is used instead: their samples may be larger than memory.
std::string contentHash(const DataSet& set);

} // namespace netsmith::data
