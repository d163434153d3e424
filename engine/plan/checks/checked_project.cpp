#include "engine/plan/checks/checked_project.h"

#include "engine/graph/blocks/blocks.h"
#include "engine/plan/checks/project_check.h"

namespace netsmith {

CheckedProject::CheckedProject(Project project, const Catalog& catalog, std::span<const FieldType> fields)
    : m_project(std::move(project))
    , m_catalog(&catalog)
    , m_fields(fields.begin(), fields.end())
    , m_found(validate(m_project.graph, *catalog.layers))
{
    const bool folded = hasBlocks(m_project.graph);
    if (folded)
        m_flat = unfolded(m_project, *catalog.layers);
    ProjectCheck(flat(), catalog, m_fields, m_found).run();
    if (folded)
        unfoldBlocks(m_project.graph, *catalog.layers).showOnBlocks(m_found.shapes);
}

void CheckedProject::requireOk() const
{
    for (const Problem& problem : problems())
        if (problem.severity == Severity::error)
            throw Error(ErrorKind::input, problem.message);
}

} // namespace netsmith
