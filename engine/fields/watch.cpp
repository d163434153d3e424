#include "engine/fields/watch.h"

#include "engine/core/error.h"

namespace netsmith::data {

void Watch::throwIfStopped() const
{
    if (stop.stop_requested())
        throw Error(ErrorKind::failed, NS_MESSAGE("data.cancelled", "stopped on request; nothing was changed"));
}

} // namespace netsmith::data
