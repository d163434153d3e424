#include "gui/widgets/free_memory.h"

#include <malloc.h>

namespace netsmith::gui {

void giveBackFreeMemory()
{
    malloc_trim(0);
}

} // namespace netsmith::gui
