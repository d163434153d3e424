#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace netsmith::interop {

/// CRC-32C (Castagnoli), as in iSCSI: RFC 3720, appendix B.4, has test values.
std::uint32_t crc32c(std::string_view bytes);

/// A record as in TFRecord files (tensorflow.org, "TFRecord and tf.train.Example", "TFRecords format details"): the length,
/// its masked sum, the bytes, theirs; all little-endian.
std::string recordOf(std::string_view bytes);

} // namespace netsmith::interop
