#pragma once

#include "engine/layers/registry.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"

#include <QtTest>

#include <memory>

namespace netsmith::gui {

/// A document with a canvas in a window of 1000 × 700, at 100 %, with mouse and keyboard.
class CanvasFixture {
public:
    CanvasFixture();

    Document document;
    Canvas canvas;

    /// input_1 → conv2d_1 → flatten_1 → dense_1, in a row from (0, 0), 170 apart, with free ground below.
    void openChain();
    void open(const Graph& graph);

    const Graph& graph() const { return document.graph(); }
    const Node& node(const char* id) const { return *document.graph().find(id); }
    NodeItem& item(const char* id) { return *canvas.network().node(id); }
    bool wired(const char* from, const char* to) const;
    int steps() { return document.undoStack().count(); }
    std::set<std::string> selected() { return document.selection().nodes(); }

    /// Whether any nodes overlap.
    bool overlapping() const;
    /// From a node; null if the loss is on another one, or on none.
    WireItem* wireToLoss(const char* node);

    QPoint viewOf(QPointF scene) { return canvas.mapFromScene(scene); }
    QPoint globalOf(QPoint place) { return canvas.viewport()->mapToGlobal(place); }
    QPoint middleOf(const char* id) { return viewOf(item(id).rectangle().center()); }
    QPoint input(const char* id, const char* port = "input") { return viewOf(item(id).portPosition(port, true)); }
    QPoint output(const char* id) { return viewOf(item(id).portPosition("output", false)); }
    /// The middle of the wire between two nodes.
    QPoint wire(const char* from, const char* to);
    /// Free ground, away from every node.
    QPoint ground() { return viewOf({300.0, 250.0}); }

    void press(QPoint at, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton);
    void moveTo(QPoint at, Qt::MouseButtons buttons = Qt::LeftButton);
    void release(QPoint at, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton);
    void click(QPoint at, Qt::KeyboardModifiers modifiers = {});
    /// Press, move and release.
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton);
    /// Like `drag`, without the release.
    void dragOn(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton);
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    void wheel(QPoint at, int steps, Qt::KeyboardModifiers modifiers = {});

    /// The reason shown beside the pointer; empty if there is none.
    QString reason();

    static const LayerSpec& layer(const char* id) { return *layers().find(id); }
};

} // namespace netsmith::gui
