#pragma once

#include <cstdint>
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
    std::vector<std::string> brokenPlans{}; ///< of convolutions and recurrent layers, by their names: they can't be run
    std::vector<std::string> wrongPlans{}; ///< of recurrent layers: their gradients are wrong
    std::vector<std::string> fatalPlans{}; ///< of recurrent layers: the device is lost in them
    std::vector<std::string> shakyPlans{}; ///< of recurrent layers: each second time their bits are others
    int shakes = 0; ///< of these
    int timings = 0; ///< of plans
    std::vector<double> times{}; ///< what these say; 0 behind the last
    std::filesystem::path tuningCaches{}; ///< their folder; empty: they are kept in memory only
    int takes = 0; ///< of memory: allocations and recordings
    int works = 0; ///< recordings launched and waits, where what failed on the way is told
    int memoryEndsAt = -1; ///< so many takes succeed, and none from then on; -1: all
    int failures = 0; ///< so many takes fail then, after which there is memory again; 0: all
    std::int64_t free = 0; ///< bytes of memory, as it says; 0: what the host has
    std::int64_t freeAtEnd = 0; ///< the same once there was none; 0: as before
    int lostAt = 0; ///< the device fails at this one of `works`, for good; 0: never
    int refuses = 0; ///< what it says to a program that wants in, as CUDA's number of an error; 0: nothing
};

inline HostDevice hostDevice;
/// Pieces of memory that are held.
inline int hostPieces = 0;

/// Another test's device is not this one's: nothing was asked for, nothing fails.
void renewHostDevice();

} // namespace netsmith::test
