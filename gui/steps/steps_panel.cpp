#include "gui/steps/steps_panel.h"

#include "gui/explanations/step_words.h"
#include "gui/steps/layer_table.h"
#include "gui/steps/numbers_view.h"
#include "gui/steps/step_equation.h"
#include "gui/steps/steps_figures.h"
#include "gui/training/training_session.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QBoxLayout>
#include <QDockWidget>
#include <QEvent>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyle>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int pace = 1400; // milliseconds a layer
constexpr int widthOfFigures = 190;
constexpr int widthOfProse = 640; ///< of lines that are easy to read
constexpr int leastTable = 100;
constexpr int sideBySide = 620; ///< from this width on, the figures are beside the table

QPushButton* stepsButton(const QString& name, QWidget* parent)
{
    auto* button = new QPushButton(parent);
    button->setObjectName(name);
    return button;
}

ChoiceBox* stepsChoice(const QString& name, int letters, QWidget* parent)
{
    auto* choice = new ChoiceBox(parent);
    choice->setObjectName(name);
    choice->setMinimumContentsLength(letters);
    return choice;
}

TextLabel* stepsLabel(const QString& name, TextRole role, const QString& tone, QWidget* parent)
{
    auto* label = new TextLabel(role, tone, parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    return label;
}

void setWords(QWidget* widget, const QString& explanation)
{
    widget->setToolTip(explanation);
    if (!qobject_cast<QPushButton*>(widget))
        widget->setAccessibleName(explanation);
}

} // namespace

StepsPanel::StepsPanel(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_training(session)
    , m_session(new StepsSession(session.document(), this))
    , m_table(new LayerTable(this))
    , m_first(stepsButton(u"stepsFirst"_s, this))
    , m_previous(stepsButton(u"stepsPrevious"_s, this))
    , m_next(stepsButton(u"stepsNext"_s, this))
    , m_play(stepsButton(u"stepsPlay"_s, this))
    , m_take(stepsButton(u"stepsTake"_s, this))
    , m_newBatch(stepsButton(u"stepsNewBatch"_s, this))
    , m_restore(stepsButton(u"stepsRestore"_s, this))
    , m_begin(stepsButton(u"stepsBegin"_s, this))
    , m_weights(stepsChoice(u"stepsWeights"_s, 12, this))
    , m_batch(stepsChoice(u"stepsBatch"_s, 9, this))
    , m_progress(new QProgressBar(this))
    , m_state(stepsLabel(u"stepsState"_s, TextRole::body, u"secondary"_s, this))
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_about(stepsLabel(u"stepsAbout"_s, TextRole::body, u"secondary"_s, this))
    , m_body(new QWidget(this))
    , m_columns(new QBoxLayout(QBoxLayout::LeftToRight, m_body))
    , m_where(stepsLabel(u"stepsWhere"_s, TextRole::bodyStrong, {}, m_body))
    , m_figures(new StepsFigures(m_body))
    , m_tensor(stepsChoice(u"stepsTensor"_s, 16, m_body))
    , m_view(new NumbersView(m_body))
    , m_equation(stepsLabel(u"stepsEquation"_s, TextRole::number, u"secondary"_s, m_body))
{
    setObjectName(u"stepsPanel"_s);
    m_progress->setObjectName(u"stepsProgress"_s);
    m_note->setObjectName(u"stepsNote"_s);
    m_view->setObjectName(u"stepsTable"_s);
    m_view->setModel(m_table);
    m_timer.setInterval(pace);
    m_next->setProperty("class", u"primary"_s);
    build();
    connect(m_first, &QPushButton::clicked, this, [this] { goTo(0); });
    connect(m_previous, &QPushButton::clicked, this, [this] { goTo(m_index > 0 ? m_index - 1 : 0); });
    connect(m_next, &QPushButton::clicked, this, &StepsPanel::next);
    connect(m_play, &QPushButton::clicked, this, [this] { play(!m_timer.isActive()); });
    connect(m_take, &QPushButton::clicked, m_session, &StepsSession::takeStep);
    connect(m_newBatch, &QPushButton::clicked, m_session, &StepsSession::nextBatch);
    connect(m_restore, &QPushButton::clicked, m_session, &StepsSession::restoreWeights);
    connect(m_begin, &QPushButton::clicked, this,
            [this] { m_session->state() == StepsSession::State::preparing ? m_session->cancel() : begin(); });
    connect(m_figures, &StepsFigures::chosen, this, &StepsPanel::showStage);
    connect(m_tensor, &QComboBox::currentIndexChanged, this, &StepsPanel::showStage);
    connect(&m_timer, &QTimer::timeout, this, &StepsPanel::next);
    connect(m_session, &StepsSession::changed, this, &StepsPanel::refresh);
    connect(m_session, &StepsSession::explained, this, &StepsPanel::showEquation);
    connect(m_table, &LayerTable::weightChosen, m_session, &StepsSession::setWeight);
    connect(m_table, &LayerTable::weightChosen, this, [this] { m_refusal.clear(); });
    connect(m_table, &LayerTable::refused, this, [this](const QString& why) {
        m_refusal = why;
        refreshNote();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &StepsPanel::showEquation);
    connect(m_table, &QAbstractItemModel::modelReset, this, [this] {
        m_view->scrollToTop();
        m_view->horizontalScrollBar()->setValue(0);
        showEquation();
    });
    connect(m_table, &QAbstractItemModel::dataChanged, this, &StepsPanel::showEquation);
    connect(&session.document().selection(), &Selection::changed, this, &StepsPanel::followSelection);
    for (const auto signal : {&TrainingSession::askedChanged, &TrainingSession::runChanged})
        connect(&session, signal, this, &StepsPanel::refreshWeights);
    connect(&session, &TrainingSession::stateChanged, this, &StepsPanel::refreshWeights);
    connect(&Theme::instance(), &Theme::changed, this, &StepsPanel::fitTable);
    retranslate();
}

void StepsPanel::setJobs(WindowJobs& jobs)
{
    m_session->setJobs(jobs);
    refresh();
}

void StepsPanel::build()
{
    auto* tools = new WrapLayout(8, 8);
    tools->setContentsMargins(0, 0, 0, 0);
    for (QWidget* part : std::initializer_list<QWidget*>{m_first, m_previous, m_next, m_play, m_take, m_newBatch, m_restore,
                                                         m_begin, m_weights, m_batch, m_progress, m_state})
        tools->addWidget(part);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(Theme::instance().scaled(120));
    m_state->setWordWrap(false);
    m_about->setMaximumWidth(widthOfProse);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(16);
    m_columns->addWidget(m_figures);
    m_columns->addWidget(buildTable(), 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 6);
    column->setSpacing(8);
    column->addLayout(tools);
    column->addWidget(m_note);
    column->addWidget(m_about);
    column->addWidget(m_body, 1);
    column->addStretch(0);
}

QWidget* StepsPanel::buildTable()
{
    auto* right = new QWidget(m_body);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_where, 1);
    head->addWidget(m_tensor);
    m_equation->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_equation->setFocusPolicy(Qt::NoFocus);
    column->addLayout(head);
    column->addWidget(m_view, 1);
    column->addWidget(m_equation);
    return right;
}

void StepsPanel::retranslate()
{
    m_first->setText(tr("First"));
    m_previous->setText(tr("Previous"));
    m_next->setText(tr("Next layer"));
    m_take->setText(tr("Take the step"));
    m_newBatch->setText(tr("New batch"));
    m_restore->setText(tr("Original weights"));
    setWords(m_first, tr("Back to the first layer of the way forward"));
    setWords(m_previous, tr("The layer before this one"));
    setWords(m_next, tr("On to the next layer: forward, then back, then the update (F7)"));
    setWords(m_take, tr("Train this step: the weights become those after the update, and the next batch follows"));
    setWords(m_newBatch, tr("Follow the batch after this one through the same weights, without training on this one"));
    setWords(m_restore, tr("All weights as they were before you changed them"));
    setWords(m_weights, tr("The weights to begin with"));
    setWords(m_batch, tr("How many samples a step has"));
    setWords(m_tensor, tr("The numbers to show"));
    m_figures->retranslate();
    m_about->setText(
        tr("Follow one batch through the network, layer by layer, and its gradient back: every weight, product and sum is "
           "shown. Change a weight to see at once what it does to the loss. Nothing of a run is changed."));
    m_view->setAccessibleName(tr("Numbers of the layer"));
    const QSignalBlocker quiet(m_batch);
    const int chosen = std::max(m_batch->currentIndex(), 0);
    m_batch->clear();
    m_batch->addItems({tr("Whole batch"), tr("One sample")});
    m_batch->setCurrentIndex(chosen);
    play(m_timer.isActive());
    refreshWeights();
    m_table->retranslate();
    m_step.reset(); // the texts of the choices
    refresh();
}

void StepsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    for (QWidget* around = parentWidget(); around && !m_dock; around = around->parentWidget())
        if ((m_dock = qobject_cast<QDockWidget*>(around)))
            connect(m_dock, &QDockWidget::visibilityChanged, this, &StepsPanel::setWatching);
}

void StepsPanel::setWatching(bool watches)
{
    if (std::exchange(m_watches, watches) == watches)
        return;
    if (!watches)
        play(false);
    if (!watches) // for good, and neither behind another tab nor on the way to another place
        QTimer::singleShot(0, this, [this] {
            if (m_dock->isHidden())
                m_session->end();
        });
    Q_EMIT shownChanged();
}

/// Weights that the window knows: those of the asked run, at the asked moment.
void StepsPanel::refreshWeights()
{
    const QSignalBlocker quiet(m_weights);
    const QString chosen = m_weights->currentData().toString();
    const bool wasRandom = m_weights->count() > 1 && m_weights->currentIndex() == 0;
    m_weights->clear();
    m_weights->addItem(tr("Random weights"), QString());
    const bool live = m_training.isLive() && !m_training.asksChosen();
    if (const std::filesystem::path place = m_training.askedPlace(); !place.empty() && m_training.canPredict() && !live) {
        const QString name = m_training.nameOf(m_training.askedRun());
        m_weights->addItem(m_training.moment() ? tr("%1, step %2").arg(name, countText(*m_training.moment()))
                                               : tr("Weights of %1").arg(name),
                           QString::fromStdString(place.string()));
        m_weights->setCurrentIndex(wasRandom && chosen.isEmpty() ? 0 : 1);
    }
}

void StepsPanel::begin()
{
    play(false);
    m_refusal.clear();
    m_index = 0;
    m_figures->reset();
    m_session->begin({.weights = m_weights->currentData().toString().toStdString(), .oneSample = m_batch->currentIndex() == 1});
}

void StepsPanel::next()
{
    switch (m_session->state()) {
    case StepsSession::State::nothing: return begin();
    case StepsSession::State::preparing: return;
    case StepsSession::State::ready:
    case StepsSession::State::left: break;
    }
    if (m_index + 1 < m_stages.size())
        goTo(m_index + 1);
    if (m_index + 1 >= m_stages.size())
        play(false);
}

void StepsPanel::goTo(std::size_t index)
{
    if (m_stages.empty())
        return;
    m_index = std::min(index, m_stages.size() - 1);
    m_refusal.clear();
    refreshNote();
    refreshChoices();
    showStage();
    refreshTools();
}

void StepsPanel::play(bool plays)
{
    if (plays)
        m_timer.start();
    else
        m_timer.stop();
    m_play->setText(plays ? tr("Pause") : tr("Play"));
    setWords(m_play, plays ? tr("Stop at this layer") : tr("Go through the step layer by layer"));
}

std::size_t StepsPanel::sample() const
{
    return m_figures->sample();
}

std::optional<StepStage> StepsPanel::stage() const
{
    return m_index < m_stages.size() ? std::optional(m_stages[m_index]) : std::nullopt;
}

/// A layer that is selected on the canvas is shown, on the same way.
void StepsPanel::followSelection()
{
    const std::set<std::string>& nodes = m_training.document().selection().nodes();
    if (!m_watches || !m_step || m_stages.empty() || nodes.size() != 1)
        return;
    const std::string& place = m_training.document().place();
    const std::string path = place.empty() ? *nodes.begin() : place + '/' + *nodes.begin();
    const StepWay way = m_stages[m_index].way == StepWay::loss ? StepWay::forward : m_stages[m_index].way;
    const auto found = std::ranges::find_if(
        m_stages, [&](const StepStage& stage) { return stage.way == way && m_step->layers[stage.layer].node == path; });
    if (found != m_stages.end())
        goTo(static_cast<std::size_t>(found - m_stages.begin()));
}

void StepsPanel::refresh()
{
    if (m_step != m_session->step()) {
        const bool isNext = m_step && m_session->step() && m_step->step != m_session->step()->step;
        m_step = m_session->step();
        m_stages = m_step ? stagesOf(*m_step) : std::vector<StepStage>();
        if (isNext)
            m_index = 0;
        m_index = m_stages.empty() ? 0 : std::min(m_index, m_stages.size() - 1);
        refreshChoices();
    }
    showStage();
    refreshTools();
    if (m_step)
        m_figures->show(*m_session);
    refreshNote();
}

/// What there is to choose from at this place.
void StepsPanel::refreshChoices()
{
    const QSignalBlocker quiet(m_tensor);
    const QString tensor = m_tensor->currentText();
    m_tensor->clear();
    if (!m_step)
        return m_figures->reset();
    const StepStage stage = m_stages[m_index];
    m_figures->offer(*m_step, stage.way == StepWay::loss ? nullptr : &m_step->layers[stage.layer]);
    m_tensor->addItems(LayerTable::tensors(*m_step, stage));
    m_tensor->setCurrentIndex(std::max(m_tensor->findText(tensor), 0));
    m_tensor->setVisible(m_tensor->count() > 1);
}

void StepsPanel::showStage()
{
    if (m_stages.empty()) {
        m_where->setText({});
        m_table->show(*m_session, {});
    } else {
        m_where->setText(wordsOf(m_stages[m_index], *m_step));
        m_table->show(*m_session,
                      {.stage = m_stages[m_index],
                       .sample = m_figures->sample(),
                       .row = m_figures->row(),
                       .tensor = std::max(m_tensor->currentIndex(), 0)});
    }
    fitTable();
    showEquation();
    Q_EMIT shownChanged();
}

void StepsPanel::fitTable()
{
    m_view->fit(m_table->longestBelow());
    m_view->setMinimumHeight(Theme::instance().scaled(leastTable));
}

void StepsPanel::showEquation()
{
    const QModelIndex current = m_view->currentIndex();
    QString text = equationOf(*m_table, current);
    if (const auto number = m_table->numberAt(current)) {
        m_session->explain(*number);
        const StepsSession::Explanation& found = m_session->explanation();
        if (found.step == m_step && found.number == *number && !found.steps.empty()) {
            QStringList lines;
            for (const inspect::ExplainedStep& step : found.steps)
                lines << stepTitle(step) << stepEquation(step);
            text = lines.join(u'\n');
        }
    }
    if (text.isEmpty() && m_step && !m_stages.empty() && !current.isValid())
        text = m_stages[m_index].way == StepWay::forward
            ? tr("Choose a number to see how it is made. Double-click a weight, or press F2, to change it.")
            : tr("Choose a number to see how it is made.");
    m_equation->setText(text);
}

void StepsPanel::refreshTools()
{
    using State = StepsSession::State;
    const State state = m_session->state();
    const bool has = m_step != nullptr, isReady = state == State::ready, isPreparing = state == State::preparing;
    const QString whyNot = m_session->whyNot();
    for (QPushButton* button : {m_first, m_previous, m_next, m_play, m_take, m_newBatch})
        button->setVisible(has);
    m_first->setEnabled(has && m_index > 0);
    m_previous->setEnabled(has && m_index > 0);
    m_next->setEnabled(has && m_index + 1 < m_stages.size());
    m_play->setEnabled(m_next->isEnabled());
    m_take->setEnabled(isReady && !m_session->isComputing() && !m_session->problem());
    m_newBatch->setEnabled(isReady && !m_session->isComputing());
    m_restore->setVisible(has && !m_session->edits().empty());
    m_restore->setEnabled(isReady);
    if (const QString style = state == State::nothing ? u"primary"_s : QString(); m_begin->property("class").toString() != style) {
        m_begin->setProperty("class", style);
        m_begin->style()->unpolish(m_begin); // it looks different now
        m_begin->style()->polish(m_begin);
    }
    m_begin->setText(isPreparing ? tr("Cancel") : has ? tr("Begin again") : tr("Begin"));
    setWords(m_begin,
             !whyNot.isEmpty() ? whyNot
                 : isPreparing ? tr("Stop preparing")
                 : has         ? tr("Begin again with the project as it is now, and with these weights")
                               : tr("Load the data, make the network, and compute its next training step"));
    m_begin->setEnabled(isPreparing || whyNot.isEmpty());
    m_weights->setVisible(!isPreparing);
    m_batch->setVisible(!isPreparing);
    m_progress->setVisible(isPreparing);
    const PreparingEvent& progress = m_session->progress();
    m_progress->setRange(0, static_cast<int>(progress.total));
    m_progress->setValue(static_cast<int>(progress.done));
    m_state->setVisible(isPreparing);
    m_state->setText(progress.words.id().empty() ? tr("Preparing…") : tr("%1…").arg(messageText(progress.words)));
    m_about->setVisible(state == State::nothing);
    m_body->setVisible(has);
}

void StepsPanel::refreshNote()
{
    const QString whyNot = m_session->whyNot();
    const auto say = [this](NoteBox::Kind kind, const QString& text) {
        m_note->setKind(kind);
        m_note->setText(text);
        m_note->setVisible(!text.isEmpty());
    };
    if (m_session->problem())
        say(NoteBox::Kind::bad, messageText(*m_session->problem()));
    else if (!m_refusal.isEmpty())
        say(NoteBox::Kind::careful, m_refusal);
    else if (m_session->state() == StepsSession::State::left)
        say(NoteBox::Kind::info,
            tr("The device was needed for something else. These numbers stay; begin again to change weights or to take the step.")
                + (whyNot.isEmpty() ? QString() : u' ' + whyNot));
    else if (m_session->isOutdated())
        say(NoteBox::Kind::careful,
            tr("The network or its training was changed. These numbers are of the network before; begin again to see the new "
               "one."));
    else
        say(NoteBox::Kind::info, m_step ? QString() : whyNot);
}

void StepsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool beside = width() >= Theme::instance().scaled(sideBySide);
    m_columns->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_figures->setMaximumWidth(beside ? Theme::instance().scaled(widthOfFigures) : QWIDGETSIZE_MAX);
    m_figures->setMinimumWidth(beside ? Theme::instance().scaled(widthOfFigures) : 0);
}

void StepsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui
