#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace netsmith::test {

/// What the host did in place of a GPU since it was last cleared, and how it must behave.
struct HostDevice {
    int launches = 0; ///< of recordings
    int waits = 0;
    int copies = 0; ///< from the host or to it
    int unpinned = 0; ///< those of them with memory that is not pinned
    int copiesBeside = 0; ///< by a copy stream, while a launch computed
    int copiesBefore = 0; ///< the other ones of copy streams
    bool copiesAtOnce = false; ///< a copy stream works as early as possible, or else as late as possible
    std::vector<std::string> ranges{}; ///< that a profiler would show
    int recordingSize = 1; ///< kernels that a recording reports
    bool refusesFinish = false; ///< a product with a bias or relu is refused
    std::vector<std::string> brokenPlans{}; ///< of convolutions and recurrent layers, by their names: they can't be run
    std::vector<std::string> wrongPlans{}; ///< of recurrent layers: their gradients are wrong
    std::vector<std::string> fatalPlans{}; ///< of recurrent layers: the device is lost in them
    std::vector<std::string> shakyPlans{}; ///< of recurrent layers: every second run gives other bits
    int shakes = 0; ///< runs of those
    int timings = 0; ///< of plans
    std::vector<double> times{}; ///< the results of these; 0 after the last
    std::filesystem::path tuningCaches{}; ///< their folder; empty: they are kept in memory only
    int multiprocessors = 0; ///< too few to run anything at once
    int takes = 0; ///< of memory: allocations and recordings
    int works = 0; ///< recordings launched and waits, which report earlier failures
    int memoryEndsAt = -1; ///< this many takes succeed, and none after them; -1: all
    int failures = 0; ///< this many takes fail after that, before there is memory again; 0: all
    std::int64_t free = 0; ///< bytes of memory that it reports; 0: what the host has
    std::int64_t freeAtEnd = 0; ///< the same once memory ran out; 0: as before
    int lostAt = 0; ///< the device is lost at this one of `works`; 0: never
    int refuses = 0; ///< the CUDA error code that a program gets when it opens the device; 0: none
};

inline HostDevice hostDevice;
/// Pieces of memory that are held.
inline int hostPieces = 0;

/// A new device, independent of earlier tests: nothing was asked for, nothing fails.
void renewHostDevice();

} // namespace netsmith::test
