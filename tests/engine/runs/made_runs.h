#pragma once

#include "engine/graph/project/project.h"
#include "engine/store/run_record.h"

#include <filesystem>
#include <string>

namespace netsmith::test {

/// The record of a finished run on the tiny data.
RunRecord madeRecord(std::int64_t seed = 1);

/// Writes a run's folder with a record, a table of its epochs and, if given, a project; without any training.
void writeRun(const std::filesystem::path& folder, const RunRecord& record, const Project* project = nullptr);

} // namespace netsmith::test
