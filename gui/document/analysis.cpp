#include "gui/document/analysis.h"

#include "engine/graph/blocks/block_inside.h"
#include "engine/train/project_checks.h"

#include <algorithm>
#include <map>
#include <set>

namespace netsmith::gui {
namespace {

bool isWorse(const Problem& problem, const Problem* other)
{
    return !other || (problem.severity == Severity::error && other->severity == Severity::warning);
}

/// A key that identifies a problem inside a block: the same at every place of the block.
std::string toldApartBy(const Problem& problem, const std::string& place, const std::string& block)
{
    std::string words = problem.message.text();
    const std::string way = '"' + place + '/'; // precedes the node's name in messages: `conv2d "res_1/stem"`
    for (std::size_t at = words.find(way); at != std::string::npos; at = words.find(way, at + 1))
        words.erase(at + 1, way.size() - 1);
    return block + '\n' + problem.node.substr(place.size()) + '\n' + problem.port + '\n' + words;
}

} // namespace

void Analysis::update(const Project& project, const DataFacts& data, const data::DataPaths& paths)
{
    CheckedProject checked = train::checkProject(project, data.source, paths);
    if (data.problem)
        checked.add({Severity::error, {}, {}, *data.problem, {}});
    m_project = std::make_shared<const CheckedProject>(std::move(checked));
    m_figures = inspect::figures(project.graph, m_project->shapes(), m_cache);
    list(project.graph);
}

void Analysis::list(const Graph& graph)
{
    m_listed.clear();
    std::map<std::string, std::size_t> inBlocks;
    for (const Problem& problem : problems()) {
        const std::string place = placeOf(problem);
        if (const Block* block = place.empty() ? nullptr : blockAt(graph, place)) {
            const auto [same, isNew] = inBlocks.try_emplace(toldApartBy(problem, place, block->id), m_listed.size());
            if (!isNew) {
                m_listed[same->second].at.push_back(problem);
                continue;
            }
        }
        m_listed.push_back(ListedProblem{.at = {problem}});
    }
}

void Analysis::open(const Graph& graph, const std::string& place)
{
    m_prefix = place.empty() ? std::string() : place + "/";
    m_problemsHere.clear();
    // The common case: the network is open and no block has problems.
    const auto isHere = [](const Problem& problem) { return problem.node.find('/') == std::string::npos; };
    m_allHere = place.empty() && std::ranges::all_of(problems(), isHere);
    if (!m_allHere)
        for (const Problem& problem : problems())
            if (auto seen = seenAt(place, problem))
                m_problemsHere.push_back(std::move(*seen));

    // The topological order lists the nodes of blocks one after another; the open block's inputs go first, its outputs last.
    m_order.clear();
    if (place.empty() && !hasBlocks(graph)) {
        m_order = m_project->shapes().order;
        return;
    }
    std::set<std::string> listed;
    const auto list = [&](const std::string& node) {
        if (listed.insert(node).second)
            m_order.push_back(node);
    };
    for (const Node& node : graph.nodes)
        if (node.layer == blockInputLayer)
            list(node.id);
    for (const std::string& node : m_project->shapes().order)
        if (node.starts_with(m_prefix))
            list(drawnNode(node.substr(m_prefix.size())));
    for (const Node& node : graph.nodes)
        if (node.layer == blockOutputLayer)
            list(node.id);
}

int Analysis::errorCount() const
{
    return static_cast<int>(
        std::ranges::count(m_listed, Severity::error, [](const ListedProblem& listed) { return listed.first().severity; }));
}

int Analysis::warningCount() const
{
    return static_cast<int>(m_listed.size()) - errorCount();
}

std::optional<NodeFigures> Analysis::figuresOf(const std::string& node) const
{
    const auto found = m_figures.nodes.find(m_prefix + node);
    return found == m_figures.nodes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<NodeFigures> Analysis::totalHere() const
{
    if (m_prefix.empty())
        return m_figures.total;
    const auto found = m_figures.nodes.find(m_prefix.substr(0, m_prefix.size() - 1));
    return found == m_figures.nodes.end() ? std::nullopt : std::optional(found->second);
}

const Problem* Analysis::problemOf(const std::string& node) const
{
    const Problem* worst = nullptr;
    for (const Problem& problem : problemsHere())
        if (problem.node == node && isWorse(problem, worst))
            worst = &problem;
    return worst;
}

const Problem* Analysis::problemAt(const std::string& node, const std::string& port) const
{
    const Problem* worst = nullptr;
    for (const Problem& problem : problemsHere())
        if (problem.node == node && problem.port == port && isWorse(problem, worst))
            worst = &problem;
    return worst;
}

std::string placeOf(const Problem& problem)
{
    const std::size_t end = problem.node.rfind('/');
    return end == std::string::npos ? std::string() : problem.node.substr(0, end);
}

std::optional<Problem> seenAt(const std::string& place, const Problem& problem)
{
    Problem seen = problem;
    const std::string prefix = place.empty() ? place : place + "/";
    if (!problem.node.starts_with(prefix) || (problem.node.empty() && !place.empty()))
        return std::nullopt;
    seen.node = drawnNode(problem.node.substr(prefix.size()));
    if (seen.node.size() + prefix.size() != problem.node.size()) { // it is inside a block
        seen.port.clear();
        seen.fix.reset();
    } else if (seen.fix && !seen.fix->node.empty()) {
        const bool here = seen.fix->node.starts_with(prefix) && seen.fix->node.find('/', prefix.size()) == std::string::npos;
        seen.fix->node = here ? seen.fix->node.substr(prefix.size()) : std::string();
        if (!here)
            seen.fix.reset();
    }
    return seen;
}

} // namespace netsmith::gui
