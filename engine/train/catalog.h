#pragma once

#include "engine/plan/build_plan.h"
#include "engine/data/dataset.h"

namespace netsmith::train {

/// The registries of everything a project may name.
const Catalog& catalog();

/// Everything that is wrong with a project before it meets a device: its graph, settings, losses, data and schedule.
Validation checkProject(const Project& project, std::span<const FieldType> fields);

/// A data set's fields as a plan needs to know them.
std::vector<FieldType> fieldTypes(const std::vector<data::FieldSpec>& fields);
std::vector<FieldType> fieldTypes(const data::DataSplit& split);

/// "fp32" → the precision. Throws `precision.unknown`.
Precision precisionFrom(std::string_view name);

} // namespace netsmith::train
