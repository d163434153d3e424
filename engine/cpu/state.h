#pragma once

#include "engine/backend/backend.h"

#include <map>

namespace netsmith::cpu {

/// Zeroed, cache-line aligned bytes.
class AlignedBytes {
public:
    AlignedBytes() = default;
    /// Throws `memory.allocate` when there is not that much.
    explicit AlignedBytes(std::int64_t bytes);

    std::byte* data() const { return m_data.get(); }
    std::int64_t size() const { return m_size; }

private:
    struct Free {
        void operator()(std::byte* data) const;
    };
    std::unique_ptr<std::byte, Free> m_data;
    std::int64_t m_size = 0;
};

/// The processor's memory for one model: flat f32 arenas, control tensors, bound data and the shared activation arena.
class CpuState final : public State {
public:
    explicit CpuState(const LogicalPlan& plan);

    Expected<void> readArena(Arena arena, std::span<double> out) override;
    Expected<void> writeArena(Arena arena, std::span<const double> values) override;
    Expected<void> readArena(Arena arena, std::span<float> out) override;
    Expected<void> writeArena(Arena arena, std::span<const float> values) override;
    Expected<void> readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out) override;
    Expected<void> writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values) override;
    Expected<void> bind(std::string_view tensor, const HostArray& array) override;

    /// Makes the activation arena at least this large; addresses into it change when it grows.
    void reserve(std::int64_t bytes);
    std::byte* activations() const { return m_activations.data(); }

    /// The address of a tensor that lives in the state; null for data that is not bound yet.
    void* address(const LogicalPlan& plan, TensorId id) const;
    const HostArray* bound(std::string_view tensor) const;

    /// Changes whenever an address may have.
    std::uint64_t generation() const { return m_generation; }

    std::int32_t& status() const { return *reinterpret_cast<std::int32_t*>(m_status.data()); }
    std::int64_t* counters(std::string_view stream) const;
    float* rates() const { return reinterpret_cast<float*>(m_rates.data()); }
    float* metrics() const { return reinterpret_cast<float*>(m_metrics.data()); }
    std::int64_t arenaBytes(Arena arena) const;
    std::int64_t dataBytes() const;

private:
    template <class T>
    Expected<void> readAs(Arena arena, std::span<T> out) const;
    template <class T>
    Expected<void> writeAs(Arena arena, std::span<const T> values);

    std::map<Arena, AlignedBytes> m_arenas;
    AlignedBytes m_activations;
    AlignedBytes m_status;
    AlignedBytes m_rates;
    AlignedBytes m_held; ///< where several batches make a step
    AlignedBytes m_metrics;
    AlignedBytes m_trainCounters;
    AlignedBytes m_evaluateCounters;
    std::map<std::string, HostArray, std::less<>> m_data;
    std::uint64_t m_generation = 1;
};

} // namespace netsmith::cpu
