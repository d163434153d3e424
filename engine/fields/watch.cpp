#include "engine/fields/watch.h"

#include "engine/core/error.h"

namespace netsmith::data {

void Watch::throwIfStopped() const
{
    if (stop.stop_requested())
        throw Error(ErrorKind::failed,
                    Message(NS_MESSAGE("data.cancelled", "stopped on request; nothing was changed"))
                        .with({.cause = MessageFacts::Cause::cancelled}));
}

} // namespace netsmith::data
