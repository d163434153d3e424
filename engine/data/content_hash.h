#pragma once

#include "engine/fields/dataset.h"

namespace netsmith::data {

/// SHA-256 over what a data set holds, so that one changed byte shows. Sets that read a person's files know their files' hash
/// already (`DataSet::fingerprint`), which stands for the samples then: they may be more than memory holds.
std::string contentHash(const DataSet& set);

} // namespace netsmith::data
