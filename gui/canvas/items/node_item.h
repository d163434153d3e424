#pragma once

#include "gui/canvas/canvas_look.h"
#include "gui/canvas/items/node_face.h"
#include "gui/canvas/network_tint.h"
#include "gui/canvas/node_pictures.h"

#include <QGraphicsItem>
#include <QStaticText>

#include <string>
#include <vector>

namespace netsmith::gui {

class WireItem;

/// The graphics item of a layer; or, with an empty id, of a loss at the network's end.
class NodeItem final : public QGraphicsItem {
public:
    enum { Type = UserType + 1 };

    NodeItem(CanvasLook& look, std::string id);

    int type() const override { return Type; }
    const std::string& id() const { return m_id; }
    QRectF rectangle() const;

    void setPorts(std::vector<std::string> inputs, std::vector<std::string> outputs, bool lastInputIsOptional = false);
    bool hasPorts(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) const
    {
        return m_inputs == inputs && m_outputs == outputs;
    }
    const std::vector<std::string>& inputs() const { return m_inputs; }
    const std::vector<std::string>& outputs() const { return m_outputs; }
    /// In scene units; the middle of that edge if there is no such port.
    QPointF portPosition(const std::string& port, bool input) const;
    /// The port within `reach` of a point in scene units, or the nearest one on that edge if no reach is given, an optional one
    /// only where the point is on it; null if there is none.
    const std::string* portNear(QPointF position, bool input, std::optional<double> reach) const;

    void setKind(Token category, const QString& icon);
    Token category() const { return m_frame.category; }
    void setFace(const NodeFace& face);
    const NodeFace& face() const { return m_face; }
    void setFacts(const NodeFacts& facts) { m_facts = facts; }
    const NodeFacts& facts() const { return m_facts; }
    /// The node's position in the document; a gesture may show it elsewhere.
    void setHome(QPointF home) { m_home = home; }
    QPointF home() const { return m_home; }
    void setSelection(bool selected);
    bool hasSelection() const { return m_frame.selected; }
    void setHovered(bool hovered);
    /// Highlights the port under the pointer; empty: none.
    void setHoveredPort(const std::string& port, bool input);
    void setProblem(std::optional<Severity> severity);
    std::optional<Severity> problem() const;
    /// Null: nothing was measured here.
    void setTint(const NodeTint* tint);
    const std::optional<NodeTint>& tint() const { return m_tint; }

    /// Null: none. `beside`: to the right of the node instead of below it.
    void setPicture(const NodePicture* picture, bool beside);
    const std::optional<NodePicture>& picture() const { return m_picture; }
    /// The place of the picture, or of one that is not there, in scene units.
    QRectF pictureRectangle(bool beside) const;
    QRectF pictureRectangle() const { return m_picture ? pictureRectangle(m_pictureBeside) : QRectF(); }

    /// The wires at its ports, maintained by the scene.
    std::vector<WireItem*>& wires() { return m_wires; }
    const std::vector<WireItem*>& wires() const { return m_wires; }

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// The texts as last painted, after eliding; empty if there were none.
    QString shownTitle() const { return m_laidOut && m_detail != Detail::blocks ? m_title.text() : QString(); }
    QString shownDetails() const
    {
        return m_laidOut && (m_detail == Detail::lines || m_detail == Detail::full) ? m_details.text() : QString();
    }

    /// Updates to changed fonts or colours.
    void layOut();

private:
    void prepareTexts(Detail detail, double growth);
    void paintPicture(QPainter& painter, double scale) const;

    CanvasLook& m_look;
    std::string m_id;
    std::vector<std::string> m_inputs;
    std::vector<std::string> m_outputs;
    QString m_icon;
    NodeFrame m_frame;
    NodeFace m_face;
    NodeFacts m_facts;
    std::optional<NodeTint> m_tint;
    std::optional<NodePicture> m_picture;
    bool m_pictureBeside = false;
    QPointF m_home;
    std::optional<QPointF> m_hoveredPort; ///< in item units
    QStaticText m_title;
    QStaticText m_details;
    QStaticText m_count;
    QPointF m_titlePlace;
    QPointF m_detailsPlace;
    QPointF m_countPlace;
    bool m_laidOut = false;
    Detail m_detail = Detail::full; ///< with the growth: what the texts are laid out for
    double m_growth = 1.0;
    double m_titleGrowth = 1.0; ///< of the title, which shrinks before it is elided
    std::vector<WireItem*> m_wires;
};

} // namespace netsmith::gui
