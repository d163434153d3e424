#include "gui/document/project_delta.h"

#include <algorithm>

namespace netsmith::gui {

template <class T>
ProjectDelta::Sequence<T> ProjectDelta::Sequence<T>::between(const std::vector<T>& before, const std::vector<T>& after)
{
    Sequence out;
    if (before.size() == after.size()) {
        for (std::size_t i = 0; i < before.size(); ++i)
            if (!(before[i] == after[i]))
                out.replaced.push_back({i, before[i], after[i]});
        return out;
    }
    const std::size_t common = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < common && before[head] == after[head])
        ++head;
    std::size_t tail = 0;
    while (tail < common - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    out.first = head;
    const auto middle = [head, tail](const std::vector<T>& values) {
        return std::vector<T>(values.begin() + static_cast<std::ptrdiff_t>(head), values.end() - static_cast<std::ptrdiff_t>(tail));
    };
    out.removed = middle(before);
    out.inserted = middle(after);
    return out;
}

template <class T>
void ProjectDelta::Sequence<T>::apply(std::vector<T>& values, bool forward) const
{
    for (const Replaced& entry : replaced)
        values[entry.index] = forward ? entry.after : entry.before;
    const std::vector<T>& out = forward ? removed : inserted;
    const std::vector<T>& in = forward ? inserted : removed;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(first);
    if (!out.empty() || !in.empty())
        values.insert(values.erase(at, at + static_cast<std::ptrdiff_t>(out.size())), in.begin(), in.end());
}

ProjectDelta ProjectDelta::between(const Project& before, const Project& after)
{
    ProjectDelta out;
    out.m_nodes = Sequence<Node>::between(before.graph.nodes, after.graph.nodes);
    out.m_edges = Sequence<Edge>::between(before.graph.edges, after.graph.edges);
    out.m_groups = Sequence<Group>::between(before.graph.groups, after.graph.groups);
    out.m_notes = Sequence<Note>::between(before.graph.notes, after.graph.notes);
    out.m_blocks = Sequence<Block>::between(before.graph.blocks, after.graph.blocks);
    if (!(before.data == after.data))
        out.m_data = {before.data, after.data};
    if (!(before.training == after.training))
        out.m_training = {before.training, after.training};
    const auto textsOf = [](const Project& project) {
        return Texts{project.title, project.description, project.goal, project.translations};
    };
    if (!(textsOf(before) == textsOf(after)))
        out.m_texts = {textsOf(before), textsOf(after)};
    const auto keysOf = [](const Project& project) { return Keys{project.schema, project.extra, project.graph.extra}; };
    if (!(keysOf(before) == keysOf(after)))
        out.m_keys = {keysOf(before), keysOf(after)};
    return out;
}

bool ProjectDelta::empty() const
{
    return m_nodes.empty() && m_edges.empty() && m_groups.empty() && m_notes.empty() && m_blocks.empty() && !m_data && !m_training
        && !m_texts && !m_keys;
}

void ProjectDelta::apply(Project& project, bool forward) const
{
    m_nodes.apply(project.graph.nodes, forward);
    m_edges.apply(project.graph.edges, forward);
    m_groups.apply(project.graph.groups, forward);
    m_notes.apply(project.graph.notes, forward);
    m_blocks.apply(project.graph.blocks, forward);
    if (m_data)
        project.data = forward ? m_data->after : m_data->before;
    if (m_training)
        project.training = forward ? m_training->after : m_training->before;
    if (m_texts) {
        const Texts& texts = forward ? m_texts->after : m_texts->before;
        project.title = texts.title;
        project.description = texts.description;
        project.goal = texts.goal;
        project.translations = texts.translations;
    }
    if (m_keys) {
        const Keys& keys = forward ? m_keys->after : m_keys->before;
        project.schema = keys.schema;
        project.extra = keys.ofProject;
        project.graph.extra = keys.ofGraph;
    }
}

Change ProjectDelta::change() const
{
    Change out;
    const auto touch = [&out](const Node& before, const Node& after) {
        out.nodes.insert(before.id);
        out.nodes.insert(after.id);
        if (before.id != after.id || before.layer != after.layer || before.version != after.version)
            out.structure = true;
        if (before.parameters != after.parameters || before.shares != after.shares)
            out.parameters = true;
        if (before.x != after.x || before.y != after.y || before.title != after.title)
            out.appearance = true;
        if (before.extra != after.extra)
            out.keys = true;
    };
    for (const auto& entry : m_nodes.replaced)
        touch(entry.before, entry.after);
    for (const std::vector<Node>* range : {&m_nodes.removed, &m_nodes.inserted})
        for (const Node& node : *range) {
            out.nodes.insert(node.id);
            out.structure = true;
        }
    const auto touchEnds = [&out](const Edge& edge) {
        out.nodes.insert(edge.from.node);
        out.nodes.insert(edge.to.node);
        out.structure = true;
    };
    for (const auto& entry : m_edges.replaced) {
        touchEnds(entry.before);
        touchEnds(entry.after);
    }
    for (const std::vector<Edge>* range : {&m_edges.removed, &m_edges.inserted})
        std::ranges::for_each(*range, touchEnds);
    out.blocks = !m_blocks.empty();
    out.structure = out.structure || out.blocks; // inputs and outputs of blocks may have been added or removed
    const auto differ = [](const auto& entry) { return entry.before.extra != entry.after.extra; };
    out.keys = out.keys || std::ranges::any_of(m_groups.replaced, differ) || std::ranges::any_of(m_notes.replaced, differ);
    out.appearance = out.appearance || !m_groups.empty() || !m_notes.empty();
    out.data = m_data.has_value();
    out.training = m_training.has_value();
    out.texts = m_texts.has_value();
    out.keys = out.keys || m_keys.has_value();
    return out;
}

} // namespace netsmith::gui
