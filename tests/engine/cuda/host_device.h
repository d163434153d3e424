#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace netsmith::test {

/// What the host was asked for in the place of a GPU, since it was last cleared, and how it does it.
struct HostDevice {
    int launches = 0; ///< of recordings
    int waits = 0;
    int copies = 0; ///< from the host and to it
    int unpinned = 0; ///< of these, with memory that the device can't reach by itself
    int copiesBeside = 0; ///< by a stream of copies, while a launch computed
    int copiesBefore = 0; ///< the others by it
    bool copiesAtOnce = false; ///< what a stream of copies does is done as soon, or as late, as it may be
    std::vector<std::string> ranges{}; ///< of a profiler
    int recordingSize = 1; ///< kernels that a recording tells of
    bool refusesFinish = false; ///< a product with a bias or relu
    std::vector<std::string> brokenPlans{}; ///< of convolutions, by their names: they can't be run
    int timings = 0; ///< of a convolution's plans
    std::vector<double> times{}; ///< what these say; 0 behind the last
    std::filesystem::path book{}; ///< of plans; none: they are kept by the process alone
};

inline HostDevice hostDevice;

} // namespace netsmith::test
