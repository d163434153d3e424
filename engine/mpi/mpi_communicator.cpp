#include "engine/mpi/mpi_communicator.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace netsmith::cluster {
namespace {

constexpr int aliveTag = 1; ///< an empty message
constexpr int leftTag = 2; ///< why, as text
constexpr std::size_t longestReason = 1024;
constexpr std::size_t largestMessage = std::size_t{1} << 30; ///< MPI counts in int
constexpr std::size_t smallSum = 4096; ///< bytes that are sent whole to every rank

/// [first, last) of a rank's stretch of numbers that all add up together.
std::pair<std::size_t, std::size_t> stretchOf(std::size_t count, int rank, int ranks)
{
    const auto all = static_cast<std::size_t>(ranks), own = static_cast<std::size_t>(rank);
    return {count * own / all, count * (own + 1) / all};
}

std::string hostName()
{
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    return {name.data(), static_cast<std::size_t>(length)};
}

} // namespace

/// Messages on their way, each between this rank and another one.
class MpiCommunicator::Transfer {
public:
    explicit Transfer(MpiCommunicator& own)
        : m_own(own)
    {
    }
    ~Transfer() { m_own.m_waited += Clock::now() - m_began; }
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    void send(std::span<const std::byte> bytes, int to)
    {
        each(bytes.size(), [&](std::size_t first, int count, MPI_Request& request) {
            MPI_Isend(bytes.data() + first, count, MPI_BYTE, to, 0, m_own.m_data, &request);
        });
        m_ranks.resize(m_requests.size(), to);
        m_received.resize(m_requests.size(), false);
    }
    void receive(std::span<std::byte> bytes, int from)
    {
        each(bytes.size(), [&](std::size_t first, int count, MPI_Request& request) {
            MPI_Irecv(bytes.data() + first, count, MPI_BYTE, from, 0, m_own.m_data, &request);
        });
        m_ranks.resize(m_requests.size(), from);
        m_received.resize(m_requests.size(), true);
    }

    /// Until all have arrived, or one of their ranks has left or given no sign of life for too long.
    Expected<void> wait()
    {
        for (;;) {
            {
                const std::lock_guard lock(m_own.m_mutex);
                int done = 0;
                MPI_Testall(static_cast<int>(m_requests.size()), m_requests.data(), &done, MPI_STATUSES_IGNORE);
                if (done)
                    return {};
                m_own.readSigns();
                const Clock::time_point now = Clock::now();
                const auto patience = m_own.m_options.patience / (m_own.m_options.stop.stop_requested() ? 4 : 1);
                for (std::size_t i = 0; i < m_requests.size(); ++i) {
                    const auto rank = static_cast<std::size_t>(m_ranks[i]);
                    if (m_requests[i] == MPI_REQUEST_NULL)
                        continue;
                    if (m_own.m_left[rank])
                        return fail(m_own.left(m_ranks[i], *m_own.m_left[rank]));
                    if (now - m_own.m_seen[rank] > patience)
                        return fail(m_own.lost(m_ranks[i]));
                }
            }
            std::this_thread::yield();
        }
    }

private:
    template <class Post>
    void each(std::size_t bytes, const Post& post)
    {
        const std::lock_guard lock(m_own.m_mutex);
        for (std::size_t first = 0; first < bytes; first += largestMessage)
            post(first, static_cast<int>(std::min(largestMessage, bytes - first)), m_requests.emplace_back(MPI_REQUEST_NULL));
    }

    /// What still arrives must not be written to memory that is given back.
    Error fail(Error error)
    {
        for (std::size_t i = 0; i < m_requests.size(); ++i)
            if (m_requests[i] != MPI_REQUEST_NULL && m_received[i]) {
                MPI_Cancel(&m_requests[i]);
                MPI_Request_free(&m_requests[i]);
            }
        if (!m_own.m_problem)
            m_own.m_problem = error;
        return error;
    }

    MpiCommunicator& m_own;
    const Clock::time_point m_began = Clock::now();
    std::vector<MPI_Request> m_requests;
    std::vector<int> m_ranks; ///< of each
    std::vector<bool> m_received; ///< whether each receives
};

MpiCommunicator::MpiCommunicator(const ClusterOptions& options)
    : m_options(options)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &m_data);
    MPI_Comm_dup(MPI_COMM_WORLD, &m_signs);
    for (const MPI_Comm communicator : {m_data, m_signs}) // a rank that is lost is noticed here, and no reason to abort
        MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN);
    MPI_Comm_rank(m_data, &m_rank);
    MPI_Comm_size(m_data, &m_size);
    const auto ranks = static_cast<std::size_t>(m_size);
    m_seen.assign(ranks, Clock::now());
    m_left.resize(ranks);
    std::vector<std::array<char, MPI_MAX_PROCESSOR_NAME + 1>> names(ranks);
    const std::string own = hostName();
    std::ranges::copy(own, names[static_cast<std::size_t>(m_rank)].begin());
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, names.data(), sizeof names[0], MPI_BYTE, m_data);
    for (const auto& name : names)
        m_hosts.emplace_back(name.data());
    m_signing = std::jthread([this](const std::stop_token& stop) { giveSigns(stop); });
}

MpiCommunicator::~MpiCommunicator()
{
    end();
}

void MpiCommunicator::end()
{
    m_signing = {};
}

Expected<void> MpiCommunicator::allGather(std::span<const std::byte> own, std::span<std::byte> all)
{
    if (m_problem)
        return *m_problem;
    Transfer transfer(*this);
    for (int rank = 0; rank < m_size; ++rank) {
        const auto place = all.subspan(own.size() * static_cast<std::size_t>(rank), own.size());
        if (rank == m_rank) {
            std::ranges::copy(own, place.begin());
            continue;
        }
        transfer.receive(place, rank);
        transfer.send(own, rank);
    }
    return transfer.wait();
}

Expected<void> MpiCommunicator::broadcast(std::span<std::byte> bytes, int root)
{
    if (m_problem)
        return *m_problem;
    Transfer transfer(*this);
    if (m_rank != root)
        transfer.receive(bytes, root);
    for (int rank = 0; rank < m_size && m_rank == root; ++rank)
        if (rank != root)
            transfer.send(bytes, rank);
    return transfer.wait();
}

/// Each rank adds up a stretch of its own, and sends it to all; a few numbers are added up by each.
template <class T>
Expected<void> MpiCommunicator::sum(std::span<T> numbers)
{
    if (m_problem)
        return *m_problem;
    const bool small = numbers.size_bytes() <= smallSum;
    const auto stretch = [&](int rank) {
        const auto [first, last] = small ? std::pair(std::size_t{0}, numbers.size()) : stretchOf(numbers.size(), rank, m_size);
        return numbers.subspan(first, last - first);
    };
    const std::span<T> own = stretch(m_rank);
    m_scratch.resize(std::max(m_scratch.size(), own.size_bytes() * static_cast<std::size_t>(m_size)));
    const auto ofRank = [&](int rank) {
        return rank == m_rank
            ? own
            : std::span(reinterpret_cast<T*>(m_scratch.data()) + own.size() * static_cast<std::size_t>(rank), own.size());
    };
    Transfer parts(*this);
    for (int rank = 0; rank < m_size; ++rank)
        if (rank != m_rank) {
            parts.receive(std::as_writable_bytes(ofRank(rank)), rank);
            parts.send(std::as_bytes(stretch(rank)), rank);
        }
    if (auto arrived = parts.wait(); !arrived)
        return arrived;

    std::array<T, 2048> total;
    for (std::size_t first = 0; first < own.size(); first += total.size()) { // in the order of the ranks: this one is among them
        const std::size_t count = std::min(total.size(), own.size() - first);
        std::copy_n(ofRank(0).data() + first, count, total.data());
        for (int rank = 1; rank < m_size; ++rank) {
            const T* const part = ofRank(rank).data() + first;
            for (std::size_t i = 0; i < count; ++i)
                total[i] += part[i];
        }
        std::copy_n(total.data(), count, own.data() + first);
    }
    if (small)
        return {};
    Transfer sums(*this);
    for (int rank = 0; rank < m_size; ++rank)
        if (rank != m_rank) {
            sums.receive(std::as_writable_bytes(stretch(rank)), rank);
            sums.send(std::as_bytes(own), rank);
        }
    return sums.wait();
}

void MpiCommunicator::leave(std::string_view why)
{
    const std::lock_guard lock(m_mutex);
    if (m_hasLeft)
        return;
    m_hasLeft = true;
    why = why.substr(0, longestReason);
    for (int rank = 0; rank < m_size; ++rank) {
        if (rank == m_rank || m_left[static_cast<std::size_t>(rank)])
            continue;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(why.data(), static_cast<int>(why.size()), MPI_BYTE, rank, leftTag, m_signs, &request);
        int sent = 0; // a short message leaves at once; nobody waits for a rank that takes none
        for (int tries = 0; tries < 1000 && !sent; ++tries)
            MPI_Test(&request, &sent, MPI_STATUS_IGNORE);
    }
}

/// What has arrived of signs. The mutex is held.
void MpiCommunicator::readSigns()
{
    for (;;) {
        int arrived = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, m_signs, &arrived, &status);
        if (!arrived)
            return;
        int size = 0;
        MPI_Get_count(&status, MPI_BYTE, &size);
        std::string text(static_cast<std::size_t>(size), '\0');
        MPI_Recv(text.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, m_signs, MPI_STATUS_IGNORE);
        const auto rank = static_cast<std::size_t>(status.MPI_SOURCE);
        m_seen[rank] = Clock::now();
        if (status.MPI_TAG == leftTag)
            m_left[rank] = std::move(text);
    }
}

void MpiCommunicator::giveSigns(const std::stop_token& stop)
{
    std::vector<MPI_Request> sent(static_cast<std::size_t>(m_size), MPI_REQUEST_NULL);
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_for(lock, stop, m_options.patience / 16, [] { return false; }) && !stop.stop_requested()) {
        readSigns();
        for (int rank = 0; rank < m_size; ++rank) {
            MPI_Request& request = sent[static_cast<std::size_t>(rank)];
            int done = 0;
            MPI_Test(&request, &done, MPI_STATUS_IGNORE); // one at a time to a rank that takes none
            if (rank != m_rank && done && !m_left[static_cast<std::size_t>(rank)])
                MPI_Isend(nullptr, 0, MPI_BYTE, rank, aliveTag, m_signs, &request);
        }
    }
}

Error MpiCommunicator::lost(int rank) const
{
    return Error(ErrorKind::failed,
                 NS_MESSAGE("cluster.lost",
                            "rank {0} on {1} has given no sign of life for {2} s: it or its machine has stopped, or the network "
                            "between is cut; resume from the last checkpoint"),
                 rank, host(rank), m_options.patience.count() / 1000);
}

Error MpiCommunicator::left(int rank, const std::string& why) const
{
    if (why.empty())
        return Error(ErrorKind::failed,
                     NS_MESSAGE("cluster.left", "rank {0} on {1} has ended before the training; resume from the last checkpoint"),
                     rank, host(rank));
    return Error(ErrorKind::failed, NS_MESSAGE("cluster.left_why", "rank {0} on {1} has ended: {2}"), rank, host(rank), why);
}

} // namespace netsmith::cluster
