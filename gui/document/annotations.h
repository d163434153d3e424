#pragma once

#include "engine/graph/graph.h"
#include "gui/widgets/tokens.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QFont;
class QTextLayout;

namespace netsmith::gui {

/// Frames and notes of a graph: what people draw around layers and write beside them. No network differs by them.
struct Annotations {
    std::set<std::string> frames; ///< by their ids
    std::set<std::size_t> notes; ///< by their places in the graph's list

    bool empty() const { return frames.empty() && notes.empty(); }
    bool operator==(const Annotations&) const = default;
};

/// A frame or a note, by what its graph knows it by.
struct AnnotationRef {
    std::string frame; ///< or else
    std::optional<std::size_t> note;

    Annotations asSet() const;
    bool isIn(const Annotations& annotations) const;
    bool operator==(const AnnotationRef&) const = default;
};

/// The colours that a frame may have, as the file names them.
struct FrameColor {
    const char* name;
    Token token;
};
inline constexpr std::array<FrameColor, 6> frameColors{{{"grey", Token::textMuted},
                                                        {"blue", Token::categoryConvolution},
                                                        {"green", Token::categoryPooling},
                                                        {"orange", Token::categoryDense},
                                                        {"violet", Token::categoryRecurrent},
                                                        {"pink", Token::categoryNormalisation}}};
Token frameToken(const Group& frame);
QString frameColorTitle(const FrameColor& color);

/// From a note's edge to its text, in scene units.
inline constexpr double noteMargin = 10.0;
/// The band at a frame's top in which its title stands, in scene units.
inline constexpr double frameBand = 30.0;

const Group* findFrame(const Graph& graph, const std::string& id);
/// What a frame is called: its title, or "Frame".
QString frameTitle(const Group& frame);
/// Around its layers, and as large as a person made it; empty for one without either.
QRectF frameRectangle(const Graph& graph, const Group& frame);
/// Of all frames, in their order.
std::vector<QRectF> frameRectangles(const Graph& graph);
/// As wide as a person made it and at least as high as its text.
QRectF noteRectangle(const Note& note);

std::string freshFrameId(const Graph& graph);
/// Breaks a note's text into lines for a note of a width; gives the layout's height.
double layOutNote(QTextLayout& layout, const QString& text, const QFont& font, double noteWidth);

/// Adds a frame around nodes and gives its id.
std::string addFrame(Graph& graph, const std::set<std::string>& nodes);
void titleFrame(Graph& graph, const std::string& frame, const std::string& title);
void colorFrames(Graph& graph, const std::set<std::string>& frames, const std::string& color);
/// Gives a frame another size: the nodes whose middles lie in it are in it then, and no others.
void resizeFrame(Graph& graph, const std::string& frame, const QRectF& rectangle);
void addNote(Graph& graph, QPointF position, const std::string& text);
void resizeNote(Graph& graph, std::size_t note, const QRectF& rectangle);

/// Frames and notes with all that lies in the frames: other frames and notes, and below the nodes.
Annotations withContents(const Graph& graph, const Annotations& annotations);
std::set<std::string> nodesIn(const Graph& graph, const std::set<std::string>& frames);
/// Moves the frames' own rectangles and the notes; nodes are moved on their own.
void moveAnnotations(Graph& graph, const Annotations& annotations, QPointF by);
/// After nodes were moved by hand: each leaves the frames of `before` that it was taken out of and joins those that it was put
/// into. `carried` frames came along.
void settleInFrames(const Graph& before, Graph& graph, const std::set<std::string>& nodes, const std::set<std::string>& carried);
/// The nodes in the frames stay.
void removeAnnotations(Graph& graph, const Annotations& annotations);
/// After all nodes were placed otherwise (the frames and notes being those of `before`): frames shrink around their nodes, the
/// notes in them come along, and other notes move out of the nodes' way.
void layOutAnnotations(const Graph& before, Graph& graph);

} // namespace netsmith::gui
