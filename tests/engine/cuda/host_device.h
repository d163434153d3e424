#pragma once

namespace netsmith::test {

/// What the host was asked for in the place of a GPU, since it was last cleared.
struct HostDevice {
    int launches = 0; ///< of recordings
    int waits = 0;
    int copies = 0; ///< from the host and to it
    int unpinned = 0; ///< of these, with memory that the device can't reach by itself
};

inline HostDevice hostDevice;

} // namespace netsmith::test
