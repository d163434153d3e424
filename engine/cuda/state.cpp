#include "engine/cuda/state.h"

#include "engine/backend/guarded.h"
#include "engine/backend/state_address.h"

#include <algorithm>
#include <vector>

namespace netsmith::cuda {
namespace {

std::int64_t elementsOf(const DeviceBytes* arena)
{
    return arena ? arena->size() / static_cast<std::int64_t>(sizeof(float)) : 0;
}

void expectElements(Arena arena, std::int64_t have, std::size_t asked)
{
    if (have != static_cast<std::int64_t>(asked))
        throw Error(ErrorKind::failed, NS_MESSAGE("state.size", "the arena {0} has {1:element|elements}, {2:was|were} asked for"),
                    nameOf(arena), have, asked);
}

std::int64_t bytesOf(const HostArray& array)
{
    return static_cast<std::int64_t>(array.all().size());
}

} // namespace

CudaState::CudaState(const LogicalPlan& plan)
    : m_held(plan.accumulate > 1 ? static_cast<std::int64_t>((1 + plan.sumCount()) * sizeof(float)) : 0)
    , m_control(plan.columns.size())
{
    const auto parameterBytes = static_cast<std::int64_t>(plan.parameters.elements * sizeof(float));
    const auto statisticBytes = static_cast<std::int64_t>(plan.statistics.elements * sizeof(float));
    m_arenas.emplace(Arena::weights, DeviceBytes(parameterBytes));
    m_arenas.emplace(Arena::gradients, DeviceBytes(parameterBytes));
    for (int i = 0; i < plan.slots; ++i)
        m_arenas.emplace(slotArena(i), DeviceBytes(parameterBytes));
    if (plan.accumulate > 1)
        m_arenas.emplace(Arena::held, DeviceBytes(parameterBytes));
    if (plan.averages)
        m_arenas.emplace(Arena::average, DeviceBytes(parameterBytes));
    m_arenas.emplace(Arena::statistics, DeviceBytes(statisticBytes));
    m_arenas.emplace(Arena::staged, DeviceBytes(statisticBytes));
}

const DeviceBytes* CudaState::arenaOf(Arena arena) const
{
    const auto found = m_arenas.find(arena);
    return found == m_arenas.end() ? nullptr : &found->second;
}

Expected<void> CudaState::readArena(Arena arena, std::span<float> out)
{
    return guarded([&] {
        const DeviceBytes* bytes = arenaOf(arena);
        expectElements(arena, elementsOf(bytes), out.size());
        if (bytes)
            m_stream.toHost(out.data(), bytes->data(), bytes->size());
        m_stream.wait();
    });
}

Expected<void> CudaState::writeArena(Arena arena, std::span<const float> values)
{
    return guarded([&] {
        const DeviceBytes* bytes = arenaOf(arena);
        expectElements(arena, elementsOf(bytes), values.size());
        if (bytes)
            m_stream.toDevice(bytes->data(), values.data(), bytes->size());
        m_stream.wait();
    });
}

Expected<void> CudaState::readArena(Arena arena, std::span<double> out)
{
    std::vector<float> values(out.size());
    if (auto read = readArena(arena, std::span<float>(values)); !read)
        return read;
    std::ranges::copy(values, out.begin());
    return {};
}

Expected<void> CudaState::writeArena(Arena arena, std::span<const double> values)
{
    std::vector<float> rounded(values.size());
    std::ranges::transform(values, rounded.begin(), [](double value) { return static_cast<float>(value); });
    return writeArena(arena, std::span<const float>(rounded));
}

Expected<void> CudaState::readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out)
{
    std::ranges::copy(m_control.counters(stream), out.begin());
    return {};
}

Expected<void> CudaState::writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values)
{
    std::ranges::copy(values, m_control.counters(stream).begin());
    return {};
}

Expected<void> CudaState::bind(std::string_view tensor, const HostArray& array)
{
    if (!array.bytes || array.count < 1)
        return Error(ErrorKind::input, NS_MESSAGE("data.empty", "the field {0} holds no samples"), tensor);
    return guarded([&] {
        m_copies.wait(); // they may go to the array that was bound
        Field& field = m_data[std::string(tensor)];
        if (field.bytes.size() != bytesOf(array)) {
            field.bytes = DeviceBytes(); // first free, then take: the two need not fit together
            ++m_generation;
            field.bytes = DeviceBytes(bytesOf(array));
        }
        field.array = array;
        m_stream.toDevice(field.bytes.data(), array.bytes, field.bytes.size());
        m_stream.wait();
    });
}

Expected<std::shared_ptr<std::byte[]>> CudaState::hostBytes(std::int64_t size)
{
    return guarded([&] {
        auto bytes = std::make_shared<PinnedBytes>(size);
        std::byte* const data = bytes->data();
        return std::shared_ptr<std::byte[]>(
            data, [this, bytes = std::move(bytes)](std::byte*) { (void)guarded([&] { m_copies.wait(); }).hasValue(); });
    });
}

Expected<void> CudaState::renew(std::string_view tensor, std::int64_t first, std::int64_t count)
{
    const HostArray* array = bound(tensor);
    if (!array)
        return Error(ErrorKind::failed, NS_MESSAGE("backend.unbound", "no data is bound to {0}"), tensor);
    return guarded([&] {
        const std::span<const std::byte> part = array->part(first, count).all();
        const std::ptrdiff_t offset = part.data() - array->all().data();
        m_copies.toDevice(m_data.find(tensor)->second.bytes.data() + offset, part.data(), std::ssize(part));
    });
}

const HostArray* CudaState::bound(std::string_view tensor) const
{
    const auto found = m_data.find(tensor);
    return found == m_data.end() || !found->second.bytes.data() ? nullptr : &found->second.array;
}

void CudaState::reserve(std::int64_t bytes)
{
    if (bytes <= m_activations.size())
        return;
    const std::int64_t before = m_activations.size();
    m_activations = DeviceBytes(); // the two need not fit together
    ++m_generation;
    try {
        m_activations = DeviceBytes(bytes);
    } catch (...) {
        m_activations = DeviceBytes(before);
        throw;
    }
}

void* CudaState::address(const LogicalPlan& plan, TensorId id) const
{
    const auto arenaAt = [this](Arena arena) { return m_arenas.at(arena).data(); };
    const auto controlAt = [this](std::string_view name) { return name == "held" ? m_held.data() : m_control.device(name); };
    const auto dataAt = [this](std::string_view name) -> void* {
        const auto found = m_data.find(name);
        return found == m_data.end() ? nullptr : found->second.bytes.data();
    };
    return stateAddress(plan, id, arenaAt, controlAt, dataAt);
}

void CudaState::begin()
{
    m_control.send(m_stream);
    m_stream.waitFor(m_copies);
}

void CudaState::beginLaunch(std::span<const float> rates)
{
    std::ranges::copy(rates, m_control.rates().begin());
    m_control.status() = control::good;
    for (const char* stream : {"train", "evaluate"})
        m_control.counters(stream)[control::launch] = m_control.counters(stream)[control::rate] = 0;
    begin();
}

Expected<void> CudaState::workMeanwhile()
{
    const auto work = std::exchange(m_meanwhile, nullptr);
    return work ? work() : Expected<void>();
}

CudaState::Outcome CudaState::endLaunch(std::span<float> metrics)
{
    m_control.fetch(m_stream, metrics.size());
    m_stream.wait();
    std::ranges::copy(m_control.metrics().first(metrics.size()), metrics.begin());
    return {m_control.status(), m_control.counters("train")[control::launch], m_control.counters("evaluate")[control::launch]};
}

void CudaState::breakLaunch()
{
    const auto waited = guarded([&] {
        m_control.fetch(m_stream, 0);
        m_stream.wait();
    });
    if (!waited && waited.error().kind() == ErrorKind::deviceLost)
        throw waited.error();
}

std::int64_t CudaState::dataBytes() const
{
    std::int64_t bytes = 0;
    for (const auto& [name, field] : m_data)
        bytes += field.bytes.size();
    return bytes;
}

} // namespace netsmith::cuda
