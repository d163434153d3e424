#include "gui/tryit/try_it_pages.h"

#include "gui/tryit/answer_caption.h"
#include "gui/tryit/sentence_panel.h"
#include "gui/tryit/series_panel.h"
#include "gui/tryit/table_panel.h"
#include "gui/tryit/text_panel.h"
#include "gui/tryit/try_it_panel.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/elided_label.h"

#include <QAction>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int pagesMargin = 12;
constexpr int headGap = 6;
constexpr int leastRunWidth = 84; // narrower: the run is on its own line above

} // namespace

TryItPages::TryItPages(QWidget* parent)
    : QWidget(parent)
    , m_run(new QComboBox(this))
    , m_next(new QPushButton(this))
    , m_why(new QToolButton(this))
    , m_more(new QToolButton(this))
    , m_head(new QGridLayout)
    , m_verdict(new ElidedLabel(TextRole::captionStrong, u"secondary"_s, this))
    , m_pictures(new TryItPanel(this))
    , m_texts(new TextPanel(this))
    , m_sentences(new SentencePanel(this))
    , m_series(new SeriesPanel(this))
    , m_table(new TablePanel(this))
{
    setObjectName(u"tryItPages"_s);
    m_run->setObjectName(u"tryItRun"_s);
    m_run->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_run->setMinimumContentsLength(2); // a long name leaves room for the button
    m_next->setObjectName(u"tryItNext"_s);
    m_verdict->setObjectName(u"tryItVerdict"_s);
    m_why->setObjectName(u"tryItWhy"_s);
    m_why->setProperty("class", u"quiet"_s);
    m_why->setIcon(icon(u"eye"_s, Token::textSecondary));
    m_why->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_why->setEnabled(false);
    m_more->setObjectName(u"tryItMore"_s);
    m_more->setProperty("class", u"quiet"_s);
    m_more->setIcon(icon(u"more"_s, Token::textSecondary));
    m_more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_more);
    m_files = menu->addAction(QString(), this, [this] { openDialog(false); });
    m_folder = menu->addAction(QString(), this, [this] { openDialog(true); });
    menu->addSeparator();
    m_mistakes = menu->addAction(QString(), this, &TryItPages::mistakesWanted);
    m_files->setObjectName(u"tryItFiles"_s);
    m_folder->setObjectName(u"tryItFolder"_s);
    m_mistakes->setObjectName(u"tryItMistakes"_s);
    m_more->setMenu(menu);
    m_head->setContentsMargins(pagesMargin, 8, pagesMargin, 0);
    m_head->setSpacing(headGap);
    m_head->setColumnStretch(0, 1);
    placeHead();
    auto* line = new QHBoxLayout;
    line->setContentsMargins(pagesMargin, 4, pagesMargin, 0);
    line->setSpacing(headGap);
    line->addWidget(m_verdict, 1);
    line->addWidget(m_why);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_head);
    column->addLayout(line);
    for (QWidget* page : {static_cast<QWidget*>(m_pictures), static_cast<QWidget*>(m_texts), static_cast<QWidget*>(m_sentences),
                          static_cast<QWidget*>(m_series), static_cast<QWidget*>(m_table)})
        column->addWidget(page, 1); // hidden pages take no space
    connect(m_run, &QComboBox::activated, this, [this](int index) { Q_EMIT runChosen(m_run->itemData(index).toString()); });
    connect(m_pictures, &TryItPanel::filesGiven, this, &TryItPages::filesGiven);
    connect(m_why, &QToolButton::clicked, this, &TryItPages::whyWanted);
    connect(m_next, &QPushButton::clicked, this, &TryItPages::nextWanted);
    retranslate();
    setPage(Page::picture);
}

void TryItPages::placeHead()
{
    const int verbs = m_next->sizeHint().width() + m_more->sizeHint().width() + 2 * headGap;
    const bool stacked = width() - 2 * pagesMargin - verbs < Theme::instance().scaled(leastRunWidth);
    if (m_stacked == stacked)
        return;
    m_stacked = stacked;
    for (QWidget* widget : {static_cast<QWidget*>(m_run), static_cast<QWidget*>(m_next), static_cast<QWidget*>(m_more)})
        m_head->removeWidget(widget);
    m_head->addWidget(m_run, 0, 0, 1, stacked ? 3 : 1);
    m_head->addWidget(m_next, stacked ? 1 : 0, stacked ? 0 : 1, 1, stacked ? 2 : 1);
    m_head->addWidget(m_more, stacked ? 1 : 0, 2);
}

QSize TryItPages::minimumSizeHint() const
{
    int least = m_next->minimumSizeHint().width() + headGap + m_more->sizeHint().width() + 2 * pagesMargin;
    for (const QWidget* page :
         {static_cast<const QWidget*>(m_pictures), static_cast<const QWidget*>(m_texts), static_cast<const QWidget*>(m_sentences),
          static_cast<const QWidget*>(m_series), static_cast<const QWidget*>(m_table)})
        if (!page->isHidden())
            least = std::max(least, page->minimumSizeHint().width());
    return {least, QWidget::minimumSizeHint().height()};
}

bool TryItPages::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) // a text or its size has changed
        placeHead();
    return QWidget::event(event);
}

void TryItPages::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeHead();
}

void TryItPages::setPage(Page page)
{
    m_page = page;
    m_pictures->setVisible(page == Page::picture);
    m_texts->setVisible(page == Page::text);
    m_sentences->setVisible(page == Page::sentence);
    m_series->setVisible(page == Page::series);
    m_table->setVisible(page == Page::table);
}

void TryItPages::openImage(const QString& path)
{
    setPage(Page::picture);
    m_pictures->openImage(path);
}

void TryItPages::setRuns(const QList<Run>& runs, const QString& asked)
{
    if (runs == m_runs && asked == m_asked)
        return;
    m_runs = runs;
    m_asked = asked;
    fillRuns();
}

void TryItPages::setAsked(const QString& run)
{
    m_asked = run;
    fillRuns();
}

void TryItPages::setNamer(const std::function<QString(const QString& run)>& namer)
{
    for (AnswerCaption* caption : findChildren<AnswerCaption*>())
        caption->setNamer(namer);
}

void TryItPages::fillRuns()
{
    const QSignalBlocker quiet(m_run);
    m_run->clear();
    m_run->addItem(tr("Latest run"), QString());
    for (const Run& run : m_runs)
        m_run->addItem(run.name, run.path);
    m_run->setCurrentIndex(std::max(0, m_run->findData(m_asked)));
}

void TryItPages::setNextEnabled(bool enabled)
{
    m_next->setEnabled(enabled);
    m_mistakes->setEnabled(enabled);
}

void TryItPages::setWhyEnabled(bool enabled)
{
    m_why->setEnabled(enabled);
}

void TryItPages::setFilesEnabled(bool enabled)
{
    setAcceptDrops(enabled); // otherwise the window handles drops
    m_files->setEnabled(enabled);
    m_folder->setEnabled(enabled);
}

void TryItPages::openDialog(bool folder)
{
    auto* dialog = new QFileDialog(this, folder ? tr("Open a folder of samples") : tr("Open files of samples"));
    dialog->setObjectName(u"tryItFilesDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &TryItPages::filesGiven);
    dialog->show(); // non-modal: training continues
}

void TryItPages::dragEnterEvent(QDragEnterEvent* event)
{
    if (m_files->isEnabled() && !localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void TryItPages::dropEvent(QDropEvent* event)
{
    const QStringList paths = localFiles(*event->mimeData());
    event->acceptProposedAction();
    Q_EMIT filesGiven(paths);
}

void TryItPages::showVerdict(Verdict verdict, const QString& text)
{
    m_verdict->setTone(verdict == Verdict::right ? u"good"_s : verdict == Verdict::wrong ? u"bad"_s : u"secondary"_s);
    m_verdict->setText(text);
}

void TryItPages::retranslate()
{
    fillRuns();
    m_run->setAccessibleName(tr("Run to try"));
    m_run->setToolTip(tr("The run whose network is used; the latest is the one being trained, or else the last one"));
    m_files->setText(tr("Open files…"));
    m_folder->setText(tr("Open a folder…"));
    m_mistakes->setText(tr("Show mistakes"));
    m_more->setToolTip(tr("Predict from files, or see what the network gets wrong"));
    m_more->setAccessibleName(tr("More to try"));
    m_why->setText(tr("Why?"));
    m_why->setToolTip(tr("Show which parts of the sample the answer depends on"));
    m_next->setText(tr("Next sample"));
    m_next->setToolTip(tr("Give the network the next test sample, and show its true value (F9)"));
}

void TryItPages::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
