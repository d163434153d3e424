#pragma once

#include "gui/widgets/lists/sectioned_list.h"

#include <QPointer>

namespace netsmith::gui {

class Document;
class DragGhost;

/// The palette's layers. A drag stays within the window (not a system drag, which tests could not drive): the list grabs the mouse,
/// shows a ghost and reports its position.
class LayerList : public SectionedList {
    Q_OBJECT

public:
    explicit LayerList(const Document& document, QWidget* parent = nullptr);
    ~LayerList() override;

Q_SIGNALS:
    void dragMoved(const QPoint& global, const QString& layer);
    void dragEnded(const QPoint& global, const QString& layer);
    void dragCancelled();
    /// A row's context menu was requested, or F2 or Del was pressed on it.
    void menuAsked(const QString& layer, const QPoint& global);
    void renameAsked(const QString& layer);
    void deleteAsked(const QString& layer);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void begin();
    void end();
    void cancel();

    const Document& m_document;
    QString m_pressed; ///< the layer under the pressed mouse button
    QPoint m_pressedAt;
    QPointer<DragGhost> m_ghost; ///< exists while dragging
};

} // namespace netsmith::gui
