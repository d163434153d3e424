#pragma once

#include "engine/graph/project/project.h"

#include <optional>

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

/// Early stopping that goes back to the best epoch.
Remedy keepTheBest();

/// Applies all of it, or throws what `applySetting` does and changes nothing. A node that is no longer there gets nothing inserted,
/// nor one that has such a layer before it.
void applyRemedy(Project& project, const Remedy& remedy);

/// The project with the remedy applied; nothing if that changes nothing, or if it does not fit any more.
std::optional<Project> remedied(const Project& project, const Remedy& remedy);

} // namespace netsmith::inspect
