#pragma once

#include "engine/backend/communicator.h"
#include "engine/cluster/cluster.h"

#include <mpi.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace netsmith::cluster {

using Clock = std::chrono::steady_clock; ///< a machine's date may be set while ranks train

/// Ranks that exchange messages over MPI. Sums are made of messages between pairs, not by MPI's own collective calls: these wait
/// for ever for a rank that is lost, can't say which one it is, and add in an order of their own. A second thread gives signs of
/// life.
class MpiCommunicator final : public Communicator {
public:
    /// MPI has been started.
    explicit MpiCommunicator(const ClusterOptions& options);
    ~MpiCommunicator() override;

    int rank() const override { return m_rank; }
    int size() const override { return m_size; }
    Expected<void> allReduce(std::span<float> numbers) override { return sum(numbers); }
    Expected<void> allReduce(std::span<double> numbers) override { return sum(numbers); }
    Expected<void> allGather(std::span<const std::byte> own, std::span<std::byte> all) override;
    Expected<void> broadcast(std::span<std::byte> bytes, int root) override;
    void leave(std::string_view why) override;
    std::optional<double> seconds() const override { return std::chrono::duration<double>(m_waited).count(); }
    std::optional<Error> problem() const override { return m_problem; }

    const std::string& host(int rank) const { return m_hosts[static_cast<std::size_t>(rank)]; }
    /// Ends the signs of life; before MPI ends.
    void end();

private:
    class Transfer;

    template <class T>
    Expected<void> sum(std::span<T> numbers);
    void readSigns();
    void giveSigns(const std::stop_token& stop);
    Error lost(int rank) const;
    Error left(int rank, const std::string& why) const;

    const ClusterOptions m_options;
    MPI_Comm m_data = MPI_COMM_NULL;
    MPI_Comm m_signs = MPI_COMM_NULL;
    int m_rank = 0;
    int m_size = 1;
    std::vector<std::string> m_hosts;
    std::vector<std::byte> m_scratch;
    std::optional<Error> m_problem; ///< of the first call that failed
    bool m_hasLeft = false;
    Clock::duration m_waited{};

    std::mutex m_mutex; ///< MPI is called by one thread at a time; also of what follows
    std::vector<Clock::time_point> m_seen; ///< when each rank last gave a sign
    std::vector<std::optional<std::string>> m_left; ///< why each rank has left, if it has
    std::condition_variable_any m_wake;
    std::jthread m_signing;
};

} // namespace netsmith::cluster
