#pragma once

#include <string>

namespace netsmith {

class OpenFolder;

/// The name of a temporary file that will replace another: ".netsmith-PROCESS-NUMBER.new", short, so that it always fits, and never
/// reused in this process. Its writer holds its lock (`flock`) until it has its final name.
std::string newFileName();

/// Removes such files that killed programs left in a folder: those that nobody has locked. Checks each folder that is written to
/// repeatedly only once.
void removeForgottenFiles(const OpenFolder& folder);

} // namespace netsmith
