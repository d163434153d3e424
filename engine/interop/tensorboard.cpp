#include "engine/interop/tensorboard.h"

#include "engine/interop/record.h"

#include <tensorboard_event.pb.h>

#include <cmath>

namespace netsmith::interop {
namespace {

std::string bytesOf(const tensorboard::Event& event)
{
    return recordOf(event.SerializeAsString());
}

} // namespace

std::string eventHead(double wallTime)
{
    tensorboard::Event event;
    event.set_wall_time(wallTime);
    event.set_file_version("brain.Event:2");
    return bytesOf(event);
}

std::string eventRestart(double wallTime, std::int64_t step)
{
    tensorboard::Event event;
    event.set_wall_time(wallTime);
    event.set_step(step);
    event.mutable_session_log()->set_status(tensorboard::SessionLog::START);
    return bytesOf(event);
}

std::string eventRecord(const EventPoint& point)
{
    tensorboard::Event event;
    event.set_wall_time(point.wallTime);
    event.set_step(point.step);
    tensorboard::Summary& summary = *event.mutable_summary();
    for (const auto& [tag, value] : point.values)
        if (std::isfinite(value)) {
            tensorboard::Scalar& scalar = *summary.add_value();
            scalar.set_tag(tag);
            scalar.set_simple_value(static_cast<float>(value));
        }
    return bytesOf(event);
}

} // namespace netsmith::interop
