#include "gui/training/notice_bar.h"
#include "gui/training/run_difference_card.h"
#include "gui/training/run_notes.h"
#include "gui/training/run_table.h"
#include "gui/training/run_table_export.h"
#include "gui/training/runs_panel.h"
#include "gui/widgets/controls/search_field.h"

#include <QAction>
#include <QEvent>
#include <QPushButton>
#include <QToolButton>

// What the panel says, in the language of the moment.

namespace netsmith::gui {

void RunsPanel::showDeleted()
{
    m_deleted->setText({},
                       m_trash.size() == 1 ? tr("%1 was deleted.").arg(m_gone)
                                           : tr("%n run(s) were deleted.", nullptr, static_cast<int>(m_trash.size())));
    m_undo->setText(tr("Undo"));
    m_undo->setToolTip(tr("Bring back what was deleted"));
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
    m_filter->setPlaceholderText(tr("Names, tags, or best>0.98 precision=bf16"));
    m_filter->setToolTip(
        tr("Words are looked for in names and tags; a column, a sign (=, !=, <, <=, >, >=, ~) and a value choose by "
           "what stands there"));
    m_group->setText(tr("Group seeds"));
    m_group->setToolTip(tr("Put runs together that differ in their seeds alone: mean ± deviation"));
    m_columns->setText(tr("Columns"));
    m_columns->setToolTip(tr("Which columns are shown, and by which the runs are sorted"));
    const auto say = [](QAction* action, const QString& text, const QString& tip) {
        action->setText(text);
        action->setToolTip(tip);
    };
    say(m_openAction, tr("Show curves"), tr("Show the curves of these runs over those of the run that trains"));
    say(m_resumeAction, tr("Resume"), tr("Go on with this run from its last checkpoint"));
    say(m_renameAction, tr("Rename"), tr("Give this run a name of its own"));
    say(m_tagsAction, tr("Tags"), tr("Words to find this run by, with commas between them"));
    say(m_notesAction, tr("Notes"), tr("What there is to remember about this run"));
    say(m_deleteAction, tr("Delete"), tr("Move these runs to the trash"));
    m_export->retranslate();
    say(m_compareAction, tr("What differs"), tr("Show what sets the chosen runs apart"));
    say(m_projectAction, tr("Open as project"), tr("Open exactly what this run trained as a new project"));
    say(m_cardAction, tr("Card"), tr("What another person needs to repeat this run, and whether it comes out the same again"));
    m_trashButton->setText(tr("Deleted runs…"));
    m_trashButton->setToolTip(tr("Bring deleted runs back, or free their disk"));
    m_difference->retranslate();
    m_notes->retranslate();
    m_deleted->retranslate();
    m_problem->retranslate();
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
