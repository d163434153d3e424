#pragma once

#include "engine/graph/graph.h"

#include <functional>
#include <string>
#include <string_view>

namespace netsmith::interop {

/// What a saved model's config says of a layer, an optimizer or a loss: an entry is {"class_name", "config", …}.

/// A member of an object; null: there is none, or this is no object.
const Json* configMember(const Json& object, const char* key);
/// A member that is text; empty: there is none.
std::string configText(const Json& object, const char* key);
std::string classOf(const Json& entry);
/// The name of a layer, which older files have in its config alone.
std::string layerName(const Json& entry);
/// A class that the model's program made, or one of another package: the file holds its name alone.
bool isOwnClass(const Json& entry);
bool isModelClass(const std::string& name);
/// "Adam" of "Custom>Adam".
std::string withoutPackage(const std::string& name);
/// "encoder/conv1".
std::string joinedPath(const std::string& path, const std::string& name);

inline constexpr std::string_view constantName = "_CONSTANT_VALUE"; ///< in the place of a layer's name: a number

/// ["conv1", 0, 0]: the first tensor that the layer conv1 made when it was called first.
bool isReference(const Json& json);
/// The reference to the tensor that a value stands for, in either version's words; null if it is none.
const Json* referenceIn(const Json& json);
/// Calls `take` with each reference in a value, at any level; `key`: in the innermost object.
void eachReference(const Json& json, const std::string& key,
                   const std::function<void(const Json& reference, const std::string& key)>& take);

} // namespace netsmith::interop
