#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

namespace netsmith::gui {

class Canvas;
class StepsPanel;

/// Shows on the canvas where the panel is in a training step, with each layer's numbers so far as a picture.
class StepsOnCanvas : public QObject {
    Q_OBJECT

public:
    /// `mayDraw`: whether the pictures at the nodes are not needed for anything else.
    StepsOnCanvas(StepsPanel& panel, Canvas& canvas, std::function<bool()> mayDraw, QObject* parent);

    void renew();

private:
    QPointer<StepsPanel> m_panel;
    QPointer<Canvas> m_canvas;
    std::function<bool()> m_mayDraw;
    bool m_hasDrawn = false;
};

} // namespace netsmith::gui
