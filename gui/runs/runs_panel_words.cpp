#include "engine/runs/table/run_names.h"
#include "gui/runs/run_difference_card.h"
#include "gui/runs/run_notes.h"
#include "gui/runs/run_export.h"
#include "gui/runs/run_verbs.h"
#include "gui/runs/runs_panel.h"
#include "gui/runs/table/run_table.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/notice_bar.h"
#include "gui/widgets/lists/search_field.h"

#include <QEvent>
#include <QPushButton>
#include <QToolButton>

// The panel's texts, in the current language.

namespace netsmith::gui {

std::vector<QString> RunsPanel::namesOf(const std::vector<std::filesystem::path>& runs) const
{
    std::vector<const runs::RunSummary*> known;
    std::vector<std::size_t> places;
    std::vector<QString> names(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (const runs::RunSummary* run = m_model->find(inTable(runs[i]))) {
            known.push_back(run);
            places.push_back(i);
        } else
            names[i] = foldName(runs[i]);
    const std::vector<std::string> told = runs::namesOf(known);
    for (std::size_t i = 0; i < known.size(); ++i)
        names[places[i]] = fromStd(told[i]);
    return names;
}

void RunsPanel::showDeleted()
{
    m_deleted->setText({},
                       m_trash.size() == 1 ? tr("%1 was deleted.").arg(m_gone)
                                           : tr("%n run(s) were deleted.", nullptr, static_cast<int>(m_trash.size())));
    m_undo->setText(tr("Undo"));
    m_undo->setToolTip(tr("Restore what was deleted"));
}

void RunsPanel::showProblem(std::function<QString()> words)
{
    m_problemWords = std::move(words);
    m_problem->setText({}, m_problemWords());
    m_problem->show();
}

void RunsPanel::retranslate()
{
    m_table->setAccessibleName(tr("Runs of this project"));
    m_filter->setAccessibleName(tr("Filter runs"));
    m_filter->setPlaceholderText(tr("Name, tag, best>96, lr<0.01, state:done"));
    m_filter->setToolTip(tr("Words are searched for in names, tags, states and notes; to filter by a column, type its name, an "
                            "operator (=, !=, <, <=, >, >=, or : for contains) and a value as shown in the table"));
    m_group->setText(tr("Group seeds"));
    m_group->setToolTip(tr("Group runs that differ only in their seeds: mean ± standard deviation"));
    m_columns->setText(tr("Columns"));
    m_columns->setToolTip(tr("Which columns are shown, and which one the runs are sorted by"));
    m_verbs->retranslate();
    m_trashButton->setText(tr("Deleted runs…"));
    m_trashButton->setToolTip(tr("Restore deleted runs, or free their disk space"));
    m_difference->retranslate();
    m_notes->retranslate();
    m_deleted->retranslate();
    m_problem->retranslate();
    m_exporting->retranslate();
    if (!m_problem->isHidden())
        m_problem->setText({}, m_problemWords());
    m_model->retranslate();
    m_table->fitColumns();
    showDeleted();
}

void RunsPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        choose();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
