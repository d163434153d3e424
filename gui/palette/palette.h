#pragma once

#include <QWidget>

class QToolButton;

namespace netsmith::gui {

class BlockMenu;
class Document;
class LayerList;
class LayerPicker;
class SearchField;
class TextLabel;

/// The project's blocks and every layer, by category, to be dragged onto the canvas or added after the selected node. A column of
/// icons when it is narrow.
class Palette : public QWidget {
    Q_OBJECT

public:
    explicit Palette(Document& document, QWidget* parent = nullptr);

    /// For Ctrl+K: focuses the field, or in a column of icons opens a list to pick from.
    void focusSearch();
    bool isCompact() const { return m_compact; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A double click or Enter: to be added after the selected node.
    void layerActivated(const QString& layer);
    void layerDragMoved(const QPoint& global, const QString& layer);
    void layerDragEnded(const QPoint& global, const QString& layer);
    void layerDragCancelled();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTexts();
    void filter(const QString& query);
    void followWidth();

    Document& m_document;
    SearchField* m_search;
    QToolButton* m_find; ///< replaces the field if there is no room for it
    LayerList* m_list;
    TextLabel* m_empty;
    LayerPicker* m_picker;
    BlockMenu* m_blocks;
    QString m_listed; ///< the query of the current list
    bool m_compact = false;
};

} // namespace netsmith::gui
