#pragma once

#include "engine/graph/specs/layer_spec.h"

#include "gui/widgets/tokens.h"

#include <QWidget>

namespace netsmith::gui {

/// A preview of the new node, drawn beside the mouse pointer while a layer is dragged across the window.
class DragGhost : public QWidget {
    Q_OBJECT

public:
    DragGhost(const LayerSpec& layer, QWidget* window);
    void follow(const QPoint& global);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    QString m_icon;
    Token m_token;
};

} // namespace netsmith::gui
