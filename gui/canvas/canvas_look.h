#pragma once

#include "gui/widgets/tokens.h"

#include <QColor>
#include <QFont>
#include <QHash>
#include <QPen>
#include <QPixmap>

#include <array>
#include <map>
#include <utility>

class QPainter;

namespace netsmith::gui {

/// How much of the network is drawn at a zoom. Names stay longest: the farther off, the larger they are beside their node.
enum class Detail {
    blocks, ///< a coloured block a node
    names, ///< nodes with their name, thin wires
    lines, ///< also their second line, icon and ports
    full ///< also the shapes on the wires
};
Detail detailAt(double scale);
/// How much larger texts are than in the design, so that they can be read at a zoom; 1 from where they can.
double textGrowth(double scale);

/// What of a node's frame differs from node to node; all nodes of one kind share one picture.
struct NodeFrame {
    Token category = Token::categoryInput;
    std::uint8_t inputs = 0;
    std::uint8_t outputs = 0;
    bool selected = false;
    bool hovered = false;
    bool wrong = false;
    bool doubtful = false;
    std::uint8_t tint = 0; ///< one more than the step of its colour; 0: it has none

    bool operator==(const NodeFrame&) const = default;
};

/// Fonts, pens and pictures that all items share, so that painting one allocates nothing: a picture is drawn once for each zoom and
/// then copied to whole pixels.
class CanvasLook {
public:
    CanvasLook();

    /// The theme's colours have changed.
    void renew();

    const QColor& color(Token token) const { return m_colors[static_cast<std::size_t>(token)]; }
    /// In scene units; `growth` as `textGrowth` gives it.
    const QFont& titleFont(double growth = 1.0) { return grown(0, m_titleFont, growth); }
    const QFont& detailFont(double growth = 1.0) { return grown(1, m_detailFont, growth); }
    const QFont& numberFont(double growth = 1.0) { return grown(2, m_numberFont, growth); }
    const QFont& noteFont() const { return m_noteFont; }
    /// One device pixel wide.
    const QPen& hairline(Token token) const { return m_hairlines[static_cast<std::size_t>(token)]; }

    /// A node's frame with its bar, icon and ports, its top left corner at `origin` in the painter's logical pixels.
    void drawFrame(QPainter& painter, QPointF origin, double scale, const NodeFrame& frame, const QString& icon);
    /// A port on its own, for one that is offered, met or refused.
    void drawPort(QPainter& painter, QPointF centre, double scale, Token token, double radius);
    /// A wire through these points, in the painter's logical pixels, on whole device pixels and with round corners.
    void drawWire(QPainter& painter, const QPointF* points, qsizetype count, double scale, double width, Token token);

    /// To a whole device pixel.
    static QPointF toPixel(QPointF point, double ratio);

private:
    const QPixmap& frame(const NodeFrame& frame, const QString& icon, double pixelScale, double ratio);
    const QPixmap& port(Token token, double radius, double pixelScale, double ratio);
    const QPixmap& corner(Token token, int radius, int width, bool right, bool below, double ratio);
    void keepScale(double pixelScale, double ratio);
    const QFont& grown(int which, const QFont& font, double growth);

    std::array<QColor, static_cast<std::size_t>(Token::count)> m_colors;
    std::array<QPen, static_cast<std::size_t>(Token::count)> m_hairlines;
    QFont m_titleFont;
    QFont m_detailFont;
    QFont m_numberFont;
    QFont m_noteFont;
    std::map<std::pair<int, double>, QFont> m_grownFonts;
    double m_pixelScale = 0.0; ///< of the pictures below
    double m_ratio = 0.0;
    QHash<quint64, QPixmap> m_frames;
    QHash<quint64, QPixmap> m_ports;
    QHash<quint64, QPixmap> m_corners;
};

/// Lengths of a node, in scene units.
namespace nodeLook {
inline constexpr double radius = 8.0;
inline constexpr double portRadius = 4.0;
inline constexpr double textLeft = 14.0;
inline constexpr double textRight = 8.0;
inline constexpr double iconSize = 14.0;
inline constexpr double titleLeft = 31.0;
inline constexpr double around = 9.0; ///< what ports, outlines and badges need outside of the node
} // namespace nodeLook

/// Where a port lies on the left (inputs) or right edge of a node whose top left corner is the origin.
QPointF portPlace(int index, int count, bool input);

} // namespace netsmith::gui
