#pragma once

#include "gui/canvas/annotation_layer.h"
#include "gui/canvas/gesture.h"
#include "gui/document/auto_layout.h"
#include "gui/document/document.h"

#include <QGraphicsView>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

class QLabel;
class QMenu;
class QTimer;

namespace netsmith::gui {

class BlockBar;
class DropPreview;
class EmptyHint;
class FindBar;
class Minimap;
class NetworkScene;
class RenameField;
class TintLegend;
class ZoomBar;
struct NetworkTint;
struct Hit;
class NodeItem;
class NoteField;
class WireItem;

/// The network as a person draws it: nodes and wires, edited with the mouse, the touchpad and the keys. Its keys act while it has
/// the focus.
class Canvas : public QGraphicsView {
    Q_OBJECT

public:
    static constexpr double leastZoom = 0.1;
    static constexpr double mostZoom = 4.0;

    explicit Canvas(Document& document, QWidget* parent = nullptr);
    ~Canvas() override;

    Document& document() { return m_document; }
    const LayerBook& layers() const { return m_document.layers(); }
    NetworkScene& network() { return *m_network; }
    /// The wire into which a layer would go whose corner is dragged there; null on free ground. `node`: the layer, if it is in the
    /// network.
    WireItem* wireFor(const LayerSpec& layer, QPointF corner, const std::string& node = {}) const;
    /// Null where the node is not there or its layer is not known.
    const LayerSpec* layerOf(const std::string& node) const;

    /// 1 is 100 %: a node as large as its design at the chosen text size.
    double zoom() const { return m_zoom; }
    /// Logical pixels for a scene unit.
    double scale() const;
    void setZoom(double zoom, std::optional<QPoint> around = std::nullopt);
    void panBy(QPoint by);
    /// Brings a place to the middle of what is seen.
    void showPart(QPointF middle);
    /// The minimap has another size.
    void placeMinimap();

    /// Adds a layer: behind the selected node, else where there is room in view. Gives its id.
    std::string addLayer(const QString& layer);
    /// Adds a layer with its middle at a place: into the wire that lies there, if any. Empty where there is no such layer.
    std::string dropLayer(const QString& layer, QPointF scenePosition);
    /// Adds what was picked after `quickAddRequested`: at the end of the wire that came from a port, with `withAdapter` behind a
    /// flatten; without a port as `dropLayer`.
    std::string addPicked(const QString& layer, QPointF scenePosition, const std::optional<PortRef>& from, bool withAdapter);

    /// A layer is dragged over the window: shows where it would go. Whether it would.
    bool layerDragMoved(QPoint globalPosition, const QString& layer);
    /// It was let go: adds it if it lies over the canvas. Whether it did.
    bool layerDragEnded(QPoint globalPosition, const QString& layer);
    void layerDragCancelled();

    /// Shows the inside of the block that a node stands for. Whether it stands for one.
    bool openBlock(const std::string& node);

    /// Colours nodes by what is measured at them, and says what the colours tell; nothing: as they are.
    void setTint(const std::optional<NetworkTint>& tint);

    bool canPaste() const;
    /// Selects the next node whose title, layer or id holds the text, and shows it. Whether there is one.
    bool findNode(const QString& text, bool backwards = false);

    /// While a wire or a node is dragged.
    void showReason(QPoint viewPosition, const QString& reason);
    void hideReason();
    /// Says why nothing came of what was asked, until something else is done.
    void refuse(const QString& reason);

public Q_SLOTS:
    void selectAll();
    void copy();
    void cut();
    void paste();
    void duplicate();
    void deleteSelection();
    void autoLayout(netsmith::gui::LayoutDirection direction);
    void fitAll();
    void fitSelection();
    void zoomIn();
    void zoomOut();
    void zoomReset();
    void renameSelected();
    void openFind();
    /// A note where the pointer is, or in the middle of what is seen; its text is asked for at once.
    void addNote();
    /// A frame around what is selected, whose title is asked for at once.
    void addFrame();
    /// The selected nodes become a block, whose name is asked for at once.
    void makeBlock();
    /// The selected block becomes its layers again.
    void takeApart();
    void openSelectedBlock();
    /// Back to where the block that is open stands, one up.
    void leaveBlock();
    /// Asks for the name of the selected block, which it has wherever it stands.
    void renameSelectedBlock();

Q_SIGNALS:
    /// A layer is to be picked: for a place on the ground or on a wire, or for the loose end of a wire that comes from a port.
    /// `addPicked` adds it.
    void quickAddRequested(QPoint globalPosition, QPointF scenePosition, std::optional<netsmith::PortRef> from);
    void objectiveActivated(int objective);
    void zoomChanged(double zoom);
    /// A sentence for the status bar: why nothing came of what was asked.
    void noticed(const QString& sentence);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& area) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    Pointer pointerAt(QPoint viewPosition, Qt::KeyboardModifiers modifiers) const;
    std::unique_ptr<Gesture> gestureFor(const Pointer& pointer);
    void startGesture(std::unique_ptr<Gesture> gesture);
    void moveGesture(const Pointer& pointer);
    void finishGesture(const Pointer& pointer);
    void cancelGesture();
    void scrollWithGesture();
    void hover(const Pointer& pointer);
    void leaveHover();
    void showCursor();
    void showToolTip(QPoint viewPosition, QPoint globalPosition);
    QString measuredText(const NodeItem& node) const;

    bool pressEditKey(QKeyEvent* event);
    bool pressViewKey(QKeyEvent* event);
    bool pressArrow(QKeyEvent* event);
    void nudge(QPointF by);
    /// What Tab leads to: a node, or else a frame or a note.
    struct Stop {
        std::string node;
        AnnotationRef annotation;
    };
    std::vector<Stop> stops() const;
    bool isOnlySelected(const Stop& stop) const;
    void stopAt(const Stop& stop);
    void followWire(int way);

    QMenu* menuFor(const Hit& hit, const Pointer& pointer);
    void fillNodeMenu(QMenu& menu, const Hit& hit);
    void fillBlockMenu(QMenu& menu);
    void fillWireMenu(QMenu& menu, const Hit& hit, const Pointer& pointer);
    void fillGroundMenu(QMenu& menu, const Pointer& pointer);

    void follow(const Change& change);
    void showFromStart();
    /// Another graph was opened: as it was seen last.
    void showPlace();
    std::string onlySelected() const;
    /// Whether a layer may be added here; says why not.
    bool mayAdd(const LayerSpec& layer);
    void applyZoom();
    /// How far from a wire a layer may be let go to go into it.
    double wireReach() const;
    /// Where a layer that is dragged to a place is let go, and into which wire.
    struct Drop {
        QPointF corner;
        WireItem* wire = nullptr;
        std::optional<Edge> edge() const;
    };
    Drop dropAt(const LayerSpec& layer, QPointF scenePosition) const;
    void removeSelection(const QString& step);
    void pasteAt(QPointF scenePosition);
    void pasteText(const QString& text, std::optional<QPointF> corner, QPointF offset, const QString& step);
    void rename(const std::string& node);
    void openRenameField(const QRectF& place, const QString& title, const QString& untitled,
                         std::function<void(const QString&)> rename);
    void openNoteField(const QRectF& place, const QString& text, std::function<void(const QString&)> write);
    void leaveFields();
    void editNote(std::size_t note);
    /// `mergeKey`: of the step that its new title belongs to; empty: it is one of its own.
    void editFrame(const std::string& frame, const QString& mergeKey = {});
    /// Opens the field of the only frame or note that is selected. Whether there is one.
    bool editAnnotation();
    /// Whether frames and notes may stand in the graph that is open; says why not.
    bool mayAnnotate();
    void writeNoteAt(QPointF scenePosition);
    void fillAnnotationMenu(QMenu& menu);
    void showPlaceOf(const QRectF& rectangle);
    void fit(const QRectF& rectangle, double mostZoomed);
    double fittingZoom(const QRectF& rectangle) const;
    void centerOnFitted(const QRectF& rectangle);
    /// The window has another size: the whole network is still shown, no smaller than it must be.
    void keepFit();
    void showNode(const std::string& node);
    void retranslate();
    void renewLook();
    int overlaysBelow() const;
    void placeOverlays();

    Document& m_document;
    std::unique_ptr<NetworkScene> m_network;
    std::unique_ptr<Gesture> m_gesture;
    Qt::MouseButton m_gestureButton = Qt::NoButton;
    std::unique_ptr<DropPreview> m_drop;
    double m_zoom = 1.0;
    bool m_spaceHeld = false;
    bool m_pointerInside = false;
    bool m_byKeyboard = false; ///< the focus came with a key, so it is shown
    QPoint m_pointer;
    bool m_fitsWindow = true; ///< the whole network is shown, and goes on to be when the window's size changes
    std::string m_hoveredNode;
    std::optional<Edge> m_hoveredWire;
    Qt::CursorShape m_hoverCursor = Qt::ArrowCursor;
    std::string m_place; ///< that is shown
    /// How the places were seen that were left.
    struct View {
        double zoom = 1.0;
        QPointF middle;
        bool fitsWindow = true;
    };
    std::map<std::string, View> m_views;
    QString m_foundText;
    QTimer* m_scrollTimer;
    QTimer* m_reasonTimer;
    BlockBar* m_blockBar;
    ZoomBar* m_zoomBar;
    TintLegend* m_legend;
    FindBar* m_findBar;
    Minimap* m_minimap;
    RenameField* m_renameField;
    NoteField* m_noteField;
    EmptyHint* m_emptyHint;
    QLabel* m_reason;
};

} // namespace netsmith::gui
