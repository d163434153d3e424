#pragma once

#include "engine/graph/layer_spec.h"

#include <QWidget>

namespace netsmith::gui {

/// The node to be, drawn beside the pointer while a layer is dragged across the window.
class DragGhost : public QWidget {
    Q_OBJECT

public:
    DragGhost(const LayerSpec& layer, QWidget* window);
    void follow(const QPoint& global);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const LayerSpec& m_layer;
};

} // namespace netsmith::gui
