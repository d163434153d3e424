#pragma once

#include "engine/graph/project/project.h"

namespace netsmith::inspect {

/// A change of a project that is likely to help, made as one edit.
struct Remedy {
    /// A layer with these parameters, put on the wire into a layer's first input.
    struct Insertion {
        std::string before; ///< the node
        std::string layer;
        ParameterMap parameters{};
        bool operator==(const Insertion&) const = default;
    };

    Message name; ///< "Use a learning rate of 0.001", as on a button
    std::vector<std::string> settings{}; ///< for `applySetting`, in order
    std::vector<Insertion> insertions{};

    bool operator==(const Remedy&) const = default;
};

/// The name that `applySetting` has for a node of the expanded network: "res_1.conv" for "res_1/conv".
std::string settingOfNode(std::string_view node);

/// Early stopping that goes back to the best epoch, as patient as it was.
Remedy keepTheBest(const EarlyStopping& now);

/// Applies all of it, or throws what `applySetting` does and changes nothing. A node that is no longer there gets nothing inserted,
/// nor one that has such a layer before it.
void applyRemedy(Project& project, const Remedy& remedy);

/// Whether a project has what a remedy would change.
enum class RemedyState {
    open, ///< it would change the project
    applied, ///< the project is so already
    misfit, ///< the project has not what it is about any more
};
/// `remedied`: the project with it, if it is open.
RemedyState stateOf(const Remedy& remedy, const Project& project, Project* remedied = nullptr);

} // namespace netsmith::inspect
