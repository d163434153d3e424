#pragma once

#include "engine/graph/project.h"

#include <filesystem>

namespace netsmith::test {

/// A row of the series: the load rises by one each time, the wind comes and goes every seven.
std::string seriesRow(int row);

/// Writes 40 rows of it into a folder, of which 30 train, and says what forecasts the next two loads from three rows: a dense
/// layer, for one epoch.
Project tinySeriesProject(const std::filesystem::path& folder);

} // namespace netsmith::test
