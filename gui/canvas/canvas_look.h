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

/// The level of detail at a zoom. Names are shown the longest: the smaller the nodes, the larger the names relative to them.
enum class Detail {
    blocks, ///< a coloured block per node
    names, ///< nodes with their names, thin wires
    lines, ///< also the second line, icon and ports
    full ///< also the shapes on the wires
};
Detail detailAt(double scale);
/// The factor by which texts are enlarged to be readable at a zoom; 1 if they are readable as designed.
double textGrowth(double scale);

/// What varies between the frames of nodes; equal ones share a cached pixmap.
struct NodeFrame {
    Token category = Token::categoryInput;
    std::uint8_t inputs = 0;
    std::uint8_t outputs = 0;
    bool lastIsOptional = false; ///< of the inputs
    bool selected = false;
    bool hovered = false;
    bool wrong = false;
    bool doubtful = false;
    bool frozen = false;
    std::uint8_t tint = 0; ///< its colour's step plus one; 0: none

    bool operator==(const NodeFrame&) const = default;
};

/// Fonts, pens and pixmaps shared by all items, so that painting one allocates nothing: a pixmap is rendered once per zoom and then
/// drawn at whole pixels. On a device without pixels, such as an SVG file, everything is drawn as lines.
class CanvasLook {
public:
    CanvasLook();

    /// Updates to changed theme colours.
    void renew();

    const QColor& color(Token token) const { return m_colors[static_cast<std::size_t>(token)]; }
    /// In scene units; `growth` as returned by `textGrowth`.
    const QFont& titleFont(double growth = 1.0) { return grown(0, m_titleFont, growth); }
    const QFont& detailFont(double growth = 1.0) { return grown(1, m_detailFont, growth); }
    const QFont& numberFont(double growth = 1.0) { return grown(2, m_numberFont, growth); }
    const QFont& noteFont() const { return m_noteFont; }
    /// One device pixel wide.
    const QPen& hairline(Token token) const { return m_hairlines[static_cast<std::size_t>(token)]; }

    /// Draws a node's frame with its bar, icon and ports, its top left corner at `origin` in the painter's logical pixels.
    void drawFrame(QPainter& painter, QPointF origin, double scale, const NodeFrame& frame, const QString& icon);
    /// Draws a single port that is offered, hovered or refused.
    void drawPort(QPainter& painter, QPointF centre, double scale, Token token, double radius);
    /// Draws a wire through these points, in the painter's logical pixels, on whole device pixels and with rounded corners.
    void drawWire(QPainter& painter, const QPointF* points, qsizetype count, double scale, double width, Token token);

    /// Rounds to a whole device pixel.
    static QPointF toPixel(QPointF point, double ratio);

private:
    void paintFrame(QPainter& painter, const NodeFrame& frame, const QString& icon, double scale, double pixel) const;
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
    double m_pixelScale = 0.0; ///< of the pixmaps below
    double m_ratio = 0.0;
    QHash<quint64, QPixmap> m_frames;
    QHash<quint64, QPixmap> m_ports;
    QHash<quint64, QPixmap> m_corners;
};

/// Dimensions of a node, in scene units.
namespace nodeLook {
inline constexpr double radius = 8.0;
inline constexpr double portRadius = 4.0;
inline constexpr double optionalRadius = 3.0; ///< of a port that may be left without a wire
inline constexpr double textLeft = 14.0;
inline constexpr double textRight = 8.0;
inline constexpr double iconSize = 14.0;
inline constexpr double titleLeft = 31.0;
inline constexpr double around = 9.0; ///< the space outside the node for ports, outlines and badges
} // namespace nodeLook

/// The position of a port on the left or right edge of a node with its top left corner at the origin. An optional input is low, so
/// that the others stand as they would without it.
QPointF inputPlace(int index, int count, bool lastIsOptional);
QPointF outputPlace(int index, int count);

} // namespace netsmith::gui
