#pragma once

#include "engine/core/expected.h"
#include "engine/data/dataset.h"

#include <filesystem>

namespace netsmith::cli {

/// Samples of `field` out of a file: a PNG picture (its one sample), or an IDX file, .gz too (all of its samples). The file must
/// hold samples of just the field's shape; 16-bit, palette and transparent PNGs become 8-bit grey or RGB, as the field has one
/// channel or three. Of a table's field the rows of a CSV file, with the columns by their names. Errors `cli.sample.*`,
/// `data.idx.*`, `data.csv.*`.
Expected<data::Field> readSamples(const std::filesystem::path& path, const data::FieldSpec& field);

} // namespace netsmith::cli
