#include "gui/document/analysis.h"

#include "engine/train/catalog.h"

#include <algorithm>

namespace netsmith::gui {
namespace {

bool isWorse(const Problem& problem, const Problem* other)
{
    return !other || (problem.severity == Severity::error && other->severity == Severity::warning);
}

} // namespace

void Analysis::update(const Project& project)
{
    m_validation = train::checkProject(project, data::dataPaths());
    m_figures = inspect::figures(project.graph, m_validation.shapes, m_cache);
}

int Analysis::errorCount() const
{
    return static_cast<int>(std::ranges::count(problems(), Severity::error, &Problem::severity));
}

int Analysis::warningCount() const
{
    return static_cast<int>(problems().size()) - errorCount();
}

std::optional<NodeFigures> Analysis::figuresOf(const std::string& node) const
{
    const auto found = m_figures.nodes.find(node);
    return found == m_figures.nodes.end() ? std::nullopt : std::optional(found->second);
}

const Problem* Analysis::problemOf(const std::string& node) const
{
    const Problem* worst = nullptr;
    for (const Problem& problem : problems())
        if (problem.node == node && isWorse(problem, worst))
            worst = &problem;
    return worst;
}

const Problem* Analysis::problemAt(const std::string& node, const std::string& port) const
{
    const Problem* worst = nullptr;
    for (const Problem& problem : problems())
        if (problem.node == node && problem.port == port && isWorse(problem, worst))
            worst = &problem;
    return worst;
}

} // namespace netsmith::gui
