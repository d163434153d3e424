#pragma once

#include <QObject>
#include <QPointer>

namespace netsmith::gui {

class Canvas;
class TwinPanel;

/// Colours the network by the difference of the precision twin's copies, while its page requests it; the canvas knows nothing about
/// twins.
class TwinColours : public QObject {
    Q_OBJECT

public:
    TwinColours(TwinPanel& panel, Canvas& canvas, QObject* parent);

private:
    void renew();

    QPointer<TwinPanel> m_panel; // both are deleted before their window
    QPointer<Canvas> m_canvas;
};

} // namespace netsmith::gui
