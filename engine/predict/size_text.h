#pragma once

#include <cstdint>
#include <string>

namespace netsmith {

/// "1.5 GiB", "12.0 MiB".
std::string sizeText(std::int64_t bytes);

} // namespace netsmith
