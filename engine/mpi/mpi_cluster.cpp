#include "engine/mpi/mpi_communicator.h"

namespace netsmith::cluster {
namespace {

class MpiCluster final : public Cluster {
public:
    explicit MpiCluster(const ClusterOptions& options)
        : m_communicator(options)
    {
        MPI_Comm here = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
        MPI_Comm_size(here, &m_ranksHere);
        MPI_Comm_free(&here);
    }

    Communicator& ranks() override { return m_communicator; }
    const std::string& host(int rank) const override { return m_communicator.host(rank); }
    int ranksHere() const override { return m_ranksHere; }
    void finish() override
    {
        m_communicator.end();
        MPI_Finalize();
    }

private:
    MpiCommunicator m_communicator;
    int m_ranksHere = 1;
};

Expected<std::unique_ptr<Cluster>> join(const ClusterOptions& options)
{
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS)
        return Error(ErrorKind::failed, NS_MESSAGE("cluster.start", "MPI could not start; see what it says above"));
    if (provided < MPI_THREAD_SERIALIZED)
        return Error(
            ErrorKind::failed,
            NS_MESSAGE("cluster.threads", "this MPI can't be called by several threads; use one that can, such as Open MPI 4"));
    return std::unique_ptr<Cluster>(std::make_unique<MpiCluster>(options));
}

} // namespace
} // namespace netsmith::cluster

extern "C" __attribute__((visibility("default")))
const netsmith::cluster::ClusterModule netsmithCluster{NETSMITH_BUILD_ID, &netsmith::cluster::join};
