#pragma once

#include <string>

namespace netsmith::train {

/// A page of HTML that tells every key of a project file, every layer, loss, metric, optimizer, schedule, transform and data source
/// with its parameters, made from what declares them. Shipped as resources/reference.html.
std::string referencePage();

} // namespace netsmith::train
