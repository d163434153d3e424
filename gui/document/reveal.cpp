#include "gui/document/reveal.h"

#include "gui/document/document.h"

namespace netsmith::gui {

bool revealLayer(Document& document, const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    const std::string place = slash == std::string::npos ? std::string() : path.substr(0, slash);
    const std::string id = slash == std::string::npos ? path : path.substr(slash + 1);
    if (!document.open(place) || !document.graph().find(id))
        return false;
    document.selection().reveal(id);
    return true;
}

} // namespace netsmith::gui
