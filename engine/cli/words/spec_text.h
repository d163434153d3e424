#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/specs/parameter.h"

#include <string>

namespace netsmith::cli {

/// A parameter's declaration as an object: name, title, doc, type, default, and unit, ranges and choices where it has them.
Json parameterJson(const ParameterSpec& parameter);

/// The same in a few lines, wrapped to `width` columns.
std::string describe(const ParameterSpec& parameter, std::size_t width);

} // namespace netsmith::cli
