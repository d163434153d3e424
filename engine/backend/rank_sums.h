#pragma once

#include "engine/backend/communicator.h"

namespace netsmith {

/// What ranks that normalise over the samples of all of them tell each other about their own: as many numbers of two kinds as there
/// are channels. The exchange allocates nothing once it was done.
class RankSums {
public:
    /// `silent`: this rank has no sample of the batch, and nothing it says counts. The communicator outlives this; it is null where
    /// nothing is run.
    RankSums(Communicator* ranks, std::int64_t channels, bool silent);

    std::span<double> first() { return std::span(m_own).subspan(1, m_channels); }
    std::span<double> second() { return std::span(m_own).subspan(1 + m_channels); }
    double rows() const { return m_own[0]; }
    /// First the means, then the squared deviations from them, of this many rows: those of all rows of all ranks (Chan, Golub,
    /// LeVeque 1979), in the order of the ranks.
    Expected<void> joinMoments(std::int64_t rows);
    /// First and second become their sums over the ranks.
    Expected<void> add(std::int64_t rows);

private:
    Communicator* m_ranks;
    std::size_t m_channels;
    bool m_silent;
    std::vector<double> m_own; ///< the rows, then both kinds
    std::vector<double> m_all; ///< of each rank
};

} // namespace netsmith
