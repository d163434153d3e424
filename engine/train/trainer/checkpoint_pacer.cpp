#include "engine/train/trainer/checkpoint_pacer.h"

#include <algorithm>
#include <chrono>

namespace netsmith::train {
namespace {

/// Within the half minute a launch must finish, and the writing itself.
constexpr double headStart = 2.0;

double steadySeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

CheckpointPacer::CheckpointPacer(std::function<double()> now, std::int64_t every, std::int64_t step)
    : m_now(now ? std::move(now) : steadySeconds)
    , m_every(every)
    , m_began(m_now())
    , m_last(m_began)
    , m_lastStep(step)
{
}

bool CheckpointPacer::mayWrite(std::int64_t count) const
{
    return m_spent + m_each * static_cast<double>(count) <= largestShare * (m_now() - m_began);
}

bool CheckpointPacer::isDue(std::int64_t step) const
{
    if (m_every > 0)
        return step / m_every > m_lastStep / m_every;
    return m_now() - m_last >= longestLoss - headStart - m_each && mayWrite(1);
}

std::optional<std::int64_t> CheckpointPacer::stepsLeft(std::int64_t step) const
{
    if (m_every <= 0)
        return std::nullopt;
    return m_every - step % m_every;
}

void CheckpointPacer::write(std::int64_t count, std::int64_t step, const std::function<void()>& work)
{
    const double began = m_now();
    work();
    m_last = m_now();
    m_lastStep = step;
    m_spent += m_last - began;
    m_each = (m_last - began) / static_cast<double>(std::max<std::int64_t>(count, 1));
}

double CheckpointPacer::lossFor(double secondsToWrite)
{
    return std::max(longestLoss, secondsToWrite / largestShare);
}

} // namespace netsmith::train
