#pragma once

#include "engine/core/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace netsmith::inspect {

/// Numbers of samples: a row for each sample, a column for each feature.
struct SampleMatrix {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<float> numbers{}; ///< row by row

    std::span<const float> row(std::int64_t index) const
    {
        return std::span(numbers).subspan(static_cast<std::size_t>(index * columns), static_cast<std::size_t>(columns));
    }
};

/// A place in the plane.
struct PlanePoint {
    double x = 0.0;
    double y = 0.0;
    bool operator==(const PlanePoint&) const = default;
};

/// Throws `embedding.stopped` if a stop was requested.
inline void checkStopped(const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw Error(ErrorKind::failed,
                    Message(NS_MESSAGE("embedding.stopped", "stopped before all samples had their places"))
                        .with({.cause = MessageFacts::Cause::cancelled}));
}

} // namespace netsmith::inspect
