#include "gui/widgets/guarded.h"

#include <exception>
#include <new>

namespace netsmith::gui {

void guarded(const std::function<void()>& body, const std::function<void(const Error&)>& failed)
{
    try {
        body();
    } catch (const Error& error) {
        failed(error);
    } catch (const std::bad_alloc&) {
        failed(Error(ErrorKind::resources,
                     NS_MESSAGE("studio.memory", "not enough memory; choose a smaller batch or close other programs")));
    } catch (const std::exception& exception) { // exceptions of third-party libraries, as an engine error
        failed(Error(ErrorKind::failed, NS_MESSAGE("studio.unexpected", "an unexpected error occurred: {0}"), exception.what()));
    }
}

} // namespace netsmith::gui
