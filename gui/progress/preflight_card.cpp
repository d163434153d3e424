#include "gui/progress/preflight_card.h"

#include "gui/document/node_text.h"
#include "gui/progress/memory_bar.h"
#include "gui/training/preflight_outcome.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/share_bar.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include "engine/data/source.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int cardWidth = 430;
constexpr int margin = 16;

QPushButton* makeButton(QWidget* parent, const QString& name, const QString& look)
{
    auto* button = new QPushButton(parent);
    button->setObjectName(name);
    button->setProperty("class", look);
    return button;
}

} // namespace

PreflightCard::PreflightCard(TrainingSession& session, QWidget* parent)
    : QFrame(parent)
    , m_session(session)
    , m_scroll(new Scroller(this))
    , m_title(new TextLabel(TextRole::title))
    , m_about(new TextLabel(TextRole::body, u"secondary"_s))
    , m_needs(new FactList)
    , m_bar(new MemoryBar(16))
    , m_legend(new MemoryLegend)
    , m_free(new FactList)
    , m_gauge(new MemoryGauge)
    , m_times(new FactList)
    , m_progress(new ShareBar)
    , m_notes(new QVBoxLayout)
    , m_settings(makeButton(this, u"preflightSettingsButton"_s, u"link"_s))
    , m_cancel(makeButton(this, u"preflightCancelButton"_s, {}))
    , m_train(makeButton(this, u"preflightTrainButton"_s, u"primary"_s))
    , m_place(parent)
{
    setObjectName(u"preflightCard"_s);
    setProperty("class", u"card"_s);
    setFocusPolicy(Qt::NoFocus);
    m_about->setObjectName(u"preflightAbout"_s);
    m_about->setWordWrap(true);
    m_bar->setObjectName(u"preflightMemoryBar"_s);
    m_gauge->setObjectName(u"preflightMemoryGauge"_s);
    m_progress->setObjectName(u"preflightProgress"_s);
    m_notes->setSpacing(8);

    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(20, 16, 20, 4);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_about);
    addRule(*column);
    column->addWidget(m_needs);
    column->addWidget(m_bar);
    column->addWidget(m_legend);
    column->addSpacing(4);
    column->addWidget(m_free);
    column->addWidget(m_gauge);
    addRule(*column);
    column->addWidget(m_times);
    column->addWidget(m_progress);
    column->addLayout(m_notes);
    column->addStretch();
    content->installEventFilter(this);
    if (parent)
        parent->installEventFilter(this);
    m_scroll->setWidget(content);
    content->setAutoFillBackground(false);

    auto* verbs = new QHBoxLayout;
    verbs->setContentsMargins(16, 8, 20, 16);
    verbs->setSpacing(8);
    verbs->addWidget(m_settings);
    verbs->addStretch();
    verbs->addWidget(m_cancel);
    verbs->addWidget(m_train);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_scroll, 1);
    layout->addLayout(verbs);
    m_train->setIcon(icon(u"run"_s, Token::onAccent));

    m_fit.setSingleShot(true); // after the layouts have been updated
    m_fit.setInterval(0);
    connect(&m_fit, &QTimer::timeout, this, &PreflightCard::fit);
    connect(m_train, &QPushButton::clicked, &session, &TrainingSession::train);
    connect(m_cancel, &QPushButton::clicked, &session, &TrainingSession::cancel);
    connect(m_settings, &QPushButton::clicked, this, &PreflightCard::settingsAsked);
    connect(&session, &TrainingSession::preflightChanged, this, &PreflightCard::refresh);
    connect(&session, &TrainingSession::stateChanged, this, &PreflightCard::showProgress);
    connect(&session, &TrainingSession::updated, this, &PreflightCard::showProgress);
    retranslate();
}

QFrame* PreflightCard::addRule(QVBoxLayout& column)
{
    auto* rule = new QFrame;
    rule->setProperty("class", u"hairline"_s);
    rule->setFixedHeight(1);
    column.addSpacing(4);
    column.addWidget(rule);
    column.addSpacing(4);
    return rule;
}

int PreflightCard::contentHeight(int cardWidth) const
{
    const QLayout& content = *m_scroll->widget()->layout();
    const QMargins edge = layout()->contentsMargins() + contentsMargins();
    return content.hasHeightForWidth() ? content.totalHeightForWidth(cardWidth - edge.left() - edge.right())
                                       : content.totalSizeHint().height();
}

/// In a narrow window it is no wider than what it stands over, unless its buttons need more.
QSize PreflightCard::sizeHint() const
{
    const int most = m_place ? std::max(m_place->width(), minimumSizeHint().width()) : QWIDGETSIZE_MAX;
    const int width = std::min(Theme::instance().scaled(cardWidth), most);
    const QMargins edge = layout()->contentsMargins() + contentsMargins();
    return {width, contentHeight(width) + layout()->itemAt(1)->sizeHint().height() + edge.top() + edge.bottom()};
}

void PreflightCard::standOver(QWidget& place, const QWidget& floor)
{
    m_place = &place;
    m_floor = &floor;
    place.installEventFilter(this); // moving panels change the available room
    fit();
}

void PreflightCard::fit()
{
    QSize size = sizeHint();
    // The minimum height of wrapped labels is more than they need at this width.
    m_scroll->widget()->setMinimumHeight(contentHeight(size.width()));
    if (parentWidget()) {
        const QRect place(m_place->mapTo(parentWidget(), QPoint(0, 0)), m_place->size());
        const int bottom = m_floor ? m_floor->mapTo(parentWidget(), QPoint(0, 0)).y() : place.bottom() + 1;
        const int top = std::max(place.top() + margin, place.center().y() - size.height() / 2);
        size.setHeight(std::min(size.height(), bottom - margin - place.top() - margin));
        move(std::max(place.left(), place.center().x() - size.width() / 2), std::min(top, bottom - margin - size.height()));
    }
    resize(size);
    raise(); // panels that are shown again come to the top
}

bool PreflightCard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest || (event->type() == QEvent::Resize && watched != m_scroll->widget()))
        m_fit.start();
    return QFrame::eventFilter(watched, event);
}

void PreflightCard::refresh()
{
    const auto outcome = m_session.preflight();
    if (!outcome)
        return;
    const inspect::Preflight& look = outcome->look;
    QString data = messageText(look.data);
    const Project& project = m_session.document().project();
    for (const data::Source* source : data::sources())
        if (source->info().id == project.data.source && !look.standIn)
            data = engineText(source->info().title);
    m_about->setText(tr("%1 · %2, %3 · batch %4 · %5 · %6", "project, data, samples, batch, precision, device")
                         .arg(m_session.document().name(), data, tr("%Ln sample(s)", nullptr, static_cast<int>(look.samples.train)),
                              countText(look.batch), precisionTitle(look.precision), fromStd(look.deviceName)));
    if (const std::filesystem::path& from = m_session.weights(); !from.empty())
        m_about->setText((outcome->goesOnFrom
                              ? tr("%1 · goes on from %2, with its optimizer state", "what is trained, and a moment of a run")
                              : tr("%1 · starts from the weights of %2", "what is trained, and a run"))
                             .arg(m_about->text(), m_session.nameOf(from)));
    if (outcome->folds > 0)
        m_about->setText(
            tr("%1 · %2", "what is trained, and how")
                .arg(m_about->text(), tr("cross-validation with %n fold(s)", nullptr, static_cast<int>(outcome->folds))));
    showMemory(*outcome);
    showTimes(*outcome);
    showNotes(*outcome);
    showProgress();
}

void PreflightCard::showMemory(const PreflightOutcome& outcome)
{
    const inspect::Preflight& look = outcome.look;
    m_needs->set(u"memoryNeeded"_s, tr("Memory this run needs"), bytesText(look.memory.total()));
    m_bar->setUse(look.memory);
    m_legend->setUse(look.memory);
    const QString free = bytesText(look.memoryFree);
    m_free->set(u"memoryFree"_s, tr("Free on this device"),
                look.fits ? tr("%1 · fits", "an amount of memory").arg(free)
                          : tr("%1 · does not fit", "an amount of memory").arg(free));
    m_gauge->setBytes(look.memoryTotal, look.memoryFree, look.memory.total());
}

void PreflightCard::showTimes(const PreflightOutcome& outcome)
{
    const inspect::Preflight& look = outcome.look;
    const auto text = [&](double inspect::RunTime::*which, bool rough, double times = 1.0) {
        if (!look.time)
            return outcome.complete ? tr("not available") : tr("measuring…");
        const QString time = durationText(times * (*look.time.*which));
        return rough ? tr("about %1", "a duration").arg(time) : time;
    };
    m_times->set(u"stepTime"_s, tr("One step"), text(&inspect::RunTime::step, false));
    m_times->set(u"epochTime"_s, tr("One epoch"), text(&inspect::RunTime::epoch, false));
    const int epochs = static_cast<int>(look.epochs);
    m_times->set(u"runTime"_s,
                 outcome.folds > 0                 ? tr("One fold, %n epoch(s) with validation", nullptr, epochs)
                     : look.samples.validation > 0 ? tr("The whole run, %n epoch(s) with validation", nullptr, epochs)
                                                   : tr("The whole run, %n epoch(s)", nullptr, epochs),
                 text(&inspect::RunTime::run, true));
    m_times->set(u"foldsTime"_s, tr("All %n fold(s)", nullptr, static_cast<int>(outcome.folds)),
                 text(&inspect::RunTime::run, true, static_cast<double>(outcome.folds)));
    if (outcome.folds == 0)
        m_times->hide(u"foldsTime"_s);
    m_times->set(u"largestBatch"_s, tr("Largest batch size that fits"),
                 look.largestBatch > 0  ? countText(look.largestBatch)
                     : outcome.complete ? tr("none")
                                        : tr("measuring…"));
    const auto slowest = std::ranges::find_if(look.layers, [](const inspect::LayerTime& layer) { return !layer.node.empty(); });
    if (slowest == look.layers.end()) {
        m_times->hide(u"slowestLayer"_s);
        return;
    }
    const Node* node = m_session.document().project().graph.find(slowest->node);
    m_times->set(u"slowestLayer"_s, tr("Slowest layer, its share of a step"),
                 tr("%1 · %2", "a layer and its share")
                     .arg(node ? nodeName(*node) : fromStd(slowest->node), percentText(slowest->share, 0)));
}

void PreflightCard::showNotes(const PreflightOutcome& outcome)
{
    while (QLayoutItem* item = m_notes->takeAt(0)) {
        QWidget* note = item->widget();
        m_focusesTrain = m_focusesTrain || note->isAncestorOf(focusWidget());
        note->hide();
        note->deleteLater(); // one of its own buttons may have led here
        delete item;
    }
    const inspect::Preflight& look = outcome.look;
    const auto addNote = [this](NoteBox::Kind kind, const QString& text) {
        auto* note = new NoteBox(kind, text);
        m_notes->addWidget(note);
        return note;
    };
    const auto offerBatch = [this](NoteBox* note, std::int64_t batch) {
        QPushButton* use = note->addVerb(tr("Use %1", "a batch").arg(countText(batch)), u"useBatchButton"_s);
        connect(use, &QPushButton::clicked, this, [this, batch] { m_session.useBatch(batch); });
    };
    for (const Message& warning : look.warnings) {
        const bool refusal = warning.facts().cause == MessageFacts::Cause::tooLarge;
        NoteBox* note = addNote(refusal ? NoteBox::Kind::bad : NoteBox::Kind::careful, sentenceText(warning));
        if (warning.facts().batch > 0)
            offerBatch(note, warning.facts().batch);
    }
    if (outcome.startsOver)
        addNote(NoteBox::Kind::careful, sentenceText(*outcome.startsOver));
    if (look.standIn)
        addNote(NoteBox::Kind::info, sentenceText(look.data));
    if (look.precision == "fp32" || look.precisions.empty())
        return;
    const auto lower = std::ranges::count(look.precisions, look.precision, &inspect::LayerPrecision::precision);
    const auto all = static_cast<std::int64_t>(look.precisions.size());
    addNote(NoteBox::Kind::good,
            tr("%1 of %2 layers compute in %3; losses and everything kept between steps stay in FP32.")
                .arg(countText(lower), countText(all), precisionTitle(look.precision)));
}

void PreflightCard::showProgress()
{
    const auto outcome = m_session.preflight();
    const TrainingSnapshot& snapshot = m_session.snapshot();
    const bool again = m_session.state() == TrainingState::preparing; // the project was changed while the card is shown
    m_progress->setVisible(outcome && (again || !outcome->complete));
    const double share = snapshot.total > 0 ? static_cast<double>(snapshot.done) / static_cast<double>(snapshot.total) : -1.0;
    m_progress->setShare(share, 1);
    m_progress->setAccessibleName(messageText(snapshot.words));
    const bool fits = outcome && outcome->look.fits && !again;
    const bool ready = fits && m_session.allows(TrainingAction::train);
    if (!ready && m_train->hasFocus()) { // otherwise Qt would move the focus to another control of the window
        m_focusesTrain = true;
        m_cancel->setFocus(Qt::OtherFocusReason);
    }
    m_train->setEnabled(ready);
    if (m_train->isEnabled() && std::exchange(m_focusesTrain, false))
        m_train->setFocus(Qt::OtherFocusReason);
    m_train->setToolTip(outcome && !outcome->look.fits ? tr("This run does not fit in memory") : tr("Start the run (Enter)"));
}

void PreflightCard::retranslate()
{
    setAccessibleName(tr("Before you train"));
    m_title->setText(tr("Before you train"));
    m_settings->setText(tr("Settings"));
    m_settings->setToolTip(tr("Change the training settings; the card is updated"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Don't start a run (Esc)"));
    m_train->setText(tr("Train"));
    refresh();
    showProgress();
}

void PreflightCard::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void PreflightCard::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (key == Qt::Key_Escape)
        m_session.cancel();
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_train->isEnabled())
        m_train->click();
    else
        QFrame::keyPressEvent(event);
}

void PreflightCard::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    refresh();
    m_focusesTrain = !m_train->isEnabled();
    (m_train->isEnabled() ? m_train : m_cancel)->setFocus(Qt::OtherFocusReason);
}

/// Clicks must not reach what is below the card.
void PreflightCard::mousePressEvent(QMouseEvent* event)
{
    event->accept();
}

} // namespace netsmith::gui
