#pragma once

#include "engine/ops/op.h"

#include <span>
#include <string_view>
#include <utility>

namespace netsmith {

/// Ops as a type. `AllOps`, in the generated "engine/ops/all_ops.h", is the list of those that the headers here declare: each
/// backend builds its table from it, so that a missing one does not link.
template <const OpSpec&... specs>
struct OpList {
};

/// What a backend has for each op: `rows` pairs ops with functions.
template <class F>
F functionFor(std::string_view op, std::span<const std::pair<const OpSpec*, F>> rows)
{
    for (const auto& [spec, function] : rows)
        if (spec->name == op)
            return function;
    return nullptr;
}

} // namespace netsmith
