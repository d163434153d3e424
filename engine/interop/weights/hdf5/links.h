#pragma once

#include "engine/interop/weights/hdf5/object.h"

namespace netsmith::interop::hdf5 {

struct Link {
    std::string name{};
    std::uint64_t object = nowhere; ///< address of its header
};

/// What a group contains, in the order in which it was written; nothing if the object is no group. Only hard links are followed.
/// Throws `weights.hdf5_soft_link`, `weights.hdf5_external_link`, `weights.hdf5_many_links`, `weights.hdf5_twice`.
std::vector<Link> readLinks(Content& content, const Object& group);

} // namespace netsmith::interop::hdf5
