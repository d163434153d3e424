#include "engine/train/sample_window.h"

#include "engine/core/mapped_file.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cstring>

namespace netsmith::train {

SampleWindow::SampleWindow(State& state, std::string stream, std::vector<const data::Field*> fields, std::int64_t size, bool mapped)
    : m_state(state)
    , m_stream(std::move(stream))
    , m_fields(std::move(fields))
    , m_size(size)
    , m_mapped(mapped)
{
    for (const data::Field* field : m_fields)
        m_strides = std::max(m_strides, field->spec.stridesCovered());
    for (const data::Field* field : m_fields) {
        m_windows.push_back(data::makeField(field->spec, (m_size - 1) * m_strides + 1));
        std::memset(m_windows.back().bytes, 0, m_windows.back().field.all().size()); // a device copies the window whole
    }
}

void SampleWindow::setOrder(std::span<const std::int32_t> order)
{
    m_order = order;
    m_end = m_begin;
    if (m_slots.size() == order.size())
        return;
    m_slots.resize(order.size());
    for (std::size_t place = 0; place < m_slots.size(); ++place)
        m_slots[place] = static_cast<std::int32_t>(static_cast<std::int64_t>(place) % m_size * m_strides);
    m_state.bind(m_stream + "/order", {DataType::i32, std::ssize(m_slots), 1, m_slots.data()}).take();
}

void SampleWindow::bring(std::int64_t first, std::int64_t count)
{
    if (first >= m_begin && first + count <= m_end)
        return;
    m_begin = first;
    m_end = std::min(first + m_size, std::ssize(m_order));
    const auto sampleAt = [&](std::int64_t place) { return m_order[static_cast<std::size_t>(place)]; };
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const data::Field& field = *m_fields[i];
        data::NewField& window = m_windows[i];
        if (m_mapped) // all at once, so that the disk is asked for the next before the last one came
            for (std::int64_t place = m_begin; place < m_end; ++place)
                willRead(field.sample(sampleAt(place)));
        parallelFor(m_end - m_begin, 16, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t place = m_begin + begin; place < m_begin + end; ++place) {
                const std::span<const std::byte> sample = field.sample(sampleAt(place));
                const std::int64_t slot = place % m_size * m_strides;
                std::memcpy(window.bytes + slot * field.spec.strideBytes(), sample.data(), sample.size());
            }
        });
        m_state
            .bind(m_stream + '/' + field.spec.name,
                  {field.spec.type, window.field.count, field.spec.shape.elements(), window.field.bytes.get(), field.spec.stride})
            .take();
    }
}

} // namespace netsmith::train
