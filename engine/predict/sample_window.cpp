#include "engine/predict/sample_window.h"

#include "engine/core/files/mapped_file.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cstring>

namespace netsmith {

SampleWindow::SampleWindow(State& state, std::string stream, const std::vector<const data::Field*>& fields, std::int64_t size,
                           bool mapped)
    : m_state(state)
    , m_transfer(state.transfer())
    , m_stream(std::move(stream))
    , m_size(size)
    , m_slotCount(m_transfer ? 2 * size : size)
    , m_mapped(mapped)
{
    for (const data::Field* field : fields)
        m_strides = std::max(m_strides, field->spec.stridesCovered());
    const std::int64_t samples = (m_slotCount - 1) * m_strides + 1;
    for (const data::Field* field : fields) {
        const data::FieldSpec& spec = field->spec;
        const std::int64_t bytes = spec.bytesOf(samples);
        m_windows.push_back(
            {field, m_stream + '/' + spec.name, m_transfer ? m_transfer->hostBytes(bytes).take() : data::allocateBytes(bytes)});
        const Window& window = m_windows.back();
        m_state.bind(window.tensor, {spec.type, samples, spec.shape.elements(), window.bytes.get(), spec.stride}).take();
    }
}

SampleWindow::~SampleWindow()
{
    if (m_transfer)
        m_transfer->overlap(nullptr);
}

void SampleWindow::setOrder(std::span<const std::int32_t> order)
{
    m_order = order;
    m_begin = m_end = 0;
    if (m_transfer)
        m_transfer->overlap(nullptr); // it would continue with the previous order
    if (m_slots.size() == order.size())
        return;
    m_slots.resize(order.size());
    for (std::size_t place = 0; place < m_slots.size(); ++place)
        m_slots[place] = static_cast<std::int32_t>(static_cast<std::int64_t>(place) % m_slotCount * m_strides);
    m_state.bind(m_stream + "/order", {DataType::i32, std::ssize(m_slots), 1, m_slots.data()}).take();
}

void SampleWindow::stage(std::int64_t first, std::int64_t count)
{
    const std::int64_t places = std::ssize(m_order);
    if (first < m_begin || first > m_end)
        m_begin = m_end = first;
    if (first + count > m_end)
        load(std::min(first + (m_transfer ? count : m_size), places)).take();
    if (!m_transfer)
        return;
    // The next launch may be twice as long.
    const std::int64_t end = std::min({first + 3 * count, first + m_slotCount, places});
    if (end > m_end)
        m_transfer->overlap([this, end] { return load(end); });
    else
        m_transfer->overlap(nullptr);
}

/// Loads the samples after those already loaded; the slots of the first positions are reused.
Expected<void> SampleWindow::load(std::int64_t end)
try {
    m_begin = std::max(m_begin, end - m_slotCount);
    const auto sampleAt = [&](std::int64_t place) { return m_order[static_cast<std::size_t>(place)]; };
    for (const Window& window : m_windows) {
        const data::Field& field = *window.field;
        if (m_mapped) // all at once, so that the disk gets the next request before the last one has finished
            for (std::int64_t place = m_end; place < end; ++place)
                willRead(field.sample(sampleAt(place)));
        for (std::int64_t first = m_end, last = 0; first < end; first = last) { // up to the last slot, then from the first
            last = std::min(end, first - first % m_slotCount + m_slotCount);
            const std::int64_t slot = first % m_slotCount * m_strides;
            parallelFor(last - first, 16, [&](std::int64_t begin, std::int64_t stop) {
                for (std::int64_t i = begin; i < stop; ++i) {
                    const std::span<const std::byte> sample = field.sample(sampleAt(first + i));
                    std::memcpy(window.bytes.get() + (slot + i * m_strides) * field.spec.strideBytes(), sample.data(),
                                sample.size());
                }
            });
            if (m_mapped)
                checkMapped(field.all());
            if (!m_transfer)
                continue;
            if (auto uploaded = m_transfer->upload(window.tensor, slot, (last - first - 1) * m_strides + 1); !uploaded)
                return uploaded;
        }
    }
    m_end = end;
    return {};
} catch (const Error& error) {
    return error;
}

} // namespace netsmith
