#include "gui/runs/run_verbs.h"

#include "gui/runs/table/run_table.h"
#include "gui/runs/table/run_table_export.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/icon.h"

#include <QAction>
#include <QEvent>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int verbGap = 8;
constexpr int verbMargin = 12;

QAction* makeRunVerb(QObject* parent, const QString& name, const QString& picture)
{
    auto* action = new QAction(icon(picture), {}, parent);
    action->setObjectName(name);
    action->setShortcutContext(Qt::WidgetShortcut);
    return action;
}

} // namespace

RunVerbs::RunVerbs(RunTable& table, RunTableExport& tableExport, QWidget* parent)
    : QWidget(parent)
    , m_export(tableExport)
    , m_open(makeRunVerb(this, u"openRunAction"_s, u"chart"_s))
    , m_resume(makeRunVerb(this, u"resumeRunAction"_s, u"run"_s))
    , m_rename(makeRunVerb(this, u"renameRunAction"_s, u"pen"_s))
    , m_tags(makeRunVerb(this, u"tagRunAction"_s, u"tag"_s))
    , m_notes(makeRunVerb(this, u"noteRunAction"_s, u"file"_s))
    , m_remove(makeRunVerb(this, u"deleteRunAction"_s, u"trash"_s))
    , m_compare(makeRunVerb(this, u"compareRunsAction"_s, u"layers"_s))
    , m_project(makeRunVerb(this, u"projectOfRunAction"_s, u"outline"_s))
    , m_card(makeRunVerb(this, u"cardOfRunAction"_s, u"ok"_s))
    , m_begin(makeRunVerb(this, u"beginFromRunAction"_s, u"step"_s))
    , m_exportRun(makeRunVerb(this, u"exportRunAction"_s, u"download"_s))
{
    m_notes->setCheckable(true);
    m_rename->setShortcut(Qt::Key_F2);
    m_remove->setShortcut(Qt::Key_Delete);
    auto* row = new WrapLayout(verbGap, 6);
    row->setContentsMargins(verbMargin, 8, verbMargin, 8);
    // Each with its rank: the highest loses its text first.
    for (const auto& [action, rank] : {std::pair{m_open, 0},
                                       {m_compare, 1},
                                       {m_resume, 2},
                                       {m_begin, 3},
                                       {m_rename, 8},
                                       {m_tags, 9},
                                       {m_notes, 10},
                                       {m_remove, 7},
                                       {m_project, 4},
                                       {m_card, 5},
                                       {m_exportRun, 6},
                                       {tableExport.copyAction(), 12},
                                       {tableExport.exportAction(), 11}}) {
        table.addAction(action);
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setObjectName(action->objectName().replace(u"Action"_s, u"Button"_s));
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
        m_buttons.push_back({button, rank});
    }
    setLayout(row);
    retranslate();
}

QSize RunVerbs::minimumSizeHint() const
{
    return layout()->minimumSize();
}

void RunVerbs::measure()
{
    for (Button& one : m_buttons) {
        const Qt::ToolButtonStyle style = one.button->toolButtonStyle();
        one.button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        one.wide = one.button->sizeHint().width();
        one.button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        one.narrow = one.button->sizeHint().width();
        one.button->setToolButtonStyle(style);
    }
    fit();
}

void RunVerbs::fit()
{
    int needed = 2 * verbMargin - verbGap;
    std::vector<Button*> byRank;
    for (Button& one : m_buttons) {
        needed += one.wide + verbGap;
        byRank.push_back(&one);
    }
    std::ranges::sort(byRank, std::greater<>(), [](const Button* one) { return one->rank; });
    for (Button* one : byRank) {
        const bool words = needed <= width() || one->rank == 0;
        if (!words)
            needed -= one->wide - one->narrow;
        const auto style = words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly;
        if (one->button->toolButtonStyle() != style)
            one->button->setToolButtonStyle(style);
    }
}

void RunVerbs::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void RunVerbs::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    measure(); // the style is known only now
}

void RunVerbs::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
}

void RunVerbs::retranslate()
{
    const auto say = [](QAction* action, const QString& text, const QString& tip) {
        action->setText(text);
        action->setToolTip(tip);
    };
    say(m_open, tr("Show curves"), tr("Show the curves of these runs along with those of the current run"));
    say(m_resume, tr("Resume"), tr("Resume this run from its last checkpoint"));
    say(m_rename, tr("Rename"), tr("Rename this run"));
    say(m_tags, tr("Tags"), tr("Words to find this run with, separated by commas"));
    say(m_notes, tr("Notes"), tr("Notes about this run"));
    say(m_remove, tr("Delete"), tr("Move these runs to the trash"));
    say(m_compare, tr("What differs"), tr("Show how the selected runs differ"));
    say(m_project, tr("Open as project"), tr("Open the network and settings of this run as a new project"));
    say(m_card, tr("Card"), tr("What another person needs to repeat this run, and a check that it is reproducible"));
    say(m_begin, tr("Begin from this run"), tr("Start the next training from this run's weights; they become part of the project"));
    say(m_exportRun, tr("Export run…"),
        tr("Write this run for others: a report, an ONNX model, a packed model, a Keras or PyTorch script, or a drawing"));
    m_export.retranslate();
    measure();
}

} // namespace netsmith::gui
