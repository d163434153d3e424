#include "engine/store/checkpoint_queue.h"

#include <algorithm>
#include <set>

namespace netsmith {

void CheckpointQueue::add(std::int64_t step, CheckpointFiles files, KeptCheckpoints kept)
{
    m_kept = std::move(kept);
    m_waiting.insert_or_assign(step, std::move(files));
    std::set<std::int64_t> all;
    for (const auto& [waiting, content] : m_waiting)
        all.insert(waiting);
    for (const std::int64_t written : m_store.steps())
        all.insert(written);
    const std::vector<std::int64_t> staying = keptOf({all.begin(), all.end()}, m_kept);
    std::erase_if(m_waiting, [&](const auto& one) { return std::ranges::find(staying, one.first) == staying.end(); });
}

std::int64_t CheckpointQueue::bytes() const
{
    std::int64_t bytes = 0;
    for (const auto& [step, files] : m_waiting)
        bytes += files.bytes();
    return bytes;
}

void CheckpointQueue::capture()
{
    for (auto& [step, files] : m_waiting) {
        files.weights.capture();
        files.optimizer.capture();
    }
}

void CheckpointQueue::write()
{
    while (!m_waiting.empty()) {
        const auto oldest = m_waiting.begin();
        writeCheckpoint(m_store.folder(), m_store.at(oldest->first).filename().string(), oldest->second).take();
        m_waiting.erase(oldest);
    }
    m_store.removeAllBut(keptOf(m_store.steps(), m_kept));
}

} // namespace netsmith
