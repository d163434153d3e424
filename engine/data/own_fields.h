#pragma once

#include "engine/plan/checks/checked_project.h"

#include <vector>

namespace netsmith::data {

/// The fields of a data set that needs no file to be named, so that they are known before any data is read; else none. Throws
/// `data.source` if there is no such source.
std::vector<FieldType> ownFieldTypes(const DataSettings& settings);

} // namespace netsmith::data
