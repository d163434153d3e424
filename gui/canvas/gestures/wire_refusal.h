#pragma once

#include "gui/document/graph_edits.h"

#include <QCoreApplication>
#include <QString>

namespace netsmith::gui {

/// The reasons shown at the pointer when a wire can't be drawn.
class WireRefusal {
    Q_DECLARE_TR_FUNCTIONS(WireRefusal)

public:
    /// `port`: the wire's target; `towardsInput`: whether it needs an input there.
    static QString text(WireObjection objection, bool towardsInput);
    /// For a node without a port of the needed direction.
    static QString noPort(const QString& node, bool towardsInput);
};

} // namespace netsmith::gui
