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

/// A frame or a note as it is seen.
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
    /// The theme has changed.
    void renew();
    /// In the scene.
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

/// The frames and notes of a graph on its scene: frames below everything, notes above the wires.
class AnnotationLayer final {
public:
    AnnotationLayer(QGraphicsScene& scene, CanvasLook& look);
    ~AnnotationLayer();
    AnnotationLayer(const AnnotationLayer&) = delete;
    AnnotationLayer& operator=(const AnnotationLayer&) = delete;

    /// As they are in a graph, which need not be the document's.
    void show(const Graph& graph);
    void select(const Annotations& annotations);
    void hover(const std::optional<AnnotationRef>& ref);
    void renew();

    /// Null where there is none.
    const AnnotationItem* item(const AnnotationRef& ref) const;
    const std::map<std::string, std::unique_ptr<AnnotationItem>>& frames() const { return m_frames; }
    const std::vector<std::unique_ptr<AnnotationItem>>& notes() const { return m_notes; }
    /// Around all of them; empty without any.
    QRectF rectangle() const;

    /// What can be taken hold of at a place.
    struct Hit {
        AnnotationRef ref;
        Qt::Edges edges; ///< where its size is taken hold of; none: the whole
    };
    std::optional<Hit> noteAt(QPointF position, double reach) const;
    /// A frame by its edge or its title: what lies in it can be reached.
    std::optional<Hit> frameAt(QPointF position, double reach) const;

private:
    AnnotationItem* find(const AnnotationRef& ref) const;

    QGraphicsScene& m_scene;
    CanvasLook& m_look;
    std::map<std::string, std::unique_ptr<AnnotationItem>> m_frames;
    std::vector<std::unique_ptr<AnnotationItem>> m_notes;
    std::optional<AnnotationRef> m_hovered;
};

/// The edges of a rectangle that lie within a reach of a place at or near it.
Qt::Edges edgesAt(const QRectF& rectangle, QPointF position, double reach);

} // namespace netsmith::gui
