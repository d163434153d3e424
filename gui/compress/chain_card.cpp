#include "gui/compress/chain_card.h"

#include "engine/losses/measured_quantity.h"
#include "gui/compress/compress_words.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/plain_text.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int factsWidth = 264; ///< of the frame, at a text size of 13 px
constexpr int frameMargin = 12;
constexpr int linesOfChange = 2; ///< room for what was done
constexpr int arrowWidth = 28;
constexpr int arrowSide = 18;

const compress::Latency* latencyOf(const compress::Measures& measures, std::int64_t batch)
{
    const auto found = std::ranges::find(measures.latencies, batch, &compress::Latency::batch);
    return found == measures.latencies.end() ? nullptr : &*found;
}

const double* valueIn(const NamedValues& values, const std::string& name)
{
    const auto found = std::ranges::find(values, name, &NamedValues::value_type::first);
    return found == values.end() ? nullptr : &found->second;
}

} // namespace

ChainCard::ChainCard(QWidget* parent)
    : QWidget(parent)
    , m_frame(new QFrame(this))
    , m_change(new TextLabel(TextRole::bodyStrong, {}, m_frame))
    , m_open(new QPushButton(m_frame))
    , m_grid(new QGridLayout)
    , m_unmeasured(new TextLabel(TextRole::body, u"muted"_s, m_frame))
{
    m_frame->setProperty("class", u"card"_s);
    m_change->setObjectName(u"chainChange"_s);
    m_change->setWordWrap(true);
    m_change->setAlignment(Qt::AlignTop);
    m_open->setObjectName(u"chainOpen"_s);
    m_open->setProperty("class", u"link"_s);
    m_open->setProperty("flush", true);
    m_open->setCursor(Qt::PointingHandCursor);
    m_unmeasured->setObjectName(u"chainUnmeasured"_s);
    m_unmeasured->setWordWrap(true);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(0, 1);
    auto* column = new QVBoxLayout(m_frame);
    column->setContentsMargins(frameMargin, 10, frameMargin, 10);
    column->setSpacing(4);
    column->addWidget(m_change);
    column->addWidget(m_open, 0, Qt::AlignLeft);
    column->addLayout(m_grid);
    column->addWidget(m_unmeasured);
    column->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_frame);
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT opened(m_run); });
}

void ChainCard::addFact(const QString& id, const QString& name, const QString& amount, const QString& difference,
                        const QString& tone, const QString& tip)
{
    const auto line = static_cast<int>(m_used);
    if (m_used == m_rows.size()) {
        const Row made{new ElidedLabel(TextRole::caption, u"secondary"_s, m_frame),
                       new TextLabel(TextRole::numberCaption, {}, m_frame), new TextLabel(TextRole::numberCaption, {}, m_frame)};
        m_grid->addWidget(made.name, line, 0);
        m_grid->addWidget(made.difference, line, 2, Qt::AlignRight);
        m_rows.push_back(made);
    }
    const Row& row = m_rows[m_used++];
    m_grid->removeWidget(row.amount); // it may have more room, or less
    m_grid->addWidget(row.amount, line, 1, 1, difference.isEmpty() ? 2 : 1, Qt::AlignRight);
    row.name->setText(name);
    row.amount->setText(amount);
    row.amount->setObjectName(id);
    row.difference->setText(difference);
    row.difference->setObjectName(id + u"Difference"_s);
    row.difference->setTone(tone);
    for (TextLabel* label : {row.name, row.amount, row.difference}) {
        label->setToolTip(tip);
        label->show();
    }
}

void ChainCard::addSizes(const compress::Measures& measures, const compress::Measures* original)
{
    const auto add = [&](const QString& id, const QString& name, const QString& amount, double value, double before,
                         const QString& tip) {
        const QString factor = original && before > 0.0 ? factorText(value, before) : QString();
        addFact(id, name, amount, factor,
                value < before * 0.995       ? u"good"_s
                    : value > before * 1.005 ? u"careful"_s
                                             : u"muted"_s,
                tip);
    };
    const compress::Measures& before = original ? *original : measures;
    add(u"chainBytes"_s, tr("Size on disk"), bytesText(measures.bytes), static_cast<double>(measures.bytes),
        static_cast<double>(before.bytes), tr("The file of weights"));
    add(u"chainParameters"_s, tr("Parameters"), shortCountText(static_cast<double>(measures.size.parameters)),
        static_cast<double>(measures.size.parameters), static_cast<double>(before.size.parameters),
        tr("Of them %1 are zero", "a share of the weights").arg(percentText(measures.zeros)));
    add(u"chainFlops"_s, tr("FLOPs"), flopsText(measures.size.flops), measures.size.flops, before.size.flops,
        tr("To predict one sample; a multiplication and an addition count as two"));
    add(u"chainMemory"_s, tr("Memory"), bytesText(measures.memory), static_cast<double>(measures.memory),
        static_cast<double>(before.memory),
        tr("To predict %n sample(s) at once, weights included", nullptr,
           static_cast<int>(*std::ranges::max_element(compress::timedBatches))));
}

void ChainCard::addLatencies(const compress::Measures& measures, const compress::Measures* original)
{
    for (const std::int64_t batch : compress::timedBatches) {
        const compress::Latency* latency = latencyOf(measures, batch);
        const compress::Latency* before = original && original->device == measures.device ? latencyOf(*original, batch) : nullptr;
        const auto add = [&](const QString& id, const QString& name, double compress::Latency::*member, const QString& tip) {
            if (!latency)
                return;
            const double seconds = latency->*member, was = before ? before->*member : 0.0;
            const QString tone = !before || isAsFast(seconds, was) ? u"muted"_s : seconds < was ? u"good"_s : u"careful"_s;
            addFact(id, name, durationText(seconds), speedText(seconds, was), tone, tip);
        };
        const QString count = countText(batch), device = fromStd(measures.device);
        add(u"chainP50_%1"_s.arg(batch), tr("p50, batch %1").arg(count), &compress::Latency::p50,
            tr("Half of the predictions of a batch take no longer, on %1").arg(device));
        add(u"chainP99_%1"_s.arg(batch), tr("p99, batch %1").arg(count), &compress::Latency::p99,
            tr("All but one in a hundred predictions of a batch take no longer, on %1").arg(device));
    }
}

void ChainCard::addJudged(const compress::Measures& measures, const compress::Measures* original)
{
    const std::string judged = compress::judgedValue(measures);
    const double* value = valueIn(measures.values, judged);
    if (!value)
        return;
    const double* before = original ? valueIn(original->values, judged) : nullptr;
    const std::optional<compress::Interval> interval = compress::intervalOf(measures, judged);
    const bool isWorse = before && measuredQuantity(judged).isBetter(*before, *value);
    const bool isBeyond = isWorse && (!interval || *before > interval->high || *before < interval->low);
    const QString difference = !before ? QString() : interval ? pointsText(*value, *before) : factorText(*value, *before);
    const QString tip = tr("On %n sample(s) that it was not trained on", nullptr, static_cast<int>(measures.samples));
    addFact(u"chainJudged"_s, quantityTitle(judged), quantityText(judged, *value), difference, isBeyond ? u"bad"_s : u"muted"_s,
            tip);
    if (interval)
        addFact(u"chainInterval"_s, tr("95 % interval"),
                tr("%1 to %2", "the ends of an interval").arg(percentText(interval->low), percentText(interval->high)), {}, {},
                tr("Where it probably lies for all samples of this kind (Wilson's score interval)"));
}

void ChainCard::show(const compress::ChainRun& run, const QString& name, const compress::Measures* original)
{
    const Theme& theme = Theme::instance();
    m_run = run.run;
    m_isFirst = run.parent.empty();
    m_change->setText(run.isTrained && !run.change.empty() && run.change != "distill"
                          ? tr("%1, then trained", "what was done").arg(changeText(run))
                          : changeText(run));
    const int room = theme.scaled(factsWidth - 2 * frameMargin);
    m_open->setText(QFontMetrics(theme.font(TextRole::body)).elidedText(name, Qt::ElideRight, room));
    m_open->setToolTip(withWholeText(name, tr("Show this run's curves, and select it in the Runs panel")));
    m_open->setAccessibleName(name);
    m_change->setMinimumHeight(linesOfChange * QFontMetrics(theme.font(TextRole::bodyStrong)).lineSpacing()); // cards are level
    layout()->setContentsMargins(m_isFirst ? 0 : theme.scaled(arrowWidth), 0, 0, 0);
    m_used = 0;
    if (run.measures) {
        addSizes(*run.measures, original);
        addLatencies(*run.measures, original);
        addJudged(*run.measures, original);
    }
    for (std::size_t i = m_used; i < m_rows.size(); ++i)
        for (TextLabel* label : {m_rows[i].name, m_rows[i].amount, m_rows[i].difference})
            label->hide();
    m_unmeasured->setVisible(!run.measures);
    m_unmeasured->setText(tr("Not measured"));
    update();
}

/// As high as its texts are at its width.
QSize ChainCard::sizeHint() const
{
    const int width = Theme::instance().scaled(factsWidth);
    return {width + layout()->contentsMargins().left(), m_frame->layout()->totalHeightForWidth(width)};
}

void ChainCard::paintEvent(QPaintEvent*)
{
    if (m_isFirst)
        return;
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const int side = theme.scaled(arrowSide);
    paintIcon(painter, QRectF((theme.scaled(arrowWidth) - side) / 2.0, (height() - side) / 2.0, side, side), u"chevron-right"_s,
              theme.color(Token::textMuted));
}

} // namespace netsmith::gui
