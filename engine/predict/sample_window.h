#pragma once

#include "engine/backend/backend.h"
#include "engine/fields/dataset.h"

namespace netsmith {

/// Some of a stream's samples in place of all of them, for sets that a device has no room for: those that come next are put
/// together on the host in the order of the epoch. Place p of that order lies in slot p mod the slots there are, so the plan
/// gathers the same numbers as from the whole set, by an order that never changes.
///
/// A device with memory of its own has the same slots, and twice as many as the longest launch reads. While it computes a launch
/// the samples of the next are put into slots of places before that launch, and are copied beside it; the next launch waits for the
/// copies on the device. The other way nobody waits: where the host goes on, the launch is over that read what is overwritten next.
class SampleWindow {
public:
    /// For launches of up to `size` samples. `fields` are those that the plan reads; they and the state outlive this.
    SampleWindow(State& state, std::string stream, const std::vector<const data::Field*>& fields, std::int64_t size, bool mapped);
    SampleWindow(const SampleWindow&) = delete;
    SampleWindow& operator=(const SampleWindow&) = delete;
    ~SampleWindow();

    std::int64_t size() const { return m_size; }
    /// The samples' order in this epoch, which outlives this or the next call; binds the slots.
    void setOrder(std::span<const std::int32_t> order);
    /// Sees to it that the samples at `count` places of the order from `first` on are there, at most `size`, and that those behind
    /// them come while the next run computes. Where nothing computes beside the host, as many as fit are brought at once.
    void stage(std::int64_t first, std::int64_t count);

private:
    struct Window {
        const data::Field* field;
        std::string tensor;
        data::Bytes bytes;
    };

    Expected<void> load(std::int64_t end);

    State& m_state;
    SampleTransfer* m_transfer;
    std::string m_stream;
    std::vector<Window> m_windows;
    std::int64_t m_size;
    std::int64_t m_slotCount;
    std::int64_t m_strides = 1; ///< from one slot to the next, so that samples that overlap where they come from don't here
    bool m_mapped;
    std::span<const std::int32_t> m_order;
    std::vector<std::int32_t> m_slots; ///< of each place
    std::int64_t m_begin = 0; ///< the places whose samples are there
    std::int64_t m_end = 0;
};

} // namespace netsmith
