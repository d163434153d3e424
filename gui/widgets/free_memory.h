#pragma once

namespace netsmith::gui {

/// Returns freed memory to the system. After training or a twin, that is much: the C library keeps memory that a thread freed for
/// that thread, so that the process would hold the peak of its largest run. Call it on the worker's thread.
void giveBackFreeMemory();

} // namespace netsmith::gui
