#pragma once

#include "engine/graph/project/project.h"

#include <map>
#include <optional>
#include <set>

namespace netsmith::gui {

/// What an edit changed, so that views can update selectively. Nodes, wires and positions are those of the open graph
/// (`Document::graph`).
struct Change {
    std::set<std::string> nodes; ///< added, removed or changed
    bool structure = false; ///< nodes or wires were added or removed, or a wire was moved
    bool parameters = false; ///< of layers
    bool appearance = false; ///< positions, titles, groups, notes
    bool data = false;
    bool training = false;
    bool texts = false; ///< the project's title, description, goal
    bool keys = false; ///< unknown keys of the file
    bool blocks = false; ///< the blocks or their contents
    bool opened = false; ///< another block was opened, or the network
    bool everything = false; ///< another project

    bool ofGraph() const { return structure || parameters || appearance || blocks; }

    /// Whether shapes, figures and problems may differ.
    bool matters() const { return structure || parameters || data || training || keys || everything; }
};

/// The difference between two states of a project: small even for a large project, and exactly reversible.
class ProjectDelta {
public:
    static ProjectDelta between(const Project& before, const Project& after);

    bool empty() const;
    Change change() const;
    void redo(Project& project) const { apply(project, true); }
    void undo(Project& project) const { apply(project, false); }

private:
    /// The difference of a sequence: elements replaced in place, or one range replaced by another.
    template <class T>
    struct Sequence {
        struct Replaced {
            std::size_t index;
            T before;
            T after;
        };
        std::vector<Replaced> replaced;
        std::size_t first = 0;
        std::vector<T> removed;
        std::vector<T> inserted;

        static Sequence between(const std::vector<T>& before, const std::vector<T>& after);
        bool empty() const { return replaced.empty() && removed.empty() && inserted.empty(); }
        void apply(std::vector<T>& values, bool forward) const;
    };
    template <class T>
    struct Value {
        T before;
        T after;
    };
    struct Texts {
        std::string title;
        std::string description;
        std::string goal;
        std::map<std::string, ProjectWords> translations;
        bool operator==(const Texts&) const = default;
    };
    struct Keys {
        std::string schema;
        Json ofProject;
        Json ofGraph;
        bool operator==(const Keys&) const = default;
    };

    void apply(Project& project, bool forward) const;

    Sequence<Node> m_nodes;
    Sequence<Edge> m_edges;
    Sequence<Group> m_groups;
    Sequence<Note> m_notes;
    Sequence<Block> m_blocks;
    std::optional<Value<DataSettings>> m_data;
    std::optional<Value<TrainingSettings>> m_training;
    std::optional<Value<Texts>> m_texts;
    std::optional<Value<Keys>> m_keys;
};

} // namespace netsmith::gui
