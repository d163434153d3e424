#pragma once

#include "engine/graph/project.h"

#include <map>
#include <optional>
#include <set>

namespace netsmith::gui {

/// What an edit touched, for views that need not look at everything again. Nodes, wires and positions are those of the graph that
/// is open (`Document::graph`).
struct Change {
    std::set<std::string> nodes; ///< added, removed or changed
    bool structure = false; ///< nodes or wires came or went, or a wire leads elsewhere
    bool parameters = false; ///< of layers
    bool appearance = false; ///< positions, titles, groups, notes
    bool data = false;
    bool training = false;
    bool texts = false; ///< the project's title, description, goal
    bool keys = false; ///< of the file that nobody knows
    bool blocks = false; ///< what blocks there are, or what is in them
    bool opened = false; ///< the inside of another block is shown, or the network again
    bool everything = false; ///< another project

    bool ofGraph() const { return structure || parameters || appearance || blocks; }

    /// Whether shapes, figures and problems may differ.
    bool matters() const { return structure || parameters || data || training || keys || everything; }
};

/// The difference between two states of a project: small however large the project is, applied in either direction to the byte.
class ProjectDelta {
public:
    static ProjectDelta between(const Project& before, const Project& after);

    bool empty() const;
    Change change() const;
    void redo(Project& project) const { apply(project, true); }
    void undo(Project& project) const { apply(project, false); }

private:
    /// One sequence's difference: elements replaced where they stand, or a range that gave way to another.
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
