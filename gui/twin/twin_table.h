#pragma once

#include "engine/twin/twin_values.h"

#include <QTreeWidget>

namespace netsmith::gui {

/// The layers at one moment: how far the copies are apart, and what the low one lost.
class TwinTable : public QTreeWidget {
    Q_OBJECT

public:
    explicit TwinTable(QWidget* parent = nullptr);

    /// The chosen layer stays chosen.
    void setMoment(const twin::TwinMoment& moment);
    /// As in `TwinLayer`; empty where none is chosen.
    std::string chosen() const;
    void retranslate();

protected:
    /// Its heading included, for which Qt leaves too little room.
    int sizeHintForColumn(int column) const override;

private:
    void keepRows(const twin::TwinMoment& moment);
};

} // namespace netsmith::gui
