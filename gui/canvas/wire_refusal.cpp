#include "gui/canvas/wire_refusal.h"

namespace netsmith::gui {

QString WireRefusal::text(WireObjection objection, bool towardsInput)
{
    switch (objection) {
    case WireObjection::sameNode: return tr("A layer cannot feed itself.");
    case WireObjection::sameDirection:
        return towardsInput ? tr("This wire comes from an output: it needs an input.")
                            : tr("This wire leads to an input: it needs an output.");
    case WireObjection::cycle: return tr("This would make a cycle: the output would feed its own input.");
    case WireObjection::doubled: return tr("These two are wired already.");
    case WireObjection::occupied:
        return tr("This input takes one wire and has it: take that away first, or join both by an Add layer.");
    }
    return {};
}

QString WireRefusal::noPort(const QString& node, bool towardsInput)
{
    return towardsInput ? tr("%1 has no input.").arg(node) : tr("%1 has no output.").arg(node);
}

} // namespace netsmith::gui
