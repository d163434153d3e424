#include "gui/start/start_page.h"

#include "engine/data/source.h"
#include "gui/start/sample_card.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/elided_label.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString firstSample = u"mnist_cnn"_s;
constexpr int sideWidth = 260;
constexpr qsizetype fewUnsaved = 5;

bool needsOwnData(const Project& project)
{
    const auto& all = data::sources();
    const auto source = std::ranges::find(all, project.data.source, [](const data::Source* known) { return known->info().id; });
    return source != all.end() && (*source)->info().place != data::SourcePlace::own;
}

/// The application's logo, in its own colours at any scale.
class Mark final : public QWidget {
public:
    explicit Mark(QWidget* parent)
        : QWidget(parent)
    {
        setFixedSize(48, 48);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        paintIcon(painter, rect(), u"netsmith"_s, Theme::instance().color(Token::accent));
    }
};

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_page(new QWidget)
    , m_title(new TextLabel(TextRole::heading, {}, m_page))
    , m_sentence(new TextLabel(TextRole::body, u"secondary"_s, m_page))
    , m_new(new QPushButton(m_page))
    , m_open(new QPushButton(m_page))
    , m_recentTitle(new TextLabel(TextRole::captionStrong, u"secondary"_s, m_page))
    , m_recentList(new QWidget(m_page))
    , m_recentColumn(new QVBoxLayout(m_recentList))
    , m_samplesTitle(new TextLabel(TextRole::captionStrong, u"secondary"_s, m_page))
    , m_grid(new QGridLayout)
{
    setObjectName(u"startPage"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Dark); // the canvas's background
    m_new->setObjectName(u"newProjectButton"_s);
    m_open->setObjectName(u"openProjectButton"_s);
    m_new->setIcon(icon(u"plus"_s));
    m_open->setIcon(icon(u"folder"_s));
    for (QPushButton* button : {m_new, m_open})
        button->setStyleSheet(u"text-align: left;"_s);
    connect(m_new, &QPushButton::clicked, this, &StartPage::newWanted);
    connect(m_open, &QPushButton::clicked, this, &StartPage::openWanted);

    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_sentence);
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(new Mark(m_page));
    head->addLayout(words, 1);

    m_recentColumn->setContentsMargins(0, 0, 0, 0);
    m_recentColumn->setSpacing(2);
    auto* side = new QVBoxLayout;
    side->setSpacing(8);
    side->addWidget(m_new);
    side->addWidget(m_open);
    side->addSpacing(16);
    side->addWidget(m_recentTitle);
    side->addWidget(m_recentList);
    side->addStretch(1);

    m_grid->setSpacing(16);
    auto* samples = new QVBoxLayout;
    samples->setSpacing(12);
    samples->addWidget(m_samplesTitle);
    samples->addLayout(m_grid);
    samples->addStretch(1);

    auto* columns = new QHBoxLayout;
    columns->setSpacing(32);
    columns->addLayout(side, 1);
    columns->addLayout(samples, 4);
    auto* page = new QVBoxLayout(m_page);
    page->setContentsMargins(32, 32, 32, 32);
    page->setSpacing(28);
    page->addLayout(head);
    page->addLayout(columns, 1);

    auto* area = new Scroller(this);
    auto* centring = new QWidget;
    auto* centred = new QHBoxLayout(centring);
    centred->setContentsMargins(0, 0, 0, 0);
    centred->addStretch(1);
    centred->addWidget(m_page, 20);
    centred->addStretch(1);
    m_page->setMaximumWidth(1280);
    m_page->setBackgroundRole(QPalette::Window); // paints nothing, but its texts use the colour for this background
    area->setWidget(centring);
    centring->setAutoFillBackground(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(area);
    retranslate();
    showRecent();
}

/// The one for new users first, then from the smallest to the largest; those that need data of the user's own come last.
std::vector<StartPage::Sample> StartPage::samplesIn(const QString& folder)
{
    std::vector<Sample> out;
    if (folder.isEmpty())
        return out;
    for (const QString& name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const QString path = u"%1/%2/%2.netsmith"_s.arg(folder, name);
        if (Expected<Project> project = loadProject(path.toStdString()))
            out.push_back({name, path, std::move(*project)});
    }
    std::ranges::stable_sort(out, {}, [](const Sample& sample) {
        return std::tuple(sample.name != firstSample, needsOwnData(sample.project), sample.project.graph.nodes.size());
    });
    return out;
}

void StartPage::setSamples(const QString& folder)
{
    m_thread.run([this, folder] {
        m_thread.answer([this, samples = samplesIn(folder)] {
            m_samples = samples;
            showSamples();
        });
    });
}

void StartPage::showSamples()
{
    qDeleteAll(m_cards);
    m_cards.clear();
    for (const Sample& sample : m_samples) {
        auto* card = new SampleCard(sample.project, sample.path, sample.name == firstSample, m_page);
        connect(card, &QAbstractButton::clicked, this, [this, path = sample.path] { Q_EMIT sampleWanted(path); });
        m_cards << card;
    }
    m_samplesTitle->setVisible(!m_cards.isEmpty());
    placeCards();
    if (m_cards.isEmpty())
        return;
    for (SampleCard* card : m_cards)
        card->show(); // what is hidden can't have the focus
    setFocusProxy(m_cards.front());
    if (isVisible() && (hasFocus() || !isAncestorOf(QApplication::focusWidget())))
        setFocus(); // on the sample for new users
}

void StartPage::placeCards()
{
    const int room = std::min(width(), 1280) - 64 - 32 - Theme::instance().scaled(sideWidth);
    const int columns = std::clamp(room / Theme::instance().scaled(230), 1, 3);
    // The first one has its own row.
    const bool hasFirst = !m_cards.isEmpty() && m_cards.front()->isFirst();
    for (int i = 0; i < m_cards.size(); ++i) {
        const int place = hasFirst ? i + columns - 1 : i;
        if (hasFirst && i == 0)
            m_grid->addWidget(m_cards[i], 0, 0, 1, columns);
        else
            m_grid->addWidget(m_cards[i], place / columns, place % columns);
    }
    for (int column = 0; column < 3; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void StartPage::setRecent(const QStringList& paths, const QHash<QString, QDateTime>& opened)
{
    m_recent = paths;
    m_opened = opened;
    showRecent();
    m_thread.run([this, paths] {
        QSet<QString> gone;
        for (const QString& path : paths)
            if (!QFileInfo::exists(path))
                gone << path;
        m_thread.answer([this, gone] {
            if (std::exchange(m_gone, gone) != gone)
                showRecent();
        });
    });
}

void StartPage::setUnsaved(const QList<UnsavedProject>& projects)
{
    m_unsaved = projects;
    showRecent();
}

/// Files and unsaved projects in one order; only the newest unsaved ones until the user asks for all.
void StartPage::showRecent()
{
    const bool focused = m_recentList->isAncestorOf(QApplication::focusWidget());
    qDeleteAll(m_recentList->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    m_recentTitle->setVisible(!m_recent.isEmpty() || !m_unsaved.isEmpty());
    const qsizetype shown = m_allUnsaved ? m_unsaved.size() : std::min(m_unsaved.size(), fewUnsaved);
    qsizetype next = 0;
    for (const QString& path : m_recent) {
        for (const QDateTime opened = m_opened.value(path); next < shown && opened.isValid() && m_unsaved[next].time > opened;
             ++next)
            addUnsaved(m_unsaved[next]);
        addFile(path);
    }
    for (; next < shown; ++next)
        addUnsaved(m_unsaved[next]);
    if (shown < m_unsaved.size()) {
        auto* more = new QPushButton(tr("Show %n more that were never saved", nullptr, static_cast<int>(m_unsaved.size() - shown)),
                                     m_recentList);
        more->setObjectName(u"moreUnsaved"_s);
        more->setProperty("class", u"link"_s);
        connect(more, &QPushButton::clicked, this, [this] {
            m_allUnsaved = true;
            showRecent();
        });
        m_recentColumn->addWidget(more, 0, Qt::AlignLeft);
    }
    if (focused) // the focused widget was deleted
        m_open->setFocus(Qt::OtherFocusReason);
}

std::pair<QPushButton*, QToolButton*> StartPage::addLine(const QString& key, const QString& name, const QString& words,
                                                         Qt::TextElideMode elide)
{
    auto* line = new QWidget(m_recentList);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* open = new QPushButton(name, line);
    open->setObjectName(u"recent_%1"_s.arg(key));
    open->setProperty("class", u"link"_s);
    row->addWidget(open);
    auto* said = new ElidedLabel(TextRole::caption, u"muted"_s, line);
    said->setElideMode(elide);
    said->setText(words);
    row->addWidget(said, 1);
    auto* off = new QToolButton(line);
    off->setObjectName(u"forget_%1"_s.arg(key));
    off->setProperty("class", u"quiet"_s);
    off->setIconSize({12, 12});
    row->addWidget(off);
    m_recentColumn->addWidget(line);
    return {open, off};
}

void StartPage::addFile(const QString& path)
{
    const QFileInfo file(path);
    const bool there = !m_gone.contains(path);
    const QString name = file.completeBaseName();
    const auto [open, forget] = addLine(name, name, there ? file.path() : tr("no longer exists"), Qt::ElideLeft);
    open->setEnabled(there);
    open->setToolTip(there ? path : tr("%1 no longer exists").arg(path));
    connect(open, &QPushButton::clicked, this, [this, path] { Q_EMIT recentWanted(path); });
    forget->setIcon(icon(u"close"_s, Token::textMuted));
    forget->setToolTip(tr("Remove from the list; the file is kept"));
    forget->setAccessibleName(tr("Remove %1 from the list").arg(name));
    connect(forget, &QToolButton::clicked, this, [this, path] { Q_EMIT forgetWanted(path); });
}

void StartPage::addUnsaved(const UnsavedProject& project)
{
    const auto [open, trash] = addLine(QFileInfo(project.folder).fileName(), project.name,
                                       tr("not saved, %n run(s)", nullptr, project.runs), Qt::ElideRight);
    open->setToolTip(tr("Trained on %1 and never saved; reopens with its runs")
                         .arg(QLocale().toString(project.time.toLocalTime(), QLocale::ShortFormat)));
    connect(open, &QPushButton::clicked, this, [this, project] { Q_EMIT unsavedWanted(project); });
    trash->setIcon(icon(u"trash"_s, Token::textMuted));
    trash->setToolTip(tr("Move it to the trash, with its runs"));
    trash->setAccessibleName(tr("Move %1 to the trash, with its runs").arg(project.name));
    connect(trash, &QToolButton::clicked, this, [this, project] { Q_EMIT unsavedUnwanted(project); });
}

void StartPage::retranslate()
{
    m_title->setText(u"Netsmith"_s);
    m_sentence->setText(tr("Draw a network, train it, watch it learn."));
    m_new->setText(tr("New network"));
    m_open->setText(tr("Open a project…"));
    m_recentTitle->setText(tr("Recent projects"));
    m_samplesTitle->setText(tr("Samples"));
}

void StartPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showRecent();
        showSamples();
    }
    QWidget::changeEvent(event);
}

void StartPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_cards.isEmpty() && !isAncestorOf(QApplication::focusWidget()))
        setFocus(); // on the sample for new users
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeCards();
}

} // namespace netsmith::gui
