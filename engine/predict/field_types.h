#pragma once

#include "engine/fields/dataset.h"
#include "engine/plan/build_plan.h"

namespace netsmith {

/// A data set's fields as a plan needs to know them.
std::vector<FieldType> fieldTypes(const std::vector<data::FieldSpec>& fields);
std::vector<FieldType> fieldTypes(const data::DataSplit& split);

} // namespace netsmith
