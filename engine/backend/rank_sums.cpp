#include "engine/backend/rank_sums.h"

#include <algorithm>

namespace netsmith {

RankSums::RankSums(Communicator* ranks, std::int64_t channels, bool silent)
    : m_ranks(ranks)
    , m_channels(static_cast<std::size_t>(channels))
    , m_silent(silent)
    , m_own(1 + 2 * m_channels)
    , m_all(ranks ? m_own.size() * static_cast<std::size_t>(ranks->size()) : 0)
{
}

Expected<void> RankSums::joinMoments(std::int64_t rows)
{
    m_own[0] = m_silent ? 0.0 : static_cast<double>(rows);
    if (auto gathered = m_ranks->allGather(std::as_bytes(std::span(m_own)), std::as_writable_bytes(std::span(m_all))); !gathered)
        return gathered;
    std::ranges::fill(m_own, 0.0);
    for (std::size_t at = 0; at < m_all.size(); at += m_own.size()) {
        const auto theirs = std::span(m_all).subspan(at, m_own.size());
        const double count = m_own[0], more = theirs[0];
        if (more == 0.0)
            continue;
        for (std::size_t c = 0; c < m_channels; ++c) {
            const double difference = theirs[1 + c] - first()[c];
            first()[c] += difference * more / (count + more);
            second()[c] += theirs[1 + m_channels + c] + difference * difference * count * more / (count + more);
        }
        m_own[0] += more;
    }
    return {};
}

Expected<void> RankSums::add(std::int64_t rows)
{
    m_own[0] = static_cast<double>(rows);
    if (m_silent)
        std::ranges::fill(m_own, 0.0);
    return m_ranks->allReduce(std::span(m_own));
}

} // namespace netsmith
