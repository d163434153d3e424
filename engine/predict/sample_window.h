#pragma once

#include "engine/backend/backend.h"
#include "engine/fields/dataset.h"

namespace netsmith {

/// A window of a stream's samples, for sets that do not fit on a device: the next ones are assembled on the host in the order of
/// the epoch. Position p of that order is in slot p modulo the number of slots, so the plan gathers the same numbers as from the
/// whole set, with an order that never changes.
///
/// A device with memory of its own has the same slots, and twice as many as the longest launch reads. While it computes a launch,
/// the samples of the next are put into slots of positions before that launch, and copied concurrently; the next launch waits for
/// the copies on the device. No wait is needed in the other direction: when the host continues, the launch that read the slots to
/// be overwritten is over.
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
    /// Makes sure that the samples at `count` positions of the order from `first` on are loaded, at most `size`, and that those
    /// after them are loaded while the next run computes. If the device computes on the host, as many as fit are loaded at once.
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
    std::int64_t m_strides = 1; ///< from one slot to the next, so that samples that overlap in their source don't here
    bool m_mapped;
    std::span<const std::int32_t> m_order;
    std::vector<std::int32_t> m_slots; ///< of each place
    std::int64_t m_begin = 0; ///< the places whose samples are there
    std::int64_t m_end = 0;
};

} // namespace netsmith
