#include "gui/weights/spectrum_section.h"

#include "gui/weights/spectrum_plot.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

SpectrumSection::SpectrumSection(WeightsFeed& feed, QWidget* parent)
    : QWidget(parent)
    , m_feed(feed)
    , m_head(new TextLabel(TextRole::captionStrong, u"secondary"_s, this))
    , m_about(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_work(new QWidget(this))
    , m_state(new TextLabel(TextRole::caption, u"secondary"_s, m_work))
    , m_verb(new QPushButton(m_work))
    , m_plot(new SpectrumPlot(this))
    , m_facts(new FactList(this))
{
    m_about->setObjectName(u"weightsSpectrumAbout"_s);
    m_about->setWordWrap(true);
    m_state->setObjectName(u"weightsSpectrumState"_s);
    m_state->setWordWrap(true);
    m_verb->setObjectName(u"weightsSpectrumVerb"_s);
    m_plot->setObjectName(u"weightsSpectrum"_s);
    m_facts->setSteady();
    auto* work = new QHBoxLayout(m_work);
    work->setContentsMargins(0, 0, 0, 0);
    work->setSpacing(8);
    work->addWidget(m_state, 1);
    work->addWidget(m_verb);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (QWidget* part : std::initializer_list<QWidget*>{m_head, m_about, m_work, m_plot, m_facts})
        column->addWidget(part);
    connect(m_plot, &SpectrumPlot::pointed, this, &SpectrumSection::pointed);
    connect(m_verb, &QPushButton::clicked, this, [this] {
        if (m_feed.spectraShare())
            m_feed.stopSpectra();
        else
            m_feed.computeSpectra();
    });
    retranslate();
}

void SpectrumSection::refresh()
{
    const WeightsFeed::Shown& shown = *m_feed.shown();
    const inspect::WeightMatrixSizes sizes = inspect::matrixSizesOf(shown.numbers().facts);
    const bool isMatrix = sizes.rows > 0;
    setVisible(isMatrix);
    if (!isMatrix)
        return;
    const std::shared_ptr<const WeightsFeed::Spectra>& spectra = m_feed.spectra();
    const bool has = spectra && !spectra->list.empty();
    const inspect::Spectrum* whole = has && !spectra->list.front().refusal ? &spectra->list.front() : nullptr;
    const std::optional<double> wait = m_feed.spectraWait();
    const std::optional<double> share = m_feed.spectraShare();
    QString state;
    if (share)
        state = tr("Computing: %1").arg(percentText(*share, 0));
    else if (has && !whole)
        state = messageText(*spectra->list.front().refusal);
    else if (wait)
        state = tr("They take about %1.").arg(durationText(*wait));
    else if (!has)
        state = tr("Computing…");
    if (whole && spectra->step != shown.weights->step)
        state = (state.isEmpty() ? QString() : state + u' ') + tr("Those shown are of step %1.").arg(countText(spectra->step));
    m_state->setText(state);
    const bool canCompute = wait && inspect::spectrumWork(sizes.rows, sizes.columns) <= inspect::mostSpectrumWork;
    m_verb->setVisible(share || canCompute);
    m_verb->setText(share ? tr("Cancel") : tr("Compute"));
    m_verb->setToolTip(share ? tr("Stop computing the singular values") : tr("Compute the singular values of this matrix"));
    m_work->setVisible(!state.isEmpty());
    m_facts->setVisible(whole);
    m_plot->setVisible(whole);
    if (!whole)
        return;
    m_plot->show(spectra->list);
    refreshFacts(*whole);
}

void SpectrumSection::refreshFacts(const inspect::Spectrum& whole)
{
    m_facts->set(u"weightsSpectralNorm"_s, tr("Spectral norm"), significantText(whole.spectralNorm, 4),
                 tr("The largest singular value: the layer makes no input longer than this many times"));
    m_facts->set(u"weightsStableRank"_s, tr("Stable rank"), significantText(whole.stableRank, 4),
                 tr("Squared norm / squared spectral norm: how many directions share the strength of the matrix"));
    m_facts->set(u"weightsRank"_s, tr("Rank"),
                 tr("%1 of %2").arg(countText(whole.rank), countText(static_cast<std::int64_t>(whole.values.size()))),
                 tr("Singular values that are more than rounding errors in FP32"));
    m_facts->set(u"weightsCondition"_s, tr("Condition number"),
                 whole.condition ? significantText(*whole.condition, 4) : tr("infinite"),
                 tr("The largest singular value / the smallest"));
}

void SpectrumSection::retranslate()
{
    m_head->setText(tr("Singular values"));
    m_about->setText(tr("How many times the layer stretches its input along each of its own directions, the largest first"));
}

void SpectrumSection::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate(); // the panel refreshes the rest
}

} // namespace netsmith::gui
