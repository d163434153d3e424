#pragma once

#include "gui/canvas/canvas_look.h"
#include "gui/document/annotations.h"

#include <QGraphicsItem>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QGraphicsScene;

namespace netsmith::gui {

/// The graphics item of a frame or a note.
class AnnotationItem final : public QGraphicsItem {
public:
    struct Face {
        QRectF rectangle;
        QString text;
        Token token = Token::textMuted; ///< of a frame
        bool isFrame = false;
        bool operator==(const Face&) const = default;
    };

    explicit AnnotationItem(CanvasLook& look);
    ~AnnotationItem() override;

    void show(const Face& face);
    const Face& face() const { return m_face; }
    /// Updates to a changed theme.
    void renew();
    /// In scene units.
    const QRectF& rectangle() const { return m_face.rectangle; }
    void setSelection(bool selected);
    bool hasSelection() const { return m_selected; }
    void setHovered(bool hovered);
    void setShown(bool shown);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    class Title;

    void paintFrame(QPainter& painter, double scale) const;
    void paintNote(QPainter& painter, double scale) const;
    void paintHandles(QPainter& painter, double scale) const;

    CanvasLook& m_look;
    Face m_face;
    std::unique_ptr<Title> m_title; ///< of a frame
    bool m_selected = false;
    bool m_hovered = false;
};

/// The frames and notes of a graph in the scene: frames below everything, notes above the wires.
class AnnotationLayer final {
public:
    AnnotationLayer(QGraphicsScene& scene, CanvasLook& look);
    ~AnnotationLayer();
    AnnotationLayer(const AnnotationLayer&) = delete;
    AnnotationLayer& operator=(const AnnotationLayer&) = delete;

    /// Shows those of a graph, which may be another than the document's.
    void show(const Graph& graph);
    void select(const Annotations& annotations);
    void hover(const std::optional<AnnotationRef>& ref);
    void renew();

    /// Null if there is none.
    const AnnotationItem* item(const AnnotationRef& ref) const;
    const std::map<std::string, std::unique_ptr<AnnotationItem>>& frames() const { return m_frames; }
    const std::vector<std::unique_ptr<AnnotationItem>>& notes() const { return m_notes; }
    /// The bounding rectangle of all; empty if there are none.
    QRectF rectangle() const;

    /// A frame or a note at a position.
    struct Hit {
        AnnotationRef ref;
        Qt::Edges edges; ///< the edges to resize; none: the whole
    };
    std::optional<Hit> noteAt(QPointF position, double reach) const;
    /// A frame at its edge or its title: its contents stay clickable.
    std::optional<Hit> frameAt(QPointF position, double reach) const;

private:
    AnnotationItem* find(const AnnotationRef& ref) const;

    QGraphicsScene& m_scene;
    CanvasLook& m_look;
    std::map<std::string, std::unique_ptr<AnnotationItem>> m_frames;
    std::vector<std::unique_ptr<AnnotationItem>> m_notes;
    std::optional<AnnotationRef> m_hovered;
};

/// The edges of a rectangle that are within `reach` of a position at or near it.
Qt::Edges edgesAt(const QRectF& rectangle, QPointF position, double reach);

} // namespace netsmith::gui
