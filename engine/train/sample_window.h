#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"

namespace netsmith::train {

/// Some of a stream's samples in place of all of them, for sets that a device has no room for: those that come next are put
/// together on the host in the order of the epoch. Place p of that order lies in slot p mod `size`, so the plan gathers the same
/// numbers as from the whole set, by an order that never changes.
class SampleWindow {
public:
    /// Of `size` samples. `fields` are those that the plan reads; they and the state outlive this.
    SampleWindow(State& state, std::string stream, std::vector<const data::Field*> fields, std::int64_t size, bool mapped);

    std::int64_t size() const { return m_size; }
    /// The samples' order in this epoch, which outlives this or the next call; binds the slots.
    void setOrder(std::span<const std::int32_t> order);
    /// Sees to it that the samples at `count` places of the order from `first` on are there, at most `size`; where they are not, as
    /// many as fit are brought from there on.
    void bring(std::int64_t first, std::int64_t count);

private:
    State& m_state;
    std::string m_stream;
    std::vector<const data::Field*> m_fields;
    std::vector<data::NewField> m_windows; ///< one for each field
    std::int64_t m_size;
    std::int64_t m_strides = 1; ///< from one slot to the next, so that samples that overlap where they come from don't here
    bool m_mapped;
    std::span<const std::int32_t> m_order;
    std::vector<std::int32_t> m_slots; ///< of each place
    std::int64_t m_begin = 0; ///< the places whose samples are there
    std::int64_t m_end = 0;
};

} // namespace netsmith::train
