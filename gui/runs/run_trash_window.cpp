#include "gui/runs/run_trash_window.h"

#include "engine/runs/store/run_store.h"
#include "gui/runs/table/run_cell_text.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/notice_bar.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// Their names in the trash.
std::vector<std::string> namesOf(const std::vector<runs::RunSummary>& runs)
{
    std::vector<std::string> names;
    for (const runs::RunSummary& run : runs)
        names.push_back(run.folder.filename().string());
    return names;
}

} // namespace

RunTrashWindow::RunTrashWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_list(new QTreeWidget(this))
    , m_empty(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_problem(new NoteBox(NoteBox::Kind::bad, {}, this))
    , m_sure(new NoticeBar(NoteBox::Kind::careful, u"trashSureBar"_s, this))
    , m_really(m_sure->addVerb(u"trashReally"_s))
    , m_restore(new QPushButton(this))
    , m_purge(new QPushButton(this))
{
    setObjectName(u"runTrashWindow"_s);
    m_list->setObjectName(u"trashList"_s);
    m_list->setRootIsDecorated(false);
    m_list->setColumnCount(2);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_empty->setObjectName(u"trashEmpty"_s);
    m_empty->setAlignment(Qt::AlignCenter);
    m_problem->setObjectName(u"trashProblem"_s);
    m_restore->setObjectName(u"trashRestore"_s);
    m_purge->setObjectName(u"trashPurge"_s);
    auto* verbs = new QHBoxLayout;
    verbs->addWidget(m_restore);
    verbs->addStretch(1);
    verbs->addWidget(m_purge);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_sure);
    column->addWidget(m_problem);
    column->addWidget(m_list, 1);
    column->addWidget(m_empty, 1);
    column->addLayout(verbs);
    m_sure->hide();
    m_problem->hide();
    resize(Theme::instance().scaled(560), Theme::instance().scaled(360));
    connect(m_restore, &QPushButton::clicked, this, &RunTrashWindow::restoreChosen);
    connect(m_purge, &QPushButton::clicked, this, [this] {
        m_sure->show();
        m_really->setFocus(Qt::OtherFocusReason);
    });
    connect(m_sure, &NoticeBar::dismissed, m_sure, &QWidget::hide);
    connect(m_really, &QPushButton::clicked, this, [this] {
        m_sure->hide();
        work([folder = m_folder, names = namesOf(m_runs)] {
            runs::RunStore(folder).purge(names);
        }); // only the listed runs, nothing else
    });
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &RunTrashWindow::follow);
    retranslate();
}

void RunTrashWindow::open(const std::filesystem::path& runs)
{
    m_folder = runs;
    m_sure->hide();
    m_problem->hide();
    showRuns({});
    read();
    show();
    raise();
    activateWindow();
}

/// Runs the job on the thread, then reads the trash again, even if the job failed.
void RunTrashWindow::work(std::function<void()> job)
{
    m_problem->hide();
    m_thread.run([this, job = std::move(job)] {
        guarded(job, [this](const Error& error) { tell(error); });
        m_thread.answer([this] {
            Q_EMIT changed();
            read();
        });
    });
}

void RunTrashWindow::read()
{
    m_thread.run([this, folder = m_folder] {
        const auto list = [&] {
            m_thread.answer([this, folder, runs = runs::RunStore(folder).deleted()] {
                if (folder == m_folder)
                    showRuns(runs);
            });
        };
        guarded(list, [this](const Error& error) { tell(error); });
    });
}

void RunTrashWindow::tell(const Error& error)
{
    m_thread.answer([this, message = error.message()] { m_problem->say([message] { return sentenceText(message); }); });
}

void RunTrashWindow::showRuns(std::vector<runs::RunSummary> runs)
{
    m_runs = std::move(runs);
    m_list->clear();
    for (const runs::RunSummary& run : m_runs) {
        auto* item = new QTreeWidgetItem(m_list);
        item->setText(0, fromStd(run.name()));
        item->setText(1, startedText(run.started));
    }
    m_list->resizeColumnToContents(0);
    follow();
}

void RunTrashWindow::restoreChosen()
{
    std::vector<runs::RunSummary> chosen;
    for (const QTreeWidgetItem* item : m_list->selectedItems())
        chosen.push_back(m_runs[static_cast<std::size_t>(m_list->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(item)))]);
    work([folder = m_folder, names = namesOf(chosen)] {
        runs::RunStore store(folder);
        for (const std::string& name : names)
            store.restore(name);
    });
}

void RunTrashWindow::follow()
{
    m_list->setVisible(!m_runs.empty());
    m_empty->setVisible(m_runs.empty());
    m_restore->setEnabled(!m_list->selectedItems().isEmpty());
    m_purge->setEnabled(!m_runs.empty());
    if (m_runs.empty())
        m_sure->hide();
    m_sure->setText({}, tr("%n run(s) will be permanently deleted.", nullptr, static_cast<int>(m_runs.size())));
}

void RunTrashWindow::retranslate()
{
    setWindowTitle(tr("Deleted runs"));
    m_list->setHeaderLabels({tr("Run"), tr("Started")});
    m_list->setAccessibleName(tr("Deleted runs"));
    m_empty->setText(tr("The trash is empty."));
    m_restore->setText(tr("Restore"));
    m_restore->setToolTip(tr("Restore the selected runs"));
    m_purge->setText(tr("Delete all permanently…"));
    m_purge->setToolTip(tr("Delete everything in the trash and free its disk space"));
    m_really->setText(tr("Delete permanently"));
    follow();
}

void RunTrashWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void RunTrashWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui
