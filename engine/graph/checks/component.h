#pragma once

#include "engine/graph/json/object_format.h"
#include "engine/graph/project/project.h"
#include "engine/graph/specs/spec.h"
#include "engine/graph/validation.h"

#include <span>

namespace netsmith {

/// "data set", in a sentence.
Message wordOf(ComponentKind kind);

/// The `netsmith-cli` command that lists a kind: "data sources".
std::string_view commandOf(ComponentKind kind);

/// The error that there is none with this id: which one may be meant, or else the command that lists them.
Message unknownComponent(ComponentKind kind, std::string_view id, std::span<const std::string> known);
Message unknownComponent(ComponentKind kind, std::string_view id, std::span<const Spec* const> known);

/// Checks a component, its id and its parameters; `place` is its position in the file.
std::vector<Problem> componentProblems(ComponentKind kind, const Component& component, std::span<const Spec* const> known,
                                       const std::string& place);

template <class S>
std::vector<const Spec*> specsIn(const Registry<S>& registry)
{
    std::vector<const Spec*> specs;
    for (const S& spec : registry)
        specs.push_back(&spec);
    return specs;
}

} // namespace netsmith
