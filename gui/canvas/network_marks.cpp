#include "gui/canvas/network_scene.h"

#include "gui/document/freezing.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"

#include <algorithm>
#include <unordered_set>

/// The results of the analysis, shown at nodes and wires.
namespace netsmith::gui {
namespace {

/// Whether a problem concerns the data on a wire, rather than a missing wire.
bool isOnWire(const Problem& problem)
{
    return problem.severity == Severity::error && problem.subject == ProblemSubject::wire;
}

} // namespace

void NetworkScene::refreshFaces()
{
    const Graph& graph = m_document.graph();
    const Analysis& analysis = m_document.analysis();
    for (const Node& node : graph.nodes) {
        NodeItem* item = this->node(node.id);
        if (!item)
            continue;
        NodeFacts facts;
        const auto keep = [&analysis](std::optional<Shape>& shape, const PortRef& port) {
            if (const Shape* known = analysis.shapeAt(port))
                shape = *known;
        };
        for (const WireItem* wire : item->wires())
            if (!item->inputs().empty() && wire->edge().to == PortRef{node.id, item->inputs().front()}) {
                keep(facts.in, wire->edge().from);
                break;
            }
        if (!item->outputs().empty())
            keep(facts.out, {node.id, item->outputs().front()});
        facts.figures = analysis.figuresOf(node.id);
        if (!node.shares.empty()) { // looking for nothing would read all nodes, for each of them
            const Node* lender = graph.find(node.shares);
            facts.lender = lender ? nodeName(*lender) : fromStd(node.shares);
        }
        facts.frozen = isFrozen(m_document, node);
        if (facts == item->facts())
            continue;
        item->setFacts(facts);
        NodeFace face = item->face(); // keeps the title
        describe(face, m_document.layers(), node, facts);
        item->setFace(face);
    }
    for (const auto& [key, wire] : m_wires)
        wire->setShape(analysis.shapeAt(wire->edge().from));
    for (const Loss& loss : m_losses)
        if (loss.wire)
            loss.wire->setShape(analysis.shapeAt(loss.wire->edge().from));
}

void NetworkScene::refreshProblems()
{
    std::unordered_map<std::string_view, Severity> worst;
    std::unordered_map<WireItem*, const Problem*> wrong; // a problem is shown at the last of its wires
    std::unordered_set<WireItem*> red;
    for (const Problem& problem : m_document.analysis().problemsHere()) {
        if (problem.node.empty())
            continue;
        Severity& severity = worst.emplace(problem.node, problem.severity).first->second;
        if (problem.severity == Severity::error)
            severity = Severity::error;
        WireItem* last = nullptr;
        if (isOnWire(problem)) {
            if (NodeItem* item = node(problem.node))
                for (WireItem* wire : item->wires())
                    if (wire->edge().to.node == problem.node && (problem.port.empty() || wire->edge().to.port == problem.port)) {
                        red.insert(wire);
                        last = wire;
                    }
        } else if (problem.subject == ProblemSubject::loss) {
            for (const Loss& loss : m_losses)
                if (loss.wire && loss.output == problem.node) {
                    red.insert(loss.wire);
                    last = loss.wire;
                }
        }
        if (last)
            wrong.emplace(last, &problem);
    }
    for (const auto& [id, item] : m_nodes) {
        const auto found = worst.find(id);
        item->setProblem(found == worst.end() ? std::nullopt : std::optional(found->second));
    }
    for (const auto& [key, wire] : m_wires)
        wire->setWrong(red.contains(wire));
    for (const Loss& loss : m_losses)
        if (loss.wire)
            loss.wire->setWrong(red.contains(loss.wire));
    for (auto card = m_cards.begin(); card != m_cards.end();)
        if (wrong.contains(const_cast<WireItem*>(card->first))) {
            ++card;
        } else {
            delete card->second;
            card = m_cards.erase(card);
        }
    if (m_use == Use::drawing)
        return;
    for (const auto& [wire, problem] : wrong) {
        MisfitCard*& card = m_cards[wire];
        if (!card) {
            card = new MisfitCard(m_look);
            addItem(card);
        }
        card->show(*problem, problemSentence(m_document.graph(), *problem),
                   fixVerb(m_document.layers(), m_document.graph(), *problem));
    }
    placeCards();
}

void NetworkScene::placeCards()
{
    constexpr double gap = 8.0;
    for (const auto& [wire, card] : m_cards) {
        const QPolygonF& route = wire->route();
        if (route.isEmpty())
            continue;
        // Below the nodes that the wire connects, where the row leaves space.
        const double below = std::max(route.front().y(), route.back().y()) + nodeSize.y() / 2.0 + gap;
        // The middle of a wire that leads back to the start of a row is below other nodes: its card starts at its target.
        const bool leadsOn = route.back().x() > route.front().x();
        const double middle =
            leadsOn ? (route.front().x() + route.back().x()) / 2.0 : route.back().x() + card->boundingRect().width() / 2.0;
        card->setPlace(wire->pos() + QPointF(middle, below));
    }
}

void NetworkScene::leaveCards()
{
    for (const auto& [wire, card] : m_cards)
        card->setFixHovered(false);
}

} // namespace netsmith::gui
