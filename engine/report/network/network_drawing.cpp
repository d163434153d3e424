#include "engine/report/network/network_drawing.h"

#include "engine/catalog/catalog.h"
#include "engine/graph/auto_layout.h"
#include "engine/graph/blocks/blocks.h"
#include "engine/report/markup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace netsmith::report {
namespace {

// As on the canvas.
constexpr double nodeWidth = 128.0;
constexpr double nodeHeight = 52.0;
constexpr double nodeStep = 170.0;
constexpr double lowPort = 12.0; // of an optional input, above the node's lower edge
constexpr double frameMargin = 16.0;
constexpr double frameBand = 30.0; // for a frame's title
constexpr double noteWidth = 200.0;
constexpr double noteHeight = 60.0;
constexpr double noteMargin = 10.0;
constexpr double noteTextSize = 13.0;
constexpr double noteLineHeight = 18.0;
constexpr double captionTextSize = 11.5;
constexpr double captionHeight = 16.0;
constexpr double farthest = 1e6; // a position beyond it is no layout

double within(double position)
{
    return std::isfinite(position) ? std::clamp(position, -farthest, farthest) : 0.0;
}

std::optional<Place> pairAt(const Json& extra, const char* key)
{
    const auto found = extra.find(key);
    if (found == extra.end() || !found->is_array() || found->size() != 2 || !(*found)[0].is_number() || !(*found)[1].is_number())
        return std::nullopt;
    return Place{within((*found)[0].get<double>()), within((*found)[1].get<double>())};
}

Ink inkOfFrame(const Group& frame)
{
    constexpr std::array<std::pair<std::string_view, Ink>, 6> inks{{{"grey", Ink::textMuted},
                                                                    {"blue", Ink::convolution},
                                                                    {"green", Ink::pooling},
                                                                    {"orange", Ink::dense},
                                                                    {"violet", Ink::recurrent},
                                                                    {"pink", Ink::normalisation}}};
    const auto named = frame.extra.find("color");
    for (const auto& [name, ink] : inks)
        if (named != frame.extra.end() && named->is_string() && named->get<std::string>() == name)
            return ink;
    return Ink::textMuted;
}

/// Puts a network together: its nodes, then what depends on where they are.
class Drafting {
public:
    explicit Drafting(const Project& project)
        : m_project(project, catalog(), {})
        , m_graph(project.graph)
    {
        placeUnplaced(m_graph);
        m_drawing.title = project.title;
    }

    NetworkDrawing take()
    {
        addNodes();
        addLosses();
        std::vector<Box> boxes;
        for (const DrawnNode& node : m_drawing.nodes)
            boxes.push_back(node.place);
        const Obstacles obstacles(std::move(boxes));
        addWires(obstacles);
        addFrames();
        addNotes();
        for (const DrawnNode& node : m_drawing.nodes)
            m_drawing.bounds = m_drawing.bounds.with(node.place);
        for (const DrawnWire& wire : m_drawing.wires) {
            m_drawing.bounds = m_drawing.bounds.with(wire.captionPlace);
            for (const Place& bend : wire.route)
                m_drawing.bounds = m_drawing.bounds.with({bend.x, bend.y, 1.0, 1.0});
        }
        for (const DrawnFrame& frame : m_drawing.frames)
            m_drawing.bounds = m_drawing.bounds.with(frame.place);
        for (const DrawnNote& note : m_drawing.notes)
            m_drawing.bounds = m_drawing.bounds.with(note.place);
        return std::move(m_drawing);
    }

private:
    struct Plug {
        PortRef from;
        std::size_t to = 0; ///< the node's number
        std::string port;
    };

    const Shape* shapeAt(const PortRef& port) const { return m_project.shapes().at(port); }

    NodeFindings findingsOf(const Node& node, const std::unordered_map<std::string, const Edge*>& firstWires,
                            const inspect::NetworkFigures& figures) const
    {
        NodeFindings findings;
        if (const auto wire = firstWires.find(node.id); wire != firstWires.end())
            if (const Shape* shape = shapeAt(wire->second->from))
                findings.in = *shape;
        const LayerSpec* layer = catalog().layers->find(node.layer);
        if (layer && !layer->outputs.empty())
            if (const Shape* shape = shapeAt({node.id, layer->outputs.front().name}))
                findings.out = *shape;
        if (const auto found = figures.nodes.find(node.id); found != figures.nodes.end())
            findings.parameters = found->second.parameters;
        return findings;
    }

    void addNodes()
    {
        std::unordered_map<std::string, const Edge*> firstWires;
        for (const Edge& edge : m_graph.edges)
            firstWires.try_emplace(edge.to.node, &edge);
        inspect::FiguresCache cache;
        const inspect::NetworkFigures figures = inspect::figures(m_project.project().graph, m_project.shapes(), cache);
        for (const Node& node : m_graph.nodes) {
            if (!m_numbers.try_emplace(node.id, m_drawing.nodes.size()).second)
                continue; // an id that is used twice, which the checks report
            NodeWords words = wordsOf(m_graph, node, findingsOf(node, firstWires, figures));
            m_drawing.nodes.push_back({node.id, {within(node.x), within(node.y), nodeWidth, nodeHeight}, std::move(words)});
        }
        for (const Edge& edge : m_graph.edges) {
            const auto to = m_numbers.find(edge.to.node);
            if (to != m_numbers.end() && m_numbers.contains(edge.from.node))
                m_plugs.push_back({edge.from, to->second, edge.to.port});
        }
    }

    /// Each right of what it applies to; where something is, below that.
    void addLosses()
    {
        for (const Objective& objective : m_project.project().training.objectives) {
            const Node* judged = judgedNode(objective, m_graph);
            const auto found = judged ? m_numbers.find(judged->id) : m_numbers.end();
            if (found == m_numbers.end() || m_drawing.nodes[found->second].words.outputs.empty())
                continue;
            const DrawnNode& node = m_drawing.nodes[found->second];
            Box place{node.place.x + nodeStep, node.place.y, nodeWidth, nodeHeight};
            constexpr double down = 70.0;
            const auto isTaken = [&] {
                return std::ranges::any_of(m_drawing.nodes, [&](const DrawnNode& other) {
                    return other.place.x < place.right() && place.x < other.place.right() && other.place.y < place.bottom()
                        && place.y < other.place.bottom();
                });
            };
            for (int i = 1; i < 32 && isTaken(); ++i)
                place.y = node.place.y + down * i;
            m_plugs.push_back({{judged->id, node.words.outputs.front()}, m_drawing.nodes.size(), "loss"});
            m_drawing.nodes.push_back({{}, place, wordsOf(objective)});
        }
    }

    void addWires(const Obstacles& obstacles)
    {
        for (const Plug& plug : m_plugs) {
            const DrawnNode& from = m_drawing.nodes[m_numbers.at(plug.from.node)];
            const DrawnNode& to = m_drawing.nodes[plug.to];
            const Place start{from.place.right(), from.place.y + portHeight(from.words.outputs, plug.from.port, false)};
            const Place end{to.place.x, to.place.y + portHeight(to.words.inputs, plug.port, to.words.lastInputIsOptional)};
            const Shape* shape = shapeAt(plug.from);
            m_drawing.wires.push_back({routeWire(start, end, obstacles, nodeHeight), shape ? shape->text() : std::string(), {}});
        }
        std::vector<Lane> lanes;
        for (std::size_t i = 0; i < m_plugs.size(); ++i)
            lanes.push_back({&m_drawing.wires[i].route, m_plugs[i].from.node + '\n' + m_plugs[i].from.port});
        partLanes(std::move(lanes));
        for (DrawnWire& wire : m_drawing.wires)
            if (!wire.caption.empty())
                wire.captionPlace =
                    captionPlace(wire.route, textWidth(wire.caption, captionTextSize), captionHeight, obstacles, nodeHeight);
    }

    void addFrames()
    {
        for (const Group& frame : m_graph.groups) {
            Box place;
            for (const std::string& id : frame.nodes)
                if (const auto found = m_numbers.find(id); found != m_numbers.end())
                    place = place.with(m_drawing.nodes[found->second].place);
            if (!place.isEmpty()) {
                place = place.grown(frameMargin);
                place.y -= frameBand;
                place.height += frameBand;
            }
            const auto corner = pairAt(frame.extra, "position");
            const auto size = pairAt(frame.extra, "size");
            if (corner && size)
                place = place.with({corner->x, corner->y, size->x, size->y});
            if (!place.isEmpty())
                m_drawing.frames.push_back({place, frame.title.empty() ? "Frame" : frame.title, inkOfFrame(frame)});
        }
        std::ranges::stable_sort(m_drawing.frames, std::greater(),
                                 [](const DrawnFrame& frame) { return frame.place.width * frame.place.height; });
    }

    void addNotes()
    {
        for (const Note& note : m_graph.notes) {
            const Place size = pairAt(note.extra, "size").value_or(Place{noteWidth, noteHeight});
            DrawnNote drawn{{within(note.x), within(note.y), std::max(60.0, size.x), std::max(30.0, size.y)}, {}};
            drawn.lines = linesWithin(note.text, noteTextSize, drawn.place.width - 2.0 * noteMargin);
            drawn.place.height =
                std::max(drawn.place.height, static_cast<double>(drawn.lines.size()) * noteLineHeight + 2.0 * noteMargin);
            m_drawing.notes.push_back(std::move(drawn));
        }
    }

    CheckedProject m_project;
    Graph m_graph;
    NetworkDrawing m_drawing;
    std::unordered_map<std::string, std::size_t> m_numbers; ///< of the nodes, by their ids
    std::vector<Plug> m_plugs; ///< a wire each
};

} // namespace

double portHeight(const std::vector<std::string>& ports, const std::string& port, bool lastIsOptional)
{
    const auto found = std::ranges::find(ports, port);
    if (found == ports.end())
        return nodeHeight / 2.0;
    const auto index = found - ports.begin();
    auto count = std::ssize(ports);
    if (lastIsOptional && index == --count)
        return nodeHeight - lowPort;
    return std::round(nodeHeight * static_cast<double>(index + 1) / static_cast<double>(count + 1));
}

NetworkDrawing drawingOf(const Project& project)
{
    return Drafting(project).take();
}

} // namespace netsmith::report
