#pragma once

#include <string>

namespace netsmith::report {

/// The style sheet of a page: light or dark as the reader's system is, light on paper.
std::string pageStyle();

} // namespace netsmith::report
