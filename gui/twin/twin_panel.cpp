#include "gui/twin/twin_panel.h"

#include "engine/graph/blocks/blocks.h"
#include "engine/graph/project/layer_lists.h"
#include "gui/twin/exponent_plot.h"
#include "gui/twin/twin_losses.h"
#include "gui/twin/twin_scale.h"
#include "gui/twin/twin_table.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// What FP32 can be compared with, as the training settings name it; the emulated precisions run on every machine.
constexpr std::array<std::pair<const char*, const char*>, 6> lowPrecisions{{{"fp16-emulated", "FP16, emulated"},
                                                                            {"bf16-emulated", "BF16, emulated"},
                                                                            {"bf16", "BF16"},
                                                                            {"fp16", "FP16"},
                                                                            {"tf32", "TF32"},
                                                                            {"int8", NS_TEXT("quantization", "int8")}}};

constexpr int widthOfBoth = 640; ///< from this width on, its two halves are side by side
constexpr int widthOfWords = 640; ///< of lines that are easy to read
constexpr int lettersOfPrecision = 12; ///< of the longest name

} // namespace

TwinPanel::TwinPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_outcome(new QWidget(this))
    , m_columns(new QBoxLayout(QBoxLayout::TopToBottom, m_outcome))
    , m_precision(new ChoiceBox)
    , m_start(new QPushButton)
    , m_pause(new QPushButton)
    , m_colours(new QCheckBox)
    , m_words(new TextLabel(TextRole::caption, u"secondary"_s))
    , m_about(new TextLabel(TextRole::body, u"secondary"_s))
    , m_problem(new NoteBox(NoteBox::Kind::bad))
    , m_losses(new TwinLosses)
    , m_scale(new TwinScale)
    , m_slider(new QSlider(Qt::Horizontal))
    , m_at(new ElidedLabel(TextRole::numberCaption, u"secondary"_s))
    , m_table(new TwinTable)
    , m_layer(new ElidedLabel(TextRole::captionStrong, u"secondary"_s))
    , m_exponents(new ExponentPlot)
    , m_keep(new QPushButton)
    , m_scaleLoss(new QPushButton)
    , m_advice(new NoteBox(NoteBox::Kind::info))
{
    setObjectName(u"twinPanel"_s);
    m_precision->setObjectName(u"twinPrecision"_s);
    m_start->setObjectName(u"twinStart"_s);
    m_start->setProperty("class", u"primary"_s);
    m_pause->setObjectName(u"twinPause"_s);
    m_colours->setObjectName(u"twinColours"_s);
    m_words->setObjectName(u"twinWords"_s);
    m_about->setObjectName(u"twinAbout"_s);
    m_problem->setObjectName(u"twinProblem"_s);
    m_slider->setObjectName(u"twinSlider"_s);
    m_at->setObjectName(u"twinAt"_s);
    m_layer->setObjectName(u"twinLayer"_s);
    m_keep->setObjectName(u"twinKeep"_s);
    m_scaleLoss->setObjectName(u"twinScaleLoss"_s);
    m_advice->setObjectName(u"twinAdvice"_s);
    for (const auto& [id, title] : lowPrecisions)
        m_precision->addItem(engineText(title), QString::fromLatin1(id));
    build();
    connectSession();
    retranslate();
}

/// Actions and advice first, then the curves beside the effect on each layer.
void TwinPanel::build()
{
    m_words->setWordWrap(true);
    m_about->setWordWrap(true);
    m_about->setMaximumWidth(widthOfWords);
    m_about->setAlignment(Qt::AlignTop);
    m_precision->setMinimumContentsLength(lettersOfPrecision);
    m_table->setMinimumHeight(120);
    m_colours->setChecked(true);
    auto* verbs = new WrapLayout(8, 8);
    verbs->setContentsMargins(0, 0, 0, 0);
    for (QWidget* verb : std::initializer_list<QWidget*>{m_precision, m_start, m_pause, m_scaleLoss, m_colours})
        verbs->addWidget(verb);
    auto* time = new QHBoxLayout;
    time->setSpacing(8);
    time->addWidget(m_slider, 1);
    time->addWidget(m_at);
    auto* chosen = new QHBoxLayout;
    chosen->setSpacing(8);
    chosen->addWidget(m_layer, 1);
    chosen->addWidget(m_keep);
    auto* course = new QVBoxLayout;
    course->setSpacing(8);
    course->addWidget(m_words);
    course->addWidget(m_losses, 1);
    course->addLayout(time);
    course->addWidget(m_scale);
    auto* layers = new QVBoxLayout;
    layers->setSpacing(8);
    layers->addWidget(m_table, 1);
    layers->addLayout(chosen);
    layers->addWidget(m_exponents);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(16);
    m_columns->addLayout(course, 2);
    m_columns->addLayout(layers, 3);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    column->addLayout(verbs);
    column->addWidget(m_problem);
    column->addWidget(m_advice);
    column->addWidget(m_about);
    column->addWidget(m_outcome, 1);
    column->addStretch();
    m_problem->hide();
}

void TwinPanel::connectSession()
{
    connect(m_start, &QPushButton::clicked, this, &TwinPanel::startOrStop);
    connect(m_pause, &QPushButton::clicked, this,
            [this] { m_session.state() == TwinSession::State::paused ? m_session.goOn() : m_session.pause(); });
    connect(m_keep, &QPushButton::clicked, this, &TwinPanel::keepChosen);
    connect(m_scaleLoss, &QPushButton::clicked, this, &TwinPanel::scaleLoss);
    connect(m_colours, &QCheckBox::toggled, this, &TwinPanel::coloursToggled);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        m_followsLast = value == m_slider->maximum();
        showMoment();
    });
    connect(m_table, &QTreeWidget::currentItemChanged, this, &TwinPanel::showLayer);
    connect(&m_session, &TwinSession::stateChanged, this, &TwinPanel::followState);
    connect(&m_session, &TwinSession::stepped, this, [this](const std::vector<twin::TwinStep>& steps) {
        m_losses->add(steps);
        m_scale->add(steps);
        showStep();
    });
    connect(&m_session, &TwinSession::measured, this, &TwinPanel::momentCame);
    connect(&m_session, &TwinSession::failed, this, [this](const Message& message) { showFailure(message); });
    connect(&m_session, &TwinSession::notKept, this, &TwinPanel::takeBack);
    connect(&m_document, &Document::changed, this, &TwinPanel::follow);
    connect(&Theme::instance(), &Theme::changed, this, &TwinPanel::showMoment);
}

bool TwinPanel::wantsColours() const
{
    return m_colours->isChecked();
}

void TwinPanel::setJobs(WindowJobs& jobs)
{
    m_lease.setJobs(jobs);
    connect(&jobs, &WindowJobs::changed, this, &TwinPanel::refresh);
    refresh();
}

void TwinPanel::followState()
{
    if (!m_session.isLive())
        m_lease.giveBack();
    refresh();
}

void TwinPanel::startOrStop()
{
    if (m_session.isLive()) {
        m_session.stop();
        return;
    }
    m_problem->hide();
    m_problem->setKind(NoteBox::Kind::bad);
    const auto whyNot = [this] { return m_lease.whyNot({m_document.project().training.device}); };
    if (!whyNot().isEmpty()) {
        m_problem->setKind(NoteBox::Kind::careful); // nothing is wrong
        m_problem->say(whyNot);
        return;
    }
    m_losses->clear();
    m_scale->clear();
    m_keepStep.reset();
    m_followsLast = true;
    m_session.clear();
    refresh();
    if (const int errors = m_document.analysis().errorCount(); errors > 0) {
        m_problem->say([errors] { return tr("The network has %n error(s), so it can't be trained yet.", nullptr, errors); });
        return;
    }
    m_lease.take({m_document.project().training.device}, [this] { m_session.stop(); });
    m_session.start(m_document.project(), m_document.dataDir(), m_precision->currentData().toString().toStdString());
}

void TwinPanel::showFailure(const Message& message)
{
    m_problem->setKind(NoteBox::Kind::bad);
    m_problem->say([message] { return messageText(message); });
}

void TwinPanel::follow(const Change& change)
{
    if (change.everything) { // the measurements are of a project that is no longer open
        m_session.clear();
        m_losses->clear();
        m_scale->clear();
        m_problem->hide();
        refresh();
    } else if (change.training) {
        m_session.keepInFp32(m_document.project().training.fp32Layers);
        showLayer();
        showAdvice();
    }
}

double TwinPanel::scaleWanted() const
{
    const twin::TwinAdvice& advice = m_session.advice();
    const bool helps = advice.lossScale && (advice.keptThen > advice.keptNow || advice.overflowed > 0.0);
    return helps && m_document.project().training.lossScale != *advice.lossScale ? *advice.lossScale : 0.0;
}

void TwinPanel::scaleLoss()
{
    if (const double scale = scaleWanted(); scale > 0.0)
        m_document.edit(tr("Scale the loss by %1").arg(numberText(scale)),
                        [scale](Project& project) { project.training.lossScale = scale; });
}

std::string TwinPanel::keepable() const
{
    if (m_table->chosen().empty())
        return {};
    std::string node = drawnNode(m_table->chosen()); // a block is kept as a whole
    const bool kept = isListed(m_document.project().training.fp32Layers, node);
    return kept || !m_document.project().graph.find(node) ? std::string() : node;
}

void TwinPanel::keepChosen()
{
    const std::string node = keepable();
    if (node.empty())
        return;
    m_problem->hide();
    m_document.edit(tr("Keep %1 in FP32").arg(fromStd(node)),
                    [&node](Project& project) { project.training.fp32Layers.push_back(node); });
    m_keepStep = m_document.undoStack().index();
}

/// If the layers could not be kept in FP32, undoes the click, unless something else was edited since.
void TwinPanel::takeBack(const std::vector<std::string>& layers, const Message& message)
{
    QUndoStack& steps = m_document.undoStack();
    if (m_keepStep == steps.index() && m_document.project().training.fp32Layers == layers)
        steps.undo();
    m_keepStep.reset();
    showFailure(message);
}

const twin::TwinMoment* TwinPanel::moment() const
{
    const std::vector<twin::TwinMoment>& all = m_session.moments();
    const auto at = static_cast<std::size_t>(m_slider->value());
    return at < all.size() ? &all[at] : nullptr;
}

void TwinPanel::momentCame()
{
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setMaximum(static_cast<int>(m_session.moments().size()) - 1);
        if (m_followsLast)
            m_slider->setValue(m_slider->maximum());
    }
    m_slider->setEnabled(m_slider->maximum() > 0);
    if (m_followsLast)
        showMoment();
    showAdvice();
}

void TwinPanel::showMoment()
{
    if (const twin::TwinMoment* shown = moment()) {
        m_table->setMoment(*shown);
        QString at = tr("step %1").arg(countText(shown->step));
        if (shown->lossScale)
            at += u" · "_s + tr("loss scale %1").arg(numberText(*shown->lossScale));
        if (shown->skipped > 0)
            at += u" · "_s + tr("%n step(s) skipped", nullptr, static_cast<int>(shown->skipped));
        m_at->setText(at);
    } else {
        m_table->clear();
        m_at->clear();
    }
    showLayer();
    Q_EMIT momentShown();
}

void TwinPanel::showLayer()
{
    const twin::TwinMoment* shown = moment();
    const std::string node = m_table->chosen();
    const twin::TwinLayer* layer = nullptr;
    if (shown && !node.empty())
        if (const auto found = std::ranges::find(shown->layers, node, &twin::TwinLayer::node); found != shown->layers.end())
            layer = &*found;
    if (layer) {
        const bool arrives = !layer->arrivingExponents.counts.empty();
        m_layer->setText(tr("%1: exponents of its gradients").arg(fromStd(node)));
        m_exponents->setExponents(arrives ? layer->arrivingExponents : layer->gradientExponents, shown->range,
                                  std::ilogb(shown->lossScale.value_or(1.0)));
    } else {
        m_layer->setText(shown ? tr("Choose a layer to see its gradients") : QString());
        m_exponents->clear();
    }
    m_keep->setEnabled(!keepable().empty());
}

void TwinPanel::showAdvice()
{
    QStringList sentences;
    for (const Message& sentence : m_session.advice().words)
        sentences << messageText(sentence);
    m_advice->setText(sentences.join(u'\n'));
    m_advice->setVisible(!sentences.isEmpty());
    const double scale = scaleWanted();
    m_scaleLoss->setText(tr("Scale the loss by %1").arg(numberText(scale)));
    m_scaleLoss->setVisible(scale > 0.0);
}

void TwinPanel::showStep()
{
    switch (m_session.state()) {
    case TwinSession::State::idle: m_words->clear(); return;
    case TwinSession::State::preparing: m_words->setText(tr("Preparing both copies")); return;
    default: break;
    }
    QString words = tr("Solid: FP32; dashed: the lower precision");
    if (const auto& step = m_session.lastStep())
        words = tr("step %1 of %2").arg(countText(step->step), countText(m_session.totalSteps())) + u" · "_s + words;
    m_words->setText(words);
}

void TwinPanel::refresh()
{
    const bool live = m_session.isLive();
    m_precision->setEnabled(!live);
    m_start->setText(live ? tr("Stop") : tr("Start"));
    const bool allowed = !m_lease.isTraining();
    m_start->setEnabled(live || allowed);
    m_start->setToolTip(allowed ? QString() : tr("Stop the run first"));
    const bool paused = m_session.state() == TwinSession::State::paused;
    m_pause->setText(paused ? tr("Resume") : tr("Pause"));
    m_pause->setEnabled(paused || m_session.state() == TwinSession::State::running);
    if (m_session.moments().empty()) {
        const QSignalBlocker quiet(m_slider);
        m_slider->setMaximum(0);
        m_slider->setEnabled(false);
        showMoment();
        showAdvice();
    }
    const bool begun = live || m_session.lastStep() || !m_session.moments().empty();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_outcome, m_pause, m_colours})
        widget->setVisible(begun);
    m_about->setVisible(!begun);
    showStep();
}

void TwinPanel::retranslate()
{
    for (std::size_t i = 0; i < lowPrecisions.size(); ++i)
        m_precision->setItemText(static_cast<int>(i), engineText(lowPrecisions[i].second));
    m_precision->setAccessibleName(tr("Precision to compare with FP32"));
    m_precision->setToolTip(
        tr("Emulated precisions compute in FP32 and round to 16 bits, so they run on every machine. With int8 dense layers and "
           "convolutions round their inputs and kernels to 8 bits, as quantization-aware training does."));
    m_losses->setAccessibleName(tr("The losses of both copies"));
    m_slider->setAccessibleName(tr("Measurement"));
    m_slider->setToolTip(tr("Which measurement is shown"));
    m_exponents->setAccessibleName(tr("Exponents of the layer's gradients, as the lower precision sees them"));
    m_about->setText(tr("Numbers in 16 bits take half the memory and are fast on many devices, but small ones are rounded to 0 and "
                        "large ones overflow. This trains one copy in FP32 and one in a lower precision, from the same weights on "
                        "the same batches, and shows layer by layer what the lower precision loses. No files are written."));
    m_colours->setText(tr("Color the network"));
    m_colours->setToolTip(tr("On the Network page, by how far each layer's gradients are from FP32 in one step"));
    m_keep->setText(tr("Keep in FP32"));
    m_keep->setToolTip(tr("Sets this in the project; a running twin follows at once"));
    m_scaleLoss->setToolTip(tr("Sets the loss scale in the project; the next twin starts with it"));
    m_table->retranslate();
    m_scale->retranslate();
    refresh();
    showMoment();
    showAdvice();
}

void TwinPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool wide = width() >= Theme::instance().scaled(widthOfBoth);
    m_columns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void TwinPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
