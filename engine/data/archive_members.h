#pragma once

#include "engine/core/message.h"
#include "engine/input/byte_reader.h"

#include <functional>

namespace netsmith::data {

/// Calls `visit` for each plain file of a .tar.gz archive with its path in it, in order; what it does not read is skipped. Throws
/// `unreadable` with the archive's path and the reason, `data.archive_memory`, `data.read`.
void eachArchiveMember(const std::filesystem::path& path, const MessageTemplate& unreadable,
                       const std::function<void(const std::string& name, ByteReader& content)>& visit);

} // namespace netsmith::data
