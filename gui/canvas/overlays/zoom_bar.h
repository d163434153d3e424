#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QToolButton;

namespace netsmith::gui {

/// Zoom buttons in a corner of the canvas.
class ZoomBar final : public QWidget {
    Q_OBJECT

public:
    explicit ZoomBar(QWidget* parent);

    void showZoom(double zoom);
    /// Adds a button for an action or its menu, after those for the zoom.
    void addButton(QAction& action);
    /// Takes its size; the added buttons lose their texts where `room` is too narrow for them.
    void fitInto(int room);

Q_SIGNALS:
    void zoomInRequested();
    void zoomOutRequested();
    void resetRequested();
    void fitRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QToolButton* m_out;
    QToolButton* m_reset;
    QToolButton* m_in;
    QToolButton* m_fit;
    QList<QToolButton*> m_added;
    double m_zoom = 1.0;
};

} // namespace netsmith::gui
