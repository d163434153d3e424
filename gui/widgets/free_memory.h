#pragma once

namespace netsmith::gui {

/// Gives memory that was freed back to the system. After a training or a twin that is much: the C library keeps what a thread freed
/// for that thread, so that a window used for long would hold what its largest run ever took. To be called on a worker's thread.
void giveBackFreeMemory();

} // namespace netsmith::gui
