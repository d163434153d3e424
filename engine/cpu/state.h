#pragma once

#include "engine/backend/backend.h"
#include "engine/cpu/aligned_bytes.h"

namespace netsmith::cpu {

/// The host memory of one model: the rows of its layout, bound data and the shared activation arena.
class CpuState final : public State {
public:
    explicit CpuState(StateLayout layout);

    const StateLayout& layout() const override { return m_layout; }
    Expected<void> readBytes(Arena arena, std::int64_t first, std::span<std::byte> out) override;
    Expected<void> writeBytes(Arena arena, std::int64_t first, std::span<const std::byte> values) override;
    Expected<void> readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out) override;
    Expected<void> writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values) override;
    Expected<void> bind(std::string_view tensor, const HostArray& array) override;

    /// Makes the activation arena at least this large; addresses into it change when it grows.
    void reserve(std::int64_t bytes);
    std::byte* activations() const { return m_activations.data(); }

    /// The address of a row; null for data that is not bound yet.
    std::byte* row(int index) const;
    const HostArray* bound(int row) const;

    /// Changes whenever an address may have.
    std::uint64_t generation() const { return m_generation; }
    /// Changes whenever weights or statistics may have: what was computed from them alone is then out of date.
    std::uint64_t weightsVersion() const { return m_weightsVersion; }
    void weightsChange() { ++m_weightsVersion; }

    std::int32_t& status() const { return *m_status; }
    std::int64_t* counters(std::string_view stream) const;
    std::span<float> rates() const { return m_rates; }
    float* metrics() const { return m_metrics; }
    std::int64_t dataBytes() const;

private:
    std::span<std::byte> part(Arena arena, std::int64_t first, std::size_t bytes) const;
    template <class T>
    T* control(std::string_view name) const;

    StateLayout m_layout;
    std::vector<AlignedBytes> m_rows; ///< empty of data
    std::vector<HostArray> m_bound; ///< of data
    AlignedBytes m_activations;
    // Rows that a launch reads and writes itself.
    std::int32_t* m_status = nullptr;
    std::span<float> m_rates;
    float* m_metrics = nullptr;
    std::int64_t* m_trainCounters = nullptr;
    std::int64_t* m_evaluateCounters = nullptr;
    std::uint64_t m_generation = 1;
    std::uint64_t m_weightsVersion = 1;
};

} // namespace netsmith::cpu
