#include "gui/settings/folds_choice.h"

#include "engine/runs/cross_validation.h"
#include "gui/widgets/forms/commit_field.h"

namespace netsmith::gui {

FoldsChoice::FoldsChoice(QWidget* parent)
    : ParameterRow(runs::foldsSetting(), parent)
{
    setFolds(0);
    connect(this, &ParameterRow::edited, this,
            [this](const ParameterValue& value, bool stepping) { take(std::get<std::int64_t>(value), stepping); });
    connect(this, &ParameterRow::resetAsked, this, [this] { take(0, false); });
}

void FoldsChoice::setFolds(std::int64_t folds)
{
    m_folds = folds;
    setValue(folds);
}

/// One fold would leave nothing to train on: stepping skips it.
void FoldsChoice::take(std::int64_t folds, bool stepping)
{
    if (folds == 1 && stepping)
        folds = m_folds == 0 ? 2 : 0;
    if (folds == 1) {
        static_cast<CommitField*>(field())->setInvalid(true);
        setMessage(tr("Choose 2 folds or more, or 0 to train once"));
        return;
    }
    setFolds(folds);
    Q_EMIT chosen(folds);
}

} // namespace netsmith::gui
