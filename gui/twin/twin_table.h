#pragma once

#include "engine/twin/twin_values.h"

#include <QTreeWidget>

namespace netsmith::gui {

/// The layers at one moment: how far the copies differ, and what the low precision lost.
class TwinTable : public QTreeWidget {
    Q_OBJECT

public:
    explicit TwinTable(QWidget* parent = nullptr);

    /// The selected layer stays selected.
    void setMoment(const twin::TwinMoment& moment);
    /// As in `TwinLayer`; empty if none is selected.
    std::string chosen() const;
    void retranslate();

protected:
    /// Includes the header, for which Qt leaves too little room.
    int sizeHintForColumn(int column) const override;

private:
    void keepRows(const twin::TwinMoment& moment);
};

} // namespace netsmith::gui
