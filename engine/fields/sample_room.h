#pragma once

#include "engine/fields/dataset.h"

namespace netsmith::data {

/// The most memory that samples may take: half of what is free now; the other half is for the network and the rest.
std::int64_t memoryForSamples();

/// Where samples lie: in memory, or as scratch on the disk in the cache (see `scratchMemory`) where together they take more than
/// `memory`. What then stays in memory is what is being read: a run holds a window of 64 MiB of its training samples and one of
/// those that validate, and of every sample its number, 4 bytes.
class SampleRoom {
public:
    /// For `bytes` in total.
    explicit SampleRoom(std::int64_t bytes, std::int64_t memory = memoryForSamples());
    /// For fields of `count` samples.
    SampleRoom(const std::vector<FieldSpec>& fields, std::int64_t count, std::int64_t memory = memoryForSamples());

    /// The value for `DataSplit::mapped`.
    bool isOnDisk() const { return m_onDisk; }
    /// As `data::allocateBytes`. Throws `scratch.room` where there is no room on the disk either, `data.no_cache`.
    Bytes allocate(std::int64_t bytes) const;
    /// As `data::makeField`; throws the same.
    NewField makeField(FieldSpec spec, std::int64_t count) const;
    /// Waits until the disk has what was written; throws `scratch.lost`.
    void settle(std::span<const std::byte> bytes) const;

private:
    bool m_onDisk;
};

} // namespace netsmith::data
