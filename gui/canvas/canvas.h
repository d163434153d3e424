#pragma once

#include "gui/canvas/gestures/gesture.h"
#include "gui/canvas/items/annotation_layer.h"
#include "gui/canvas/network_tint.h"
#include "engine/graph/auto_layout.h"
#include "gui/document/document.h"
#include "gui/document/freezing.h"

#include <QGraphicsView>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

class QAction;
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
struct NetworkPictures;
struct NetworkTrail;
struct Hit;
class NodeItem;
class NoteField;
class PictureLegend;
class WireItem;

/// The network editor: nodes and wires, edited with mouse, touchpad and keyboard. Its keys work while it has the focus.
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
    /// The wire that a layer dragged with its corner to this position would be inserted into; null if none. `node`: the layer, if
    /// it is in the network.
    WireItem* wireFor(const LayerSpec& layer, QPointF corner, const std::string& node = {}) const;
    /// Null if there is no such node or its layer is unknown.
    const LayerSpec* layerOf(const std::string& node) const;

    /// 1 is 100 %: a node at its design size for the chosen text size.
    double zoom() const { return m_zoom; }
    /// Logical pixels per scene unit.
    double scale() const;
    void setZoom(double zoom, std::optional<QPoint> around = std::nullopt);
    void panBy(QPoint by);
    /// Centres the view on a position.
    void showPart(QPointF middle);
    /// Places the minimap after its size has changed.
    void placeMinimap();

    /// Adds a layer: after the selected node, else at a free position in view. Returns its id.
    std::string addLayer(const QString& layer);
    /// Adds a layer centred at a position, inserted into the wire there, if any. Returns an empty id if there is no such layer.
    std::string dropLayer(const QString& layer, QPointF scenePosition);
    /// Adds the layer chosen after `quickAddRequested`: at the end of the wire from a port, after a flatten if `withAdapter`;
    /// without a port like `dropLayer`.
    std::string addPicked(const QString& layer, QPointF scenePosition, const std::optional<PortRef>& from, bool withAdapter);

    /// Previews a layer dragged over the window. Returns whether it can be dropped here.
    bool layerDragMoved(QPoint globalPosition, const QString& layer);
    /// Adds the layer if it was dropped on the canvas. Returns whether it was.
    bool layerDragEnded(QPoint globalPosition, const QString& layer);
    void layerDragCancelled();

    /// Opens the block of a node. Returns false if it isn't a block node.
    bool openBlock(const std::string& node);

    /// Colours nodes by measured values, with a legend; none: no colours.
    void setTint(std::optional<NetworkTint> own, TintSource source);
    /// Shows pictures at nodes, with a legend of their colours; none: no pictures.
    void setPictures(NetworkPictures pictures);
    /// Marks a walk through the network; none: nothing is marked.
    void setTrail(std::optional<NetworkTrail> trail);
    /// Adds a button for an action or its menu beside those for the zoom.
    void addButton(QAction& action);

    bool canPaste() const;
    /// Selects the next node whose title, layer or id contains the text, and scrolls to it. Returns false if there is none.
    bool findNode(const QString& text, bool backwards = false);

    /// While a wire or a node is dragged.
    void showReason(QPoint viewPosition, const QString& reason);
    void hideReason();
    /// Shows why an action isn't possible, until the next action.
    void refuse(const QString& reason);

public Q_SLOTS:
    void selectAll();
    void copy();
    void cut();
    void paste();
    void duplicate();
    void deleteSelection();
    void autoLayout(netsmith::LayoutDirection direction);
    void fitAll();
    void fitSelection();
    void zoomIn();
    void zoomOut();
    void zoomReset();
    void renameSelected();
    void openFind();
    /// Adds a note at the pointer, or in the centre of the view, and opens its text for editing.
    void addNote();
    /// Adds a frame around the selection and opens its title for editing.
    void addFrame();
    /// Makes a block of the selected nodes and opens its name for editing.
    void makeBlock();
    /// Replaces the selected block by its layers.
    void takeApart();
    void openSelectedBlock();
    /// Returns to the graph around the open block.
    void leaveBlock();
    /// Opens the name of the selected block for editing; it is the same at all of its places.
    void renameSelectedBlock();
    /// Freezes or unfreezes the selected nodes, or everything before them.
    void freeze(netsmith::gui::Freezing what);
    /// Trains the selected nodes, and what follows them, in a second phase.
    void fineTune();

Q_SIGNALS:
    /// A layer is to be chosen: for a position on the background or on a wire, or for the loose end of a wire from a port.
    /// `addPicked` adds it.
    void quickAddRequested(QPoint globalPosition, QPointF scenePosition, std::optional<netsmith::PortRef> from);
    void objectiveActivated(int objective);
    /// A node's picture is to be shown large; `node`: its path in the network.
    void pictureActivated(const std::string& node);
    void zoomChanged(double zoom);
    /// Fine-tuning was arranged, as the sentence says.
    void fineTuningArranged(const QString& sentence);
    /// A sentence for the status bar: why an action wasn't possible.
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
    QString tipOf(const Hit& hit) const;
    QString measuredText(const NodeItem& node) const;

    bool pressEditKey(QKeyEvent* event);
    bool pressViewKey(QKeyEvent* event);
    bool pressArrow(QKeyEvent* event);
    void nudge(QPointF by);
    /// A stop of the Tab key: a node, or else a frame or a note.
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
    void openPicture(const std::string& node);
    void fillBlockMenu(QMenu& menu);
    void fillFreezingMenu(QMenu& menu);
    void fillWireMenu(QMenu& menu, const Hit& hit, const Pointer& pointer);
    void fillGroundMenu(QMenu& menu, const Pointer& pointer);

    void follow(const Change& change);
    void showFromStart();
    /// Restores the last view of the graph that was opened.
    void showPlace();
    std::string onlySelected() const;
    /// Whether a layer may be added here; if not, shows why.
    bool mayAdd(const LayerSpec& layer);
    void applyZoom();
    /// How close to a wire a layer must be dropped to be inserted.
    double wireReach() const;
    /// Where a dragged layer would be dropped, and into which wire.
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
    /// `mergeKey`: of the undo step that the new title belongs to; empty: a separate step.
    void editFrame(const std::string& frame, const QString& mergeKey = {});
    /// Opens the text field of the selected frame or note. Returns false unless exactly one is selected.
    bool editAnnotation();
    /// Whether the open graph may have frames and notes; if not, shows why.
    bool mayAnnotate();
    void writeNoteAt(QPointF scenePosition);
    void fillAnnotationMenu(QMenu& menu);
    void showPlaceOf(const QRectF& rectangle);
    void fit(const QRectF& rectangle, double mostZoomed);
    double fittingZoom(const QRectF& rectangle) const;
    void centerOnFitted(const QRectF& rectangle);
    /// After the window was resized: keeps the whole network in view, no smaller than necessary.
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
    bool m_byKeyboard = false; ///< the focus came by keyboard, so it is shown
    QPoint m_pointer;
    bool m_fitsWindow = true; ///< the whole network is shown, also after the window is resized
    std::string m_hoveredNode;
    std::optional<Edge> m_hoveredWire;
    Qt::CursorShape m_hoverCursor = Qt::ArrowCursor;
    std::string m_place; ///< the place that is shown
    /// The last views of other places.
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
    std::array<std::optional<NetworkTint>, tintSources> m_tints; ///< of each source
    TintLegend* m_legend;
    PictureLegend* m_pictureLegend;
    FindBar* m_findBar;
    Minimap* m_minimap;
    RenameField* m_renameField;
    NoteField* m_noteField;
    EmptyHint* m_emptyHint;
    QLabel* m_reason;
};

} // namespace netsmith::gui
