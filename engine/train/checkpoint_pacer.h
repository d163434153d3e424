#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace netsmith::train {

/// Says when checkpoints are written: so seldom that it takes at most a twentieth of a run's time, and else so often that a crash
/// loses half a minute at most. Where both can't hold, less is written.
class CheckpointPacer {
public:
    static constexpr double largestShare = 0.05;
    static constexpr double longestLoss = 30.0; ///< seconds

    /// `now` gives seconds since some moment; empty: the steady clock's. `every`: steps between two, whatever that takes;
    /// 0: by the clock. `step`: where the run goes on from, of which there is a checkpoint.
    CheckpointPacer(std::function<double()> now, std::int64_t every, std::int64_t step);

    /// Whether `count` checkpoints may be written now.
    bool mayWrite(std::int64_t count) const;
    /// Whether one is due in the middle of an epoch, to go on from after a crash.
    bool isDue(std::int64_t step) const;
    /// How many steps may be taken from this one before one is due by their count; none where the clock decides.
    std::optional<std::int64_t> stepsLeft(std::int64_t step) const;
    /// Runs what writes `count` checkpoints, the newest of this step, and remembers how long it took.
    void write(std::int64_t count, std::int64_t step, const std::function<void()>& work);

    /// What a crash loses at most, in seconds of training, where a checkpoint takes so long to write.
    static double lossFor(double secondsToWrite);

private:
    std::function<double()> m_now;
    std::int64_t m_every;
    double m_began;
    double m_spent = 0.0; ///< writing
    double m_each = 0.0; ///< seconds that one took, the last time
    double m_last; ///< when something was written
    std::int64_t m_lastStep;
};

} // namespace netsmith::train
