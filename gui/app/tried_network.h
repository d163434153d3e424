#pragma once

#include "engine/data/data_paths.h"
#include "engine/data/dataset.h"
#include "engine/graph/project.h"

namespace netsmith::gui {

/// In which way a project's network can be tried: by what it takes and what it was bound to tell.
struct TriedNetwork {
    enum class Kind {
        nothing,
        picture,
        text, ///< it tells the next token of a text
        sentence, ///< it tells the class of a text
        series, ///< it foresees numbers
    };

    Kind kind = Kind::nothing;
    data::FieldSpec input{};
    std::string target{}; ///< the field that it tells
};

/// By the data set's declarations alone; nothing is read.
TriedNetwork triedNetwork(const Project& project, const data::DataPaths& paths);

} // namespace netsmith::gui
