#include "engine/cuda/state.h"

#include "engine/backend/guarded.h"
#include "engine/backend/state_rows.h"

#include <algorithm>

namespace netsmith::cuda {
namespace {

std::int64_t bytesOf(const HostArray& array)
{
    return static_cast<std::int64_t>(array.all().size());
}

} // namespace

CudaState::CudaState(StateLayout layout)
    : m_layout(std::move(layout))
    , m_bound(m_layout.rows.size())
    , m_control(m_layout)
{
    for (const StateRow& row : m_layout.rows)
        m_rows.emplace_back(m_control.holds(static_cast<int>(m_rows.size())) ? 0 : row.bytes());
}

std::byte* CudaState::part(Arena arena, std::int64_t first, std::size_t bytes) const
{
    const int index = rowOfPart(m_layout, arena, first, static_cast<std::int64_t>(bytes / sizeof(float)));
    return index < 0 ? nullptr : row(index) + first * static_cast<std::int64_t>(sizeof(float));
}

Expected<void> CudaState::readBytes(Arena arena, std::int64_t first, std::span<std::byte> out)
{
    return guarded([&] {
        if (const std::byte* from = part(arena, first, out.size()))
            m_stream.toHost(out.data(), from, std::ssize(out));
        m_stream.wait();
    });
}

Expected<void> CudaState::writeBytes(Arena arena, std::int64_t first, std::span<const std::byte> values)
{
    return guarded([&] {
        if (std::byte* const to = part(arena, first, values.size()))
            m_stream.toDevice(to, values.data(), std::ssize(values));
        m_stream.wait();
    });
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
    const int row = m_layout.find(tensor);
    if (row < 0)
        return {};
    return guarded([&] {
        m_copies.wait(); // they may go to the array that was bound
        DeviceBytes& bytes = m_rows[static_cast<std::size_t>(row)];
        if (bytes.size() != bytesOf(array)) {
            bytes = DeviceBytes(); // first free, then take: the two need not fit together
            ++m_generation;
            bytes = DeviceBytes(bytesOf(array));
        }
        m_bound[static_cast<std::size_t>(row)] = array;
        m_stream.toDevice(bytes.data(), array.bytes, bytes.size());
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

Expected<void> CudaState::upload(std::string_view tensor, std::int64_t first, std::int64_t count)
{
    const int row = m_layout.find(tensor);
    const HostArray* array = row < 0 ? nullptr : bound(row);
    if (!array)
        return Error(ErrorKind::failed, NS_MESSAGE("backend.unbound", "no data is bound to {0}"), tensor);
    return guarded([&] {
        const std::span<const std::byte> part = array->part(first, count).all();
        const std::ptrdiff_t offset = part.data() - array->all().data();
        m_copies.toDevice(m_rows[static_cast<std::size_t>(row)].data() + offset, part.data(), std::ssize(part));
    });
}

const HostArray* CudaState::bound(int row) const
{
    const HostArray& array = m_bound[static_cast<std::size_t>(row)];
    return array.bytes && m_rows[static_cast<std::size_t>(row)].data() ? &array : nullptr;
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

std::byte* CudaState::row(int index) const
{
    return m_control.holds(index) ? m_control.device(index) : m_rows[static_cast<std::size_t>(index)].data();
}

void CudaState::begin()
{
    m_control.send(m_stream);
    m_stream.waitFor(m_copies);
}

void CudaState::beginLaunch(std::span<const float> rates)
{
    control::placeRates(rates, m_control.rates());
    m_control.status() = control::good;
    for (const char* stream : {"train", "evaluate"})
        m_control.counters(stream)[control::launch] = m_control.counters(stream)[control::rate] = 0;
    begin();
}

Expected<void> CudaState::workOverlapped()
{
    const auto work = std::exchange(m_overlapped, nullptr);
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
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_layout.rows[i].role == Role::data)
            bytes += m_rows[i].size();
    return bytes;
}

} // namespace netsmith::cuda
