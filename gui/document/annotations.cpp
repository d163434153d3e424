#include "gui/document/annotations.h"

#include "gui/document/graph_edits.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/theme.h"

#include <QCoreApplication>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct AnnotationWords {
    Q_DECLARE_TR_FUNCTIONS(annotations)
};

constexpr double frameMargin = 16.0; // from a frame's nodes to its edge
constexpr QSizeF noteSize{200.0, 60.0};
constexpr QSizeF leastNote{60.0, 30.0};
constexpr QSizeF leastFrame{80.0, 60.0};

/// Sizes and positions of annotations are among their extra keys: only the canvas uses them, and the file format validates them.
std::optional<QPointF> pairAt(const Json& extra, const char* key)
{
    const auto found = extra.find(key);
    if (found == extra.end() || !found->is_array() || found->size() != 2 || !(*found)[0].is_number() || !(*found)[1].is_number())
        return std::nullopt;
    return QPointF((*found)[0].get<double>(), (*found)[1].get<double>());
}

void setPair(Json& extra, const char* key, double first, double second)
{
    const auto number = [](double value) { // whole numbers are written as integers
        return std::abs(value) < 1e15 && value == std::floor(value) ? Json(static_cast<std::int64_t>(value)) : Json(value);
    };
    extra[key] = Json::array({number(first), number(second)});
}

QRectF rectangleOf(const Node& node)
{
    return {node.x, node.y, nodeSize.x(), nodeSize.y()};
}

/// The size and position that the user gave it.
std::optional<QRectF> ownRectangle(const Group& frame)
{
    const auto corner = pairAt(frame.extra, "position");
    const auto size = pairAt(frame.extra, "size");
    if (!corner || !size || size->x() <= 0.0 || size->y() <= 0.0)
        return std::nullopt;
    return QRectF(*corner, QSizeF(size->x(), size->y()));
}

void setOwnRectangle(Group& frame, const QRectF& rectangle)
{
    setPair(frame.extra, "position", rectangle.x(), rectangle.y());
    setPair(frame.extra, "size", rectangle.width(), rectangle.height());
}

QRectF aroundNodes(const Group& frame, QRectF nodes)
{
    if (!nodes.isNull())
        nodes.adjust(-frameMargin, -frameMargin - frameBand, frameMargin, frameMargin);
    return ownRectangle(frame).value_or(QRectF()) | nodes;
}

Group* frameIn(Graph& graph, const std::string& id)
{
    return const_cast<Group*>(findFrame(graph, id));
}

} // namespace

Annotations AnnotationRef::asSet() const
{
    Annotations set;
    if (note)
        set.notes.insert(*note);
    else
        set.frames.insert(frame);
    return set;
}

bool AnnotationRef::isIn(const Annotations& annotations) const
{
    return note ? annotations.notes.contains(*note) : annotations.frames.contains(frame);
}

Token frameToken(const Group& frame)
{
    const auto named = frame.extra.find("color");
    if (named != frame.extra.end() && named->is_string())
        for (const FrameColor& color : frameColors)
            if (named->get<std::string>() == color.name)
                return color.token;
    return frameColors.front().token;
}

QString frameColorTitle(const FrameColor& color)
{
    const std::map<Token, QString> titles{
        {Token::textMuted, AnnotationWords::tr("Gray")},           {Token::categoryConvolution, AnnotationWords::tr("Blue")},
        {Token::categoryPooling, AnnotationWords::tr("Green")},    {Token::categoryDense, AnnotationWords::tr("Orange")},
        {Token::categoryRecurrent, AnnotationWords::tr("Violet")}, {Token::categoryNormalisation, AnnotationWords::tr("Pink")}};
    return titles.at(color.token);
}

const Group* findFrame(const Graph& graph, const std::string& id)
{
    const auto found = std::ranges::find(graph.groups, id, &Group::id);
    return found == graph.groups.end() ? nullptr : &*found;
}

QString frameTitle(const Group& frame)
{
    return frame.title.empty() ? AnnotationWords::tr("Frame") : fromStd(frame.title);
}

std::vector<QRectF> frameRectangles(const Graph& graph)
{
    std::unordered_map<std::string_view, const Node*> nodes;
    for (const Node& node : graph.nodes)
        nodes.emplace(node.id, &node);
    std::vector<QRectF> rectangles;
    for (const Group& frame : graph.groups) {
        QRectF around;
        for (const std::string& id : frame.nodes)
            if (const auto node = nodes.find(id); node != nodes.end())
                around |= rectangleOf(*node->second);
        rectangles.push_back(aroundNodes(frame, around));
    }
    return rectangles;
}

QRectF frameRectangle(const Graph& graph, const Group& frame)
{
    const std::unordered_set<std::string_view> inside(frame.nodes.begin(), frame.nodes.end());
    QRectF around;
    for (const Node& node : graph.nodes)
        if (inside.contains(node.id))
            around |= rectangleOf(node);
    return aroundNodes(frame, around);
}

QRectF noteRectangle(const Note& note)
{
    const auto wanted = pairAt(note.extra, "size");
    const QSizeF size = (wanted ? QSizeF(wanted->x(), wanted->y()) : noteSize).expandedTo(leastNote);
    QTextLayout layout;
    const double text = layOutNote(layout, fromStd(note.text), fontFor(TextRole::body, 100), size.width());
    return {note.x, note.y, size.width(), std::max(size.height(), std::ceil(text) + 2.0 * noteMargin)};
}

double layOutNote(QTextLayout& layout, const QString& text, const QFont& font, double noteWidth)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.setFont(font);
    layout.setText(QString(text).replace(u'\n', QChar::LineSeparator));
    double height = 0.0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(noteWidth - 2.0 * noteMargin);
        line.setPosition({0.0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

std::string freshFrameId(const Graph& graph)
{
    for (std::size_t number = 1;; ++number)
        if (std::string id = "frame_" + std::to_string(number); !findFrame(graph, id))
            return id;
}

std::string addFrame(Graph& graph, const std::set<std::string>& nodes)
{
    Group frame;
    frame.id = freshFrameId(graph);
    for (const Node& node : graph.nodes) // in the graph's order
        if (nodes.contains(node.id))
            frame.nodes.push_back(node.id);
    graph.groups.push_back(frame);
    return frame.id;
}

void titleFrame(Graph& graph, const std::string& frame, const std::string& title)
{
    if (Group* found = frameIn(graph, frame))
        found->title = title;
}

void colorFrames(Graph& graph, const std::set<std::string>& frames, const std::string& color)
{
    for (Group& frame : graph.groups)
        if (frames.contains(frame.id))
            frame.extra["color"] = color;
}

void resizeFrame(Graph& graph, const std::string& id, const QRectF& rectangle)
{
    Group* frame = frameIn(graph, id);
    if (!frame)
        return;
    setOwnRectangle(*frame, QRectF(rectangle.topLeft(), rectangle.size().expandedTo(leastFrame)));
    frame->nodes.clear();
    for (const Node& node : graph.nodes)
        if (rectangle.contains(rectangleOf(node).center()))
            frame->nodes.push_back(node.id);
}

void addNote(Graph& graph, QPointF position, const std::string& text)
{
    const QPointF place = snapped(position);
    graph.notes.push_back({.text = text, .x = place.x(), .y = place.y()});
}

void resizeNote(Graph& graph, std::size_t index, const QRectF& rectangle)
{
    if (index >= graph.notes.size())
        return;
    Note& note = graph.notes[index];
    const QSizeF size = rectangle.size().expandedTo(leastNote);
    note.x = rectangle.x();
    note.y = rectangle.y();
    setPair(note.extra, "size", size.width(), size.height());
}

Annotations withContents(const Graph& graph, const Annotations& annotations)
{
    Annotations all = annotations;
    if (annotations.frames.empty())
        return all;
    const std::vector<QRectF> frames = frameRectangles(graph);
    std::vector<QRectF> notes;
    for (const Note& note : graph.notes)
        notes.push_back(noteRectangle(note));
    for (std::size_t outer = 0; outer < frames.size(); ++outer) {
        if (!annotations.frames.contains(graph.groups[outer].id))
            continue;
        for (std::size_t inner = 0; inner < frames.size(); ++inner)
            if (frames[outer].contains(frames[inner]))
                all.frames.insert(graph.groups[inner].id);
        for (std::size_t note = 0; note < notes.size(); ++note)
            if (frames[outer].contains(notes[note]))
                all.notes.insert(note);
    }
    return all;
}

std::set<std::string> nodesIn(const Graph& graph, const std::set<std::string>& frames)
{
    std::set<std::string> nodes;
    for (const Group& frame : graph.groups)
        if (frames.contains(frame.id))
            nodes.insert(frame.nodes.begin(), frame.nodes.end());
    return nodes;
}

void moveAnnotations(Graph& graph, const Annotations& annotations, QPointF by)
{
    for (Group& frame : graph.groups)
        if (annotations.frames.contains(frame.id))
            if (const auto rectangle = ownRectangle(frame))
                setOwnRectangle(frame, rectangle->translated(by));
    for (const std::size_t index : annotations.notes)
        if (index < graph.notes.size()) {
            graph.notes[index].x += by.x();
            graph.notes[index].y += by.y();
        }
}

void settleInFrames(const Graph& before, Graph& graph, const std::set<std::string>& nodes, const std::set<std::string>& carried)
{
    for (Group& frame : graph.groups) {
        const Group* was = carried.contains(frame.id) ? nullptr : findFrame(before, frame.id);
        if (!was)
            continue;
        const QRectF rectangle = frameRectangle(before, *was);
        for (const Node& node : graph.nodes) {
            if (!nodes.contains(node.id))
                continue;
            const bool isIn = std::ranges::find(frame.nodes, node.id) != frame.nodes.end();
            if (rectangle.contains(rectangleOf(node).center()) == isIn)
                continue;
            if (!isIn)
                frame.nodes.push_back(node.id);
            else if (std::erase(frame.nodes, node.id); frame.nodes.empty())
                setOwnRectangle(frame, rectangle); // an emptied frame stays where it is
        }
    }
}

void removeAnnotations(Graph& graph, const Annotations& annotations)
{
    std::erase_if(graph.groups, [&](const Group& frame) { return annotations.frames.contains(frame.id); });
    for (auto index = annotations.notes.rbegin(); index != annotations.notes.rend(); ++index)
        if (*index < graph.notes.size())
            graph.notes.erase(graph.notes.begin() + static_cast<std::ptrdiff_t>(*index));
}

void layOutAnnotations(const Graph& before, Graph& graph)
{
    std::set<std::size_t> moved;
    const std::vector<QRectF> were = frameRectangles(before);
    for (std::size_t i = 0; i < graph.groups.size() && i < were.size(); ++i) {
        Group& frame = graph.groups[i];
        if (frame.nodes.empty())
            continue;
        frame.extra.erase("position");
        frame.extra.erase("size");
        const QPointF by = frameRectangle(graph, frame).topLeft() - were[i].topLeft();
        for (std::size_t note = 0; note < before.notes.size(); ++note)
            if (were[i].contains(noteRectangle(before.notes[note])) && moved.insert(note).second)
                moveAnnotations(graph, {{}, {note}}, by);
    }
    QRectF network;
    for (const Node& node : graph.nodes)
        network |= rectangleOf(node);
    for (const QRectF& frame : frameRectangles(graph))
        network |= frame;
    QPointF free = network.topLeft();
    for (std::size_t i = 0; i < graph.notes.size(); ++i) {
        const QRectF rectangle = noteRectangle(graph.notes[i]);
        const bool isInTheWay =
            std::ranges::any_of(graph.nodes, [&](const Node& node) { return rectangleOf(node).intersects(rectangle); });
        if (!isInTheWay)
            continue;
        constexpr double gap = 20.0;
        graph.notes[i].x = free.x(); // above the network, side by side
        graph.notes[i].y = snapped({0.0, free.y() - rectangle.height() - gap}).y();
        free.rx() += rectangle.width() + gap;
    }
}

} // namespace netsmith::gui
