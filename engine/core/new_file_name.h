#pragma once

#include <string>

namespace netsmith {

class OpenFolder;

/// What a file is called that is to take the place of another: ".netsmith-PROCESS-NUMBER.new", short, so that the longest name has
/// room, and never the same again in this process. Who writes it holds its lock (`flock`) until it has its last name.
std::string newFileName();

/// Removes what killed programs left of such files in a folder: those that nobody holds the lock of. Looks once into each of
/// the few folders that are written to again and again.
void removeForgottenFiles(const OpenFolder& folder);

} // namespace netsmith
