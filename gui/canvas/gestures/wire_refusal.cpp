#include "gui/canvas/gestures/wire_refusal.h"

namespace netsmith::gui {

QString WireRefusal::text(WireObjection objection, bool towardsInput)
{
    switch (objection) {
    case WireObjection::sameNode: return tr("A layer cannot feed itself.");
    case WireObjection::sameDirection:
        return towardsInput ? tr("This wire starts at an output: connect it to an input.")
                            : tr("This wire starts at an input: connect it to an output.");
    case WireObjection::cycle: return tr("This would make a cycle: the output would feed its own input.");
    case WireObjection::doubled: return tr("These two layers are already connected.");
    case WireObjection::occupied:
        return tr("This input takes only one wire and already has one: remove that wire first, or combine both with an Add layer.");
    }
    return {};
}

QString WireRefusal::noPort(const QString& node, bool towardsInput)
{
    return towardsInput ? tr("%1 has no input.").arg(node) : tr("%1 has no output.").arg(node);
}

} // namespace netsmith::gui
