#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace netsmith::train {

/// Decides when checkpoints are written: rarely enough to take at most a twentieth of a run's time, and otherwise often enough that
/// a crash loses at most half a minute. If both are impossible, less is written.
class CheckpointPacer {
public:
    static constexpr double largestShare = 0.05;
    static constexpr double longestLoss = 30.0; ///< seconds

    /// `now` returns seconds since some moment; empty: the steady clock's. `every`: steps between two, whatever the cost; 0: by the
    /// clock. `step`: the step that the run resumes from, which has a checkpoint.
    CheckpointPacer(std::function<double()> now, std::int64_t every, std::int64_t step);

    /// Whether `count` checkpoints may be written now.
    bool mayWrite(std::int64_t count) const;
    /// Whether one is due in the middle of an epoch, for resuming after a crash.
    bool isDue(std::int64_t step) const;
    /// How many steps may be taken from this one before one is due by step count; none if the clock decides.
    std::optional<std::int64_t> stepsLeft(std::int64_t step) const;
    /// Runs the writing of `count` checkpoints, the newest of this step, and records how long it took.
    void write(std::int64_t count, std::int64_t step, const std::function<void()>& work);

    /// The most that a crash loses, in seconds of training, if a checkpoint takes this long to write.
    static double lossFor(double secondsToWrite);

private:
    std::function<double()> m_now;
    std::int64_t m_every;
    double m_began;
    double m_spent = 0.0; ///< writing
    double m_each = 0.0; ///< seconds that the last one took
    double m_last; ///< when something was written
    std::int64_t m_lastStep;
};

} // namespace netsmith::train
