#pragma once

#include "gui/widgets/forms/parameter_row.h"

namespace netsmith::gui {

/// Whether a new run is a cross-validation, and its number of folds: 0 trains the network once. Not part of the project.
class FoldsChoice : public ParameterRow {
    Q_OBJECT

public:
    explicit FoldsChoice(QWidget* parent = nullptr);

    void setFolds(std::int64_t folds);

Q_SIGNALS:
    void chosen(std::int64_t folds);

private:
    void take(std::int64_t folds, bool stepping);

    std::int64_t m_folds = 0;
};

} // namespace netsmith::gui
