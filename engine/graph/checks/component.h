#pragma once

#include "engine/graph/json/object_format.h"
#include "engine/graph/project.h"
#include "engine/graph/spec.h"
#include "engine/graph/validation.h"

#include <span>

namespace netsmith {

/// "data set", in a sentence.
Message wordOf(ComponentKind kind);

/// What `netsmith-cli` lists a kind with: "data sources".
std::string_view commandOf(ComponentKind kind);

/// That there is none of this id: which one may be meant, or, where none is near, what lists them.
Message unknownComponent(ComponentKind kind, std::string_view id, std::span<const std::string> known);
Message unknownComponent(ComponentKind kind, std::string_view id, std::span<const Spec* const> known);

/// What is wrong with a component by itself, its id and its parameters; `place` is where it stands in the file.
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
