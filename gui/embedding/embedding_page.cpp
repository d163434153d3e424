#include "gui/embedding/embedding_page.h"

#include "gui/data/sample_view.h"
#include "gui/embedding/embedding_view.h"
#include "gui/training/training_session.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/share_bar.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

#include <array>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int widthOfPair = 620; ///< from this width on, the sample is beside the points
constexpr int widthOfProse = 640; ///< of lines that are easy to read
constexpr int widthOfShare = 220;
constexpr SampleViewSize oneSample{.side = 90, .rows = 1, .listed = 1};
constexpr SampleViewSize nearSamples{.side = 48, .rows = 4, .listed = 12};
constexpr std::array perplexities{5.0, 10.0, 30.0, 50.0, 100.0};
constexpr std::array<std::int64_t, 5> counts{500, 1000, 2000, 5000, 10'000};

} // namespace

EmbeddingPage::EmbeddingPage(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_feed(new EmbeddingFeed(session, this))
    , m_layer(new ChoiceBox(this))
    , m_method(new ChoiceBox(this))
    , m_perplexity(new ChoiceBox(this))
    , m_count(new ChoiceBox(this))
    , m_part(new ChoiceBox(this))
    , m_export(new QToolButton(this))
    , m_menu(new QMenu(this))
    , m_savePng(m_menu->addAction(QString()))
    , m_saveSvg(m_menu->addAction(QString()))
    , m_saveTable(m_menu->addAction(QString()))
    , m_work(new TextLabel(TextRole::body, u"secondary"_s))
    , m_share(new ShareBar)
    , m_cancel(new QPushButton)
    , m_again(new QPushButton)
    , m_workRow(new QWidget(this))
    , m_summary(new TextLabel(TextRole::bodyStrong, {}, this))
    , m_state(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_about(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_warning(new NoteBox(NoteBox::Kind::careful, {}, this))
    , m_problem(new NoteBox(NoteBox::Kind::bad, {}, this))
    , m_body(new QWidget(this))
    , m_columns(new QBoxLayout(QBoxLayout::LeftToRight, m_body))
    , m_view(new EmbeddingView(m_body))
    , m_sampleTitle(new TextLabel(TextRole::captionStrong, u"secondary"_s))
    , m_sampleFacts(new TextLabel(TextRole::caption, u"secondary"_s))
    , m_sample(new SampleView(nullptr, oneSample))
    , m_nearTitle(new TextLabel(TextRole::captionStrong, u"secondary"_s))
    , m_near(new SampleView(nullptr, nearSamples))
    , m_scroller(new Scroller)
{
    setObjectName(u"embeddingPage"_s);
    m_layer->setObjectName(u"embeddingLayer"_s);
    m_method->setObjectName(u"embeddingMethod"_s);
    m_perplexity->setObjectName(u"embeddingPerplexity"_s);
    m_count->setObjectName(u"embeddingCount"_s);
    m_part->setObjectName(u"embeddingPart"_s);
    m_export->setObjectName(u"embeddingExport"_s);
    m_work->setObjectName(u"embeddingWork"_s);
    m_share->setObjectName(u"embeddingShare"_s);
    m_cancel->setObjectName(u"embeddingCancel"_s);
    m_again->setObjectName(u"embeddingAgain"_s);
    m_summary->setObjectName(u"embeddingSummary"_s);
    m_state->setObjectName(u"embeddingState"_s);
    m_about->setObjectName(u"embeddingAbout"_s);
    m_warning->setObjectName(u"embeddingWarning"_s);
    m_problem->setObjectName(u"embeddingProblem"_s);
    m_sampleTitle->setObjectName(u"embeddingSampleTitle"_s);
    m_sampleFacts->setObjectName(u"embeddingSampleFacts"_s);
    m_sample->setObjectName(u"embeddingSample"_s);
    m_near->setObjectName(u"embeddingNear"_s);
    build();
    connect(m_layer, &QComboBox::currentIndexChanged, this, [this] {
        EmbeddingFeed::Wish wish = m_feed->wish();
        wish.layer = m_layer->currentData().toString().toStdString();
        m_feed->setWish(wish);
    });
    for (ChoiceBox* choice : {m_method, m_perplexity, m_count, m_part})
        connect(choice, &QComboBox::currentIndexChanged, this, &EmbeddingPage::wish);
    connect(m_feed, &EmbeddingFeed::changed, this, &EmbeddingPage::refresh);
    connect(m_cancel, &QPushButton::clicked, m_feed, &EmbeddingFeed::cancel);
    connect(m_again, &QPushButton::clicked, m_feed, &EmbeddingFeed::refresh);
    connect(m_view, &EmbeddingView::pointChosen, this, &EmbeddingPage::showSample);
    connect(m_view, &EmbeddingView::pointHovered, this, &EmbeddingPage::showSample);
    connect(&Theme::instance(), &Theme::changed, this, &EmbeddingPage::refresh);
    retranslate();
}

void EmbeddingPage::build()
{
    auto* tools = new WrapLayout(8, 8, WrapLayout::Last::atEnd);
    tools->setContentsMargins(0, 0, 0, 0);
    for (const auto& [choice, letters] : {std::pair(m_layer, 13), std::pair(m_method, 6), std::pair(m_perplexity, 11),
                                          std::pair(m_count, 11), std::pair(m_part, 12)}) {
        choice->setMinimumContentsLength(letters);
        tools->addWidget(choice);
    }
    const QSignalBlocker quietMethod(m_method), quietPerplexity(m_perplexity), quietCount(m_count), quietPart(m_part);
    m_method->addItems({QString(), QString()});
    for (const double perplexity : perplexities)
        m_perplexity->addItem(QString(), perplexity);
    for (const std::int64_t count : counts)
        m_count->addItem(QString(), QVariant::fromValue(static_cast<qlonglong>(count)));
    m_part->addItems({QString(), QString()});
    m_perplexity->setCurrentIndex(m_perplexity->findData(EmbeddingFeed::Wish().perplexity));
    m_count->setCurrentIndex(m_count->findData(QVariant::fromValue(static_cast<qlonglong>(EmbeddingFeed::Wish().samples))));
    buildExport();
    tools->addWidget(m_export);

    auto* work = new QHBoxLayout(m_workRow);
    work->setContentsMargins(0, 0, 0, 0);
    work->setSpacing(12);
    m_share->setMaximumWidth(widthOfShare);
    work->addWidget(m_work);
    work->addWidget(m_share, 1);
    work->addWidget(m_cancel);
    work->addWidget(m_again);
    work->addStretch(1);

    auto* content = new QWidget(m_scroller);
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    inside->setSpacing(8);
    for (TextLabel* label : {m_sampleTitle, m_sampleFacts, m_nearTitle})
        label->setWordWrap(true);
    inside->addWidget(m_sampleTitle);
    inside->addWidget(m_sampleFacts);
    inside->addWidget(m_sample);
    inside->addSpacing(8);
    inside->addWidget(m_nearTitle);
    inside->addWidget(m_near);
    inside->addStretch(1);
    m_scroller->setWidget(content);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(16);
    m_columns->addWidget(m_view, 5);
    m_columns->addWidget(m_scroller, 2);

    for (TextLabel* label : {m_summary, m_state, m_about})
        label->setWordWrap(true);
    m_about->setMaximumWidth(widthOfProse);
    m_warning->hide();
    m_problem->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addLayout(tools);
    column->addWidget(m_problem);
    column->addWidget(m_warning);
    column->addWidget(m_workRow);
    column->addWidget(m_summary);
    column->addWidget(m_state);
    column->addWidget(m_about);
    column->addWidget(m_body, 1);
    column->addStretch();
}

void EmbeddingPage::wish()
{
    EmbeddingFeed::Wish wish = m_feed->wish();
    wish.method = m_method->currentIndex() == 1 ? inspect::EmbeddingMethod::pca : inspect::EmbeddingMethod::tsne;
    wish.perplexity = m_perplexity->currentData().toDouble();
    wish.samples = m_count->currentData().toLongLong();
    wish.training = m_part->currentIndex() == 1;
    m_feed->setWish(wish);
}

void EmbeddingPage::refresh()
{
    const EmbeddingFeed::Outputs& outputs = m_feed->outputs();
    if (outputs != m_shown) {
        const bool areSame = outputs && m_shown && outputs->layer == m_shown->layer && outputs->samples == m_shown->samples;
        m_shown = outputs;
        m_view->setPalette(outputs ? PointPalette(outputs->known) : PointPalette(), areSame);
        refreshLayers();
    }
    m_view->setPoints(m_feed->points());
    refreshState();
    if (!m_feed->isWorking()) // those near a point are known
        showSample();
}

/// Of the network that was asked last.
void EmbeddingPage::refreshLayers()
{
    if (!m_shown)
        return;
    const QSignalBlocker quiet(m_layer);
    QStringList texts, before;
    for (const inspect::LayerChoice& layer : m_shown->layers)
        texts << tr("%1 · %2", "a layer and its shape").arg(fromStd(layer.node), shapeText(layer.shape));
    for (int i = 0; i < m_layer->count(); ++i)
        before << m_layer->itemText(i);
    if (texts != before) {
        m_layer->clear();
        for (std::size_t i = 0; i < m_shown->layers.size(); ++i)
            m_layer->addItem(texts[static_cast<qsizetype>(i)], fromStd(m_shown->layers[i].node));
    }
    m_layer->setCurrentIndex(m_layer->findData(fromStd(m_shown->layer)));
}

void EmbeddingPage::refreshState()
{
    using State = EmbeddingFeed::State;
    const State state = m_feed->state();
    const bool any = m_feed->points() != nullptr;
    m_body->setVisible(any);
    m_export->setEnabled(any && m_feed->result());
    m_layer->setVisible(m_layer->count() > 0);
    m_perplexity->setVisible(m_method->currentIndex() == 0);
    m_about->setVisible(state == State::nothing);
    m_problem->setVisible(state == State::failed);
    if (m_feed->problem())
        m_problem->setText(messageText(*m_feed->problem()));
    m_workRow->setVisible(m_feed->isWorking() || state == State::stopped);
    m_work->setText(workWords());
    m_share->setVisible(m_feed->isWorking());
    m_share->setShare(m_feed->share());
    m_cancel->setVisible(m_feed->isWorking());
    m_again->setVisible(state == State::stopped);
    const QString words = summary();
    m_summary->setVisible(!words.isEmpty());
    m_summary->setText(words);
    m_state->setVisible(any);
    m_state->setText(any ? stateWords() : QString());
    const QString careful = any ? warnings() : QString();
    m_warning->setVisible(!careful.isEmpty());
    if (!careful.isEmpty())
        m_warning->setText(careful);
}

QString EmbeddingPage::workWords() const
{
    using State = EmbeddingFeed::State;
    const auto percent = [this] { return percentText(m_feed->share(), 0); };
    switch (m_feed->state()) {
    case State::asking:
        return m_feed->share() < 0.0 ? tr("Preparing to ask the network…") : tr("Asking the network: %1").arg(percent());
    case State::placing: return m_feed->share() < 0.0 ? tr("Comparing the samples…") : tr("Placing the points: %1").arg(percent());
    case State::stopped: return tr("Stopped");
    default: return {};
    }
}

/// What the points are, once they have their places.
QString EmbeddingPage::summary() const
{
    const EmbeddingFeed::Result& result = m_feed->result();
    if (!result || !m_shown)
        return {};
    if (result->method == inspect::EmbeddingMethod::pca)
        return tr("PCA · %1 of the variance across, %2 upwards")
            .arg(percentText(result->shares[0]), percentText(result->shares[1]));
    return tr("t-SNE · perplexity %1 · KL divergence %2")
        .arg(QLocale().toString(result->perplexity, 'g', 4), QLocale().toString(result->divergence, 'f', 3));
}

QString EmbeddingPage::stateWords() const
{
    const inspect::LayerOutputs& outputs = *m_shown;
    const auto count = std::ssize(outputs.samples);
    const QString number =
        count < outputs.available ? tr("%1 of %2").arg(countText(count), countText(outputs.available)) : countText(count);
    const bool ofTraining = outputs.part == train::Evaluation::Part::training;
    QString words = (ofTraining ? tr("%1 training samples, after step %2") : tr("%1 validation samples, after step %2"))
                        .arg(number, countText(outputs.step));
    const QString width = countText(outputs.numbers.columns);
    switch (outputs.reading) {
    case inspect::LayerReading::whole: words += tr(" · %1 numbers each").arg(width); break;
    case inspect::LayerReading::channelMeans: words += tr(" · the means of %1 channels").arg(width); break;
    case inspect::LayerReading::lastStep: words += tr(" · %1 numbers each, at its last step").arg(width); break;
    case inspect::LayerReading::stepMeans: words += tr(" · %1 numbers each, averaged over its steps").arg(width); break;
    }
    const inspect::KnownTargets& known = outputs.known;
    words += !known.any() ? tr(" · nothing is known about the samples, so all have one color")
                          : tr(" · colored by \"%1\"").arg(fromStd(known.field.name));
    if (m_feed->isLive())
        words += count < outputs.available ? tr(" · live: as many as a second of training allows") : tr(" · live");
    return words;
}

QString EmbeddingPage::warnings() const
{
    QStringList all;
    if (m_shown->notFinite > 0)
        all << tr("The outputs for %n sample(s) are not finite and are left out.", nullptr, static_cast<int>(m_shown->notFinite));
    const EmbeddingFeed::Result& result = m_feed->result();
    if (result && result->method == inspect::EmbeddingMethod::tsne && result->perplexity < m_feed->wish().perplexity)
        all << tr("A perplexity of %1 needs at least %2 samples, so a lower one is used.")
                   .arg(QLocale().toString(m_feed->wish().perplexity, 'g', 4),
                        countText(static_cast<std::int64_t>(3.0 * m_feed->wish().perplexity) + 1));
    return all.join(u' ');
}

void EmbeddingPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_columns->setDirection(width() >= Theme::instance().scaled(widthOfPair) ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void EmbeddingPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_feed->setShown(true);
    refresh();
}

void EmbeddingPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_feed->setShown(false);
}

void EmbeddingPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void EmbeddingPage::retranslate()
{
    const QSignalBlocker quietMethod(m_method), quietPerplexity(m_perplexity), quietCount(m_count), quietPart(m_part);
    m_layer->setAccessibleName(tr("Layer"));
    m_layer->setToolTip(tr("The layer whose outputs are compared"));
    m_method->setItemText(0, tr("t-SNE"));
    m_method->setItemText(1, tr("PCA"));
    m_method->setAccessibleName(tr("Method"));
    m_method->setToolTip(
        tr("t-SNE keeps near samples near; distances between far groups tell nothing. PCA shows the two directions "
           "in which the outputs differ most, to scale."));
    for (int i = 0; i < m_perplexity->count(); ++i)
        m_perplexity->setItemText(i, tr("Perplexity %1").arg(m_perplexity->itemData(i).toInt()));
    m_perplexity->setAccessibleName(tr("Perplexity"));
    m_perplexity->setToolTip(tr("How many neighbors of each sample t-SNE keeps near it: more show larger groups"));
    for (int i = 0; i < m_count->count(); ++i)
        m_count->setItemText(i, tr("%1 samples").arg(countText(m_count->itemData(i).toLongLong())));
    m_count->setAccessibleName(tr("Number of samples"));
    m_count->setToolTip(tr("The most samples to compare, evenly spread"));
    m_part->setItemText(0, tr("Validation samples"));
    m_part->setItemText(1, tr("Training samples"));
    m_part->setAccessibleName(tr("Samples"));
    m_part->setToolTip(tr("The samples that the network is asked about"));
    m_view->setAccessibleName(tr("Samples as points"));
    m_view->setToolTip(QString());
    m_share->setAccessibleName(tr("Progress"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop here; the points stay where they are"));
    m_again->setText(tr("Compute again"));
    m_again->setToolTip(tr("Ask the network and place the points once more"));
    m_about->setText(
        tr("Train the network, or choose a run under Runs: here you see what a layer has learned. Each point is a sample; "
           "samples for which the layer's outputs are similar are near each other. Groups of one color mean that the "
           "layer tells the classes apart."));
    m_export->setText(tr("Save"));
    m_export->setToolTip(tr("Save the picture or the points"));
    m_savePng->setText(tr("Picture as PNG…"));
    m_saveSvg->setText(tr("Picture as SVG…"));
    m_saveTable->setText(tr("Points as CSV…"));
    m_nearTitle->setText(tr("Nearest points"));
    if (m_shown) // the names of what is left over
        m_view->setPalette(PointPalette(m_shown->known), true);
    refresh();
}

} // namespace netsmith::gui
