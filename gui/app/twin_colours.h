#pragma once

#include <QObject>
#include <QPointer>

namespace netsmith::gui {

class Canvas;
class TwinPanel;

/// Colours the network by how far the precision twin's copies are apart, for as long as its page wants that: the canvas knows
/// nothing of twins.
class TwinColours : public QObject {
    Q_OBJECT

public:
    TwinColours(TwinPanel& panel, Canvas& canvas, QObject* parent);

private:
    void renew();

    QPointer<TwinPanel> m_panel; // both go before their window
    QPointer<Canvas> m_canvas;
};

} // namespace netsmith::gui
