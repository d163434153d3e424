#pragma once

namespace netsmith::test {

/// What the host was asked for in the place of a GPU, since it was last cleared.
struct HostDevice {
    int launches = 0; ///< of recordings
};

inline HostDevice hostDevice;

} // namespace netsmith::test
