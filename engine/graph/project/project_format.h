#pragma once

#include "engine/graph/json/object_format.h"
#include "engine/graph/project/project_file.h"

namespace netsmith {

/// Everything that a `.netsmith` file may hold, key by key.
const ObjectFormat<Project>& projectFormat();
/// What the project's key for them holds, which stays among `Project::extra`.
const ObjectFormat<InitialWeights>& initialWeightsFormat();
inline constexpr const char* initialWeightsKey = "initial_weights";

/// An unknown key of a project that does not begin with "x-".
struct UnknownKey {
    std::string pointer; ///< "/training/epohcs"
    std::string key;
    const ObjectDeclaration* object = nullptr; ///< the object that contains it
    std::string component; ///< the id of what that names, if it does
    std::string node; ///< the layer of the network that contains it; empty: another part of the file
};
std::vector<UnknownKey> unknownKeys(const Project& project);

} // namespace netsmith
