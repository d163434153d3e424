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

/// Frames and notes of a graph: they group layers and describe them, and have no effect on the network.
struct Annotations {
    std::set<std::string> frames; ///< by id
    std::set<std::size_t> notes; ///< by index in the graph's list

    bool empty() const { return frames.empty() && notes.empty(); }
    bool operator==(const Annotations&) const = default;
};

/// A frame or a note: one of the two is set.
struct AnnotationRef {
    std::string frame;
    std::optional<std::size_t> note;

    Annotations asSet() const;
    bool isIn(const Annotations& annotations) const;
    bool operator==(const AnnotationRef&) const = default;
};

/// The colours of frames, by their names in the project file.
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

/// The distance from a note's edge to its text, in scene units.
inline constexpr double noteMargin = 10.0;
/// The height of a frame's title bar, in scene units.
inline constexpr double frameBand = 30.0;

const Group* findFrame(const Graph& graph, const std::string& id);
/// The frame's title, or "Frame".
QString frameTitle(const Group& frame);
/// The rectangle around its nodes, united with the size that the user gave it; empty if it has neither.
QRectF frameRectangle(const Graph& graph, const Group& frame);
/// Of all frames, in order.
std::vector<QRectF> frameRectangles(const Graph& graph);
/// As wide as the user made it and at least as high as its text.
QRectF noteRectangle(const Note& note);

std::string freshFrameId(const Graph& graph);
/// Lays out a note's text for a note of this width; returns the layout's height.
double layOutNote(QTextLayout& layout, const QString& text, const QFont& font, double noteWidth);

/// Adds a frame around nodes and returns its id.
std::string addFrame(Graph& graph, const std::set<std::string>& nodes);
void titleFrame(Graph& graph, const std::string& frame, const std::string& title);
void colorFrames(Graph& graph, const std::set<std::string>& frames, const std::string& color);
/// Resizes a frame: it then contains exactly the nodes whose centres are inside it.
void resizeFrame(Graph& graph, const std::string& frame, const QRectF& rectangle);
void addNote(Graph& graph, QPointF position, const std::string& text);
void resizeNote(Graph& graph, std::size_t note, const QRectF& rectangle);

/// The given frames and notes, and the frames and notes inside the frames. The next function returns the nodes inside.
Annotations withContents(const Graph& graph, const Annotations& annotations);
std::set<std::string> nodesIn(const Graph& graph, const std::set<std::string>& frames);
/// Moves the frames' own rectangles and the notes, not the nodes.
void moveAnnotations(Graph& graph, const Annotations& annotations, QPointF by);
/// Updates the frames after nodes were moved by hand: each leaves the frames of `before` that it was moved out of and joins those
/// that it was moved into. The frames in `carried` moved with the nodes.
void settleInFrames(const Graph& before, Graph& graph, const std::set<std::string>& nodes, const std::set<std::string>& carried);
/// The nodes in the frames are kept.
void removeAnnotations(Graph& graph, const Annotations& annotations);
/// Adjusts the frames and notes of `before` to a new layout of the nodes: frames shrink to their nodes, the notes in them move
/// along, and other notes move out of the nodes' way.
void layOutAnnotations(const Graph& before, Graph& graph);

} // namespace netsmith::gui
