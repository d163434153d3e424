#pragma once

#include "engine/graph/project/project.h"

#include <filesystem>

namespace netsmith::test {

/// A row of the series: the load rises by one each time, the wind repeats every seven rows.
std::string seriesRow(int row);

/// Writes 40 rows of it into a folder, 30 of them for training, and returns a project that forecasts the next two loads from three
/// rows with a dense layer, in one epoch.
Project tinySeriesProject(const std::filesystem::path& folder);

} // namespace netsmith::test
