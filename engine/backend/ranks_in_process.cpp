#include "engine/backend/communicator.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace netsmith {
namespace {

/// Where the ranks meet: each shows its memory, then all read from each other's.
class MeetingPlace {
public:
    explicit MeetingPlace(int ranks)
        : m_shown(static_cast<std::size_t>(ranks))
    {
    }

    int ranks() const { return static_cast<int>(m_shown.size()); }
    /// What a rank shows, between two meetings.
    std::span<const std::byte> shown(int rank) const { return m_shown[static_cast<std::size_t>(rank)]; }
    void show(int rank, std::span<const std::byte> bytes) { m_shown[static_cast<std::size_t>(rank)] = bytes; }

    /// Until all ranks are here.
    Expected<void> meet()
    {
        std::unique_lock lock(m_mutex);
        const std::int64_t meeting = m_meeting;
        if (++m_here == ranks()) {
            m_here = 0;
            ++m_meeting;
            m_changed.notify_all();
        }
        m_changed.wait(lock, [&] { return m_meeting != meeting || m_left; });
        if (m_meeting != meeting)
            return {};
        --m_here;
        return rankHasLeft();
    }

    void leave()
    {
        const std::lock_guard lock(m_mutex);
        m_left = true;
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::span<const std::byte>> m_shown;
    int m_here = 0;
    std::int64_t m_meeting = 0; ///< how many there were
    bool m_left = false;
};

class RankInProcess final : public Communicator {
public:
    RankInProcess(std::shared_ptr<MeetingPlace> place, int rank)
        : m_place(std::move(place))
        , m_rank(rank)
    {
    }

    int rank() const override { return m_rank; }
    int size() const override { return m_place->ranks(); }

    Expected<void> allReduce(std::span<float> numbers) override { return sum(numbers); }
    Expected<void> allReduce(std::span<double> numbers) override { return sum(numbers); }

    Expected<void> allGather(std::span<const std::byte> own, std::span<std::byte> all) override
    {
        m_place->show(m_rank, own);
        if (auto met = m_place->meet(); !met)
            return met;
        for (int rank = 0; rank < size(); ++rank)
            std::ranges::copy(m_place->shown(rank), all.begin() + std::ssize(own) * rank);
        return m_place->meet();
    }

    Expected<void> broadcast(std::span<std::byte> bytes, int root) override
    {
        m_place->show(m_rank, bytes);
        if (auto met = m_place->meet(); !met)
            return met;
        if (m_rank != root)
            std::ranges::copy(m_place->shown(root), bytes.begin());
        return m_place->meet();
    }

    void leave(std::string_view) override { m_place->leave(); }

private:
    /// Each rank adds up a stretch of its own and leaves it in the memory of all: nothing is read there that another one writes.
    template <class T>
    Expected<void> sum(std::span<T> numbers)
    {
        m_place->show(m_rank, std::as_bytes(numbers));
        if (auto met = m_place->meet(); !met)
            return met;
        const auto ranks = static_cast<std::size_t>(size()), own = static_cast<std::size_t>(m_rank);
        const std::size_t begin = numbers.size() * own / ranks, end = numbers.size() * (own + 1) / ranks;
        const auto ofRank = [&](int rank) { // the memory is that of a span that its rank may write
            return const_cast<T*>(reinterpret_cast<const T*>(m_place->shown(rank).data()));
        };
        T* total = ofRank(0);
        for (int rank = 1; rank < size(); ++rank)
            for (std::size_t i = begin; i < end; ++i)
                total[i] += ofRank(rank)[i];
        for (int rank = 1; rank < size(); ++rank)
            std::copy(total + begin, total + end, ofRank(rank) + begin);
        return m_place->meet();
    }

    std::shared_ptr<MeetingPlace> m_place;
    int m_rank;
};

} // namespace

Error rankHasLeft()
{
    return Error(
        ErrorKind::failed,
        NS_MESSAGE("ranks.left", "another rank of this training has ended, and its gradients are missing; resume with all ranks"));
}

std::vector<std::unique_ptr<Communicator>> ranksInProcess(int count)
{
    const auto place = std::make_shared<MeetingPlace>(count);
    std::vector<std::unique_ptr<Communicator>> ranks;
    for (int rank = 0; rank < count; ++rank)
        ranks.push_back(std::make_unique<RankInProcess>(place, rank));
    return ranks;
}

} // namespace netsmith
