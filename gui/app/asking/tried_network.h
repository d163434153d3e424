#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"

namespace netsmith::gui {

/// How a project's network can be tried, determined from its inputs and its training target.
struct TriedNetwork {
    enum class Kind {
        nothing,
        picture,
        text, ///< predicts the next token of a text
        sentence, ///< predicts the class of a text
        series, ///< forecasts numbers
        table, ///< takes rows of a table, or any other samples of a data set
    };

    Kind kind = Kind::nothing;
    data::FieldSpec input{}; ///< the only input, except for tables
    std::vector<data::FieldSpec> inputs{}; ///< for tables
    data::FieldSpec target{}; ///< what it predicts; without a name if unknown
};

/// Determined from the declarations of the data's fields only.
TriedNetwork triedNetwork(const Project& project, const std::vector<data::FieldSpec>& fields);

} // namespace netsmith::gui
