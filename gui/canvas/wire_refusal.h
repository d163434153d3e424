#pragma once

#include "gui/document/graph_edits.h"

#include <QCoreApplication>
#include <QString>

namespace netsmith::gui {

/// The sentences beside the pointer where a wire can't be drawn.
class WireRefusal {
    Q_DECLARE_TR_FUNCTIONS(WireRefusal)

public:
    /// `port` is where the wire would lead; `towardsInput` whether it needs an input there.
    static QString text(WireObjection objection, bool towardsInput);
    /// A node without a port of the direction that is needed.
    static QString noPort(const QString& node, bool towardsInput);
};

} // namespace netsmith::gui
