#pragma once

#include <string>

namespace netsmith::train {

/// An HTML page that lists every key of a project file, every layer, loss, metric, optimizer, schedule, transform and data source
/// with its parameters, generated from their declarations. Shipped as resources/reference.html.
std::string referencePage();

} // namespace netsmith::train
