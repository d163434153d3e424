#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/project.h"

namespace netsmith::gui {

/// In which way a project's network can be tried: by what it takes and what it was bound to tell.
struct TriedNetwork {
    enum class Kind {
        nothing,
        picture,
        text, ///< it tells the next token of a text
        sentence, ///< it tells the class of a text
        series, ///< it forecasts numbers
        table, ///< it takes rows of a table, or whatever else a data set has samples of
    };

    Kind kind = Kind::nothing;
    data::FieldSpec input{}; ///< the only one, of all kinds but a table
    std::vector<data::FieldSpec> inputs{}; ///< of a table
    data::FieldSpec target{}; ///< what it tells; without a name where that is not known
};

/// By the declarations of the data's fields alone.
TriedNetwork triedNetwork(const Project& project, const std::vector<data::FieldSpec>& fields);

} // namespace netsmith::gui
