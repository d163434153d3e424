#pragma once

#include "engine/inspect/profiler/training_profile.h"

#include <QTreeWidget>

namespace netsmith::gui {

/// What each layer costs in a step; sorted by a click on a heading.
class LayerCostTable : public QTreeWidget {
    Q_OBJECT

public:
    explicit LayerCostTable(QWidget* parent = nullptr);

    void show(const inspect::TrainingProfile& profile);
    /// Of all its columns.
    int wholeWidth() const;

Q_SIGNALS:
    /// A row was double-clicked, or Enter pressed on it.
    void layerAsked(const std::string& layer);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// Includes the header, for which Qt leaves too little room.
    int sizeHintForColumn(int column) const override;

private:
    void retranslate();
    void fitHeight();
};

} // namespace netsmith::gui
