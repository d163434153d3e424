#pragma once

#include "engine/ops/control.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace netsmith::train {

/// Chooses the number of steps of a launch, so that it takes about 50 ms: short enough for stopping and progress, long enough that
/// host overhead does not matter. Results do not depend on it.
class LaunchPacer {
public:
    static constexpr double longest = 0.050; // seconds

    /// `fixed`: this many steps each time, for tests; 0: by the clock.
    explicit LaunchPacer(int fixed = 0)
        : m_fixed(fixed)
        , m_steps(std::max(fixed, 1))
    {
    }

    /// `ordered`: this many steps this time, 0 for as many as fit.
    int next(std::int64_t left, int ordered = 0) const
    {
        return static_cast<int>(std::min<std::int64_t>({ordered > 0 ? ordered : m_steps, left, control::maximumSteps}));
    }

    void took(int steps, double seconds)
    {
        if (m_fixed > 0)
            return;
        // Growing by doubling keeps one lucky measurement from making a launch that blocks.
        const double fitting = seconds > 0.0 ? longest * steps / seconds : control::maximumSteps;
        m_steps = std::clamp(static_cast<int>(std::min(fitting, 2.0 * m_steps)), 1, control::maximumSteps);
    }

private:
    int m_fixed;
    int m_steps;
};

/// Seconds since construction.
class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - m_begin).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_begin = Clock::now();
};

} // namespace netsmith::train
