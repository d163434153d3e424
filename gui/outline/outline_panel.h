#pragma once

#include "gui/document/document.h"

#include <QWidget>

class QAction;
class QMenu;
class QModelIndex;

namespace netsmith::gui {

class LayerPicker;
class OutlineModel;
class OutlineTree;
class PickerPopup;
class TextLabel;

/// The network as a tree for the keyboard and screen readers: everything that the canvas can do with layers and wires, in the order
/// of the wires. Its keys work while it has the focus.
class OutlinePanel : public QWidget {
    Q_OBJECT

public:
    explicit OutlinePanel(Document& document, QWidget* parent = nullptr);

    /// Only the actions that apply to the current row are enabled.
    QMenu* menu() const { return m_menu; }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAction* addAction(const char* name, const char* iconName, const QKeySequence& keys, void (OutlinePanel::*act)());
    void setTexts();
    void follow(const Change& change);
    /// Applies the document's selection to the tree ...
    void showSelection();
    /// ... and the tree's to the document.
    void selectFromTree();
    void enableActions();
    void activate(const QModelIndex& index);
    /// Along a wire: to the first node after the current one, or before it.
    void followWire(bool forward);
    std::string currentNode() const;
    QPoint placeOfCurrent() const;

    void askConnect();
    void connectTo(const PortRef& target);
    void disconnectWires();
    void askInsert();
    void insertLayer(const QString& layer, bool withAdapter);
    void openBlock();
    void leaveBlock();
    void makeBlock();
    void takeApart();
    void deleteChosen();
    void renameCurrent();

    Document& m_document;
    OutlineModel* m_model;
    OutlineTree* m_tree;
    TextLabel* m_empty;
    QMenu* m_menu;
    PickerPopup* m_targets;
    LayerPicker* m_picker;
    QAction* m_connect;
    QAction* m_disconnect;
    QAction* m_insert;
    QAction* m_open;
    QAction* m_leave;
    QAction* m_make;
    QAction* m_apart;
    QAction* m_rename;
    QAction* m_delete;
    bool m_showing = false; ///< the tree is being updated by code
    bool m_stale = false; ///< the project was edited while the panel was hidden
};

} // namespace netsmith::gui
