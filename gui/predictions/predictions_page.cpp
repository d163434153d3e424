#include "gui/predictions/predictions_page.h"

#include "gui/data/sample_view.h"
#include "gui/predictions/class_table.h"
#include "gui/predictions/score_plot.h"
#include "gui/training/training_session.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int widthOfBoth = 680; ///< from this width on, the samples are beside the plot
constexpr int widthOfWords = 640; ///< of lines that are easy to read
constexpr int lettersOfChoice = 12;
constexpr SampleViewSize sampleSize{.side = 56, .rows = 40, .listed = 40};
constexpr const char* viewNames[PredictionsPage::views] = {"confusionButton", "classesButton", "curvesButton", "calibrationButton",
                                                           "valuesButton"};

} // namespace

PredictionsPage::PredictionsPage(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_feed(new PredictionsFeed(session, this))
    , m_part(new ChoiceBox(this))
    , m_output(new ChoiceBox(this))
    , m_subject(new ChoiceBox(this))
    , m_buttons(new QButtonGroup(this))
    , m_export(new QToolButton(this))
    , m_menu(new QMenu(this))
    , m_savePng(m_menu->addAction(QString()))
    , m_saveSvg(m_menu->addAction(QString()))
    , m_saveTables(m_menu->addAction(QString()))
    , m_summary(new TextLabel(TextRole::bodyStrong, {}, this))
    , m_state(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_about(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_problem(new NoteBox(NoteBox::Kind::bad, {}, this))
    , m_body(new QWidget(this))
    , m_columns(new QBoxLayout(QBoxLayout::LeftToRight, m_body))
    , m_stack(new QStackedWidget(m_body))
    , m_confusion(new ConfusionView)
    , m_classes(new ClassTable)
    , m_plots(new QWidget)
    , m_left(new ScorePlot(u"leftPlot"_s))
    , m_right(new ScorePlot(u"rightPlot"_s))
    , m_samplesTitle(new TextLabel(TextRole::captionStrong, u"secondary"_s))
    , m_scroller(new Scroller)
    , m_samples(new SampleView(nullptr, sampleSize))
{
    setObjectName(u"predictionsPage"_s);
    m_part->setObjectName(u"predictionsPart"_s);
    m_output->setObjectName(u"predictionsOutput"_s);
    m_subject->setObjectName(u"predictionsSubject"_s);
    m_export->setObjectName(u"predictionsExport"_s);
    m_summary->setObjectName(u"predictionsSummary"_s);
    m_state->setObjectName(u"predictionsState"_s);
    m_about->setObjectName(u"predictionsAbout"_s);
    m_problem->setObjectName(u"predictionsProblem"_s);
    m_samplesTitle->setObjectName(u"predictionsSamplesTitle"_s);
    m_samples->setObjectName(u"predictionsSamples"_s);
    build();
    connect(m_feed, &PredictionsFeed::changed, this, &PredictionsPage::refresh);
    connect(m_part, &QComboBox::currentIndexChanged, this, [this](int index) { m_feed->setTraining(index == 1); });
    connect(m_output, &QComboBox::currentIndexChanged, this, [this] {
        m_confusion->choose(std::nullopt);
        refresh();
    });
    connect(m_subject, &QComboBox::currentIndexChanged, this, &PredictionsPage::showView);
    connect(m_confusion, &ConfusionView::cellChosen, this, &PredictionsPage::showSamples);
    connect(m_classes, &ClassTable::classChosen, this, &PredictionsPage::showSamples);
    m_samples->setChoosable();
    connect(m_samples, &SampleView::chosen, this, &PredictionsPage::chooseSample);
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) { open(static_cast<View>(id)); });
    connect(&Theme::instance(), &Theme::changed, this, &PredictionsPage::refresh);
    retranslate();
}

void PredictionsPage::build()
{
    auto* tools = new WrapLayout(8, 8, WrapLayout::Last::atEnd);
    tools->setContentsMargins(0, 0, 0, 0);
    for (int i = 0; i < views; ++i) {
        auto* button = new QToolButton(this);
        button->setObjectName(QString::fromLatin1(viewNames[i]));
        button->setProperty("class", u"quiet"_s);
        button->setCheckable(true);
        m_buttons->addButton(button, i);
        tools->addWidget(button);
    }
    for (ChoiceBox* choice : {m_part, m_output, m_subject}) {
        choice->setMinimumContentsLength(lettersOfChoice);
        tools->addWidget(choice);
    }
    m_part->addItems({QString(), QString()});
    buildExport();
    tools->addWidget(m_export);

    auto* pair = new QHBoxLayout(m_plots);
    pair->setContentsMargins(0, 0, 0, 0);
    pair->setSpacing(16);
    pair->addWidget(m_left, 2);
    pair->addWidget(m_right, 2);
    for (QWidget* each : std::initializer_list<QWidget*>{m_confusion, m_classes, m_plots})
        m_stack->addWidget(each);

    auto* content = new QWidget(m_scroller);
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    inside->addWidget(m_samples);
    inside->addStretch(1);
    m_scroller->setWidget(content);
    auto* side = new QVBoxLayout;
    side->setSpacing(8);
    m_samplesTitle->setWordWrap(true);
    side->addWidget(m_samplesTitle);
    side->addWidget(m_scroller, 1);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(16);
    m_columns->addWidget(m_stack, 5);
    m_columns->addLayout(side, 2);

    m_summary->setWordWrap(true);
    m_state->setWordWrap(true);
    m_about->setWordWrap(true);
    m_about->setMaximumWidth(widthOfWords);
    m_problem->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addLayout(tools);
    column->addWidget(m_problem);
    column->addWidget(m_summary);
    column->addWidget(m_state);
    column->addWidget(m_about);
    column->addWidget(m_body, 1);
    column->addStretch();
}

void PredictionsPage::open(View view)
{
    m_view = view;
    m_confusion->choose(std::nullopt);
    m_classes->setCurrentItem(nullptr);
    refresh();
}

std::shared_ptr<const inspect::OutputPredictions> PredictionsPage::output() const
{
    const PredictionsFeed::Report& report = m_feed->report();
    if (!report || report->outputs.empty())
        return nullptr;
    const auto at = static_cast<std::size_t>(std::max(0, m_output->currentIndex()));
    return {report, &report->outputs[std::min(at, report->outputs.size() - 1)]};
}

void PredictionsPage::refresh()
{
    refreshChoices();
    refreshState();
    showView();
}

/// Which outputs, views, classes and columns there are to choose.
void PredictionsPage::refreshChoices()
{
    const QSignalBlocker quietOutput(m_output), quietSubject(m_subject);
    const PredictionsFeed::Report& report = m_feed->report();
    QStringList outputs, subjects;
    for (std::size_t i = 0; report && i < report->outputs.size(); ++i)
        outputs << fromStd(report->outputs[i].output().node);
    const auto fill = [](ChoiceBox& choice, const QStringList& items) {
        QStringList before;
        for (int i = 0; i < choice.count(); ++i)
            before << choice.itemText(i);
        if (before == items)
            return;
        choice.clear();
        choice.addItems(items);
    };
    fill(*m_output, outputs);
    m_output->setVisible(outputs.size() > 1);
    const auto chosen = output();
    const bool isClasses = chosen && chosen->classes, isValues = chosen && chosen->values;
    if (isClasses && m_view == View::values)
        m_view = View::confusion;
    if (isValues)
        m_view = View::values;
    if (isClasses && m_view == View::calibration && !chosen->classes->areShares())
        m_view = View::confusion;
    if (isClasses && m_view == View::curves) {
        subjects << tr("All classes");
        for (std::int64_t c = 0; c < chosen->classes->classes(); ++c)
            subjects << classTitle(chosen->output().target, c);
    } else if (isValues && chosen->values->columns() > 1) {
        for (std::size_t column = 0; column < chosen->values->columns(); ++column)
            subjects << tr("Number %1").arg(column + 1);
    }
    fill(*m_subject, subjects);
    m_subject->setVisible(!subjects.isEmpty());
    for (int i = 0; i < views; ++i) {
        const auto view = static_cast<View>(i);
        QAbstractButton* button = m_buttons->button(i);
        button->setVisible(view == View::values ? isValues
                                                : isClasses && (view != View::calibration || chosen->classes->areShares()));
        button->setChecked(view == m_view);
    }
}

/// What is known, of which samples and weights, and what is being done.
void PredictionsPage::refreshState()
{
    using State = PredictionsFeed::State;
    const State state = m_feed->state();
    const bool any = output() != nullptr;
    m_body->setVisible(any);
    m_export->setVisible(any);
    m_summary->setVisible(any);
    m_summary->setText(any ? summary() : QString());
    m_about->setVisible(state == State::nothing);
    m_problem->setVisible(state == State::failed);
    if (m_feed->problem())
        m_problem->setText(messageText(*m_feed->problem()));
    QString words;
    if (state == State::working && !any)
        words = m_feed->all() > 0 ? tr("Predicting: %1 of %2 samples").arg(countText(m_feed->done()), countText(m_feed->all()))
                                  : tr("Preparing to predict…");
    if (any) {
        const inspect::RunPredictions& report = *m_feed->report();
        const auto count = std::ssize(report.samples);
        const bool isSome = count < report.available;
        const QString number = isSome ? tr("%1 of %2").arg(countText(count), countText(report.available)) : countText(count);
        const bool ofTraining = report.part == train::Evaluation::Part::training;
        words = (ofTraining ? tr("%1 training samples, after step %2") : tr("%1 validation samples, after step %2"))
                    .arg(number, countText(report.step));
        if (m_feed->isLive())
            words += isSome ? tr(" · live: as many as a second of training allows") : tr(" · live");
        else if (state == State::working)
            words += tr(" · being updated");
    }
    m_state->setVisible(!words.isEmpty());
    m_state->setText(words);
}

void PredictionsPage::showView()
{
    const auto chosen = output();
    m_confusion->show(chosen && chosen->classes ? chosen : nullptr);
    if (!chosen)
        return;
    switch (m_view) {
    case View::confusion: m_stack->setCurrentWidget(m_confusion); break;
    case View::classes:
        m_classes->show(chosen->report, chosen->output().target);
        m_stack->setCurrentWidget(m_classes);
        break;
    case View::curves: showCurves(*chosen); break;
    case View::calibration: showCalibration(*chosen->classes); break;
    case View::values: showValues(*chosen->values); break;
    }
    showSamples();
}

QWidget& PredictionsPage::picture() const
{
    return *m_stack->currentWidget();
}

void PredictionsPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_columns->setDirection(width() >= Theme::instance().scaled(widthOfBoth) ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void PredictionsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_feed->setShown(true);
    refresh();
}

void PredictionsPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_feed->setShown(false);
}

void PredictionsPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void PredictionsPage::retranslate()
{
    const QString titles[views] = {tr("Confusion matrix"), tr("Classes"), tr("ROC and PR curves"), tr("Calibration"),
                                   tr("Predicted and true")};
    const QString tips[views] = {tr("How often each class was predicted for each true one; a click on a cell shows its samples"),
                                 tr("Precision, recall and areas under the curves, class by class"),
                                 tr("What each threshold on the score of a class leads to"),
                                 tr("Whether a probability of 80 % is right in 80 % of the cases"),
                                 tr("Predicted numbers over the true ones, and how far they are off")};
    for (int i = 0; i < views; ++i) {
        auto* button = static_cast<QToolButton*>(m_buttons->button(i));
        button->setText(titles[i]);
        button->setToolTip(tips[i]);
    }
    m_part->setItemText(0, tr("Validation samples"));
    m_part->setItemText(1, tr("Training samples"));
    m_part->setAccessibleName(tr("Samples"));
    m_part->setToolTip(tr("The samples that the network is asked about"));
    m_output->setAccessibleName(tr("Output"));
    m_output->setToolTip(tr("The output whose predictions are shown"));
    m_subject->setAccessibleName(tr("Shown in the plots"));
    m_subject->setToolTip(tr("The class or the number that the plots are about"));
    m_confusion->setAccessibleName(tr("Confusion matrix"));
    m_classes->retranslate();
    m_about->setText(
        tr("Train the network, or choose a run under Runs: here you see what it predicts for every sample, which classes "
           "it confuses, how far its probabilities can be trusted, and its worst mistakes."));
    m_export->setText(tr("Save"));
    m_export->setToolTip(tr("Save the picture or the tables"));
    m_savePng->setText(tr("Picture as PNG…"));
    m_saveSvg->setText(tr("Picture as SVG…"));
    m_saveTables->setText(tr("All tables as CSV…"));
    refresh();
}

} // namespace netsmith::gui
