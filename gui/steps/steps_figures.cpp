#include "gui/steps/steps_figures.h"

#include "gui/steps/steps_session.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int lossDigits = 5;

TextLabel* figure(const QString& name, TextRole role, const QString& tone, QWidget* parent)
{
    auto* label = new TextLabel(role, tone, parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    return label;
}

ChoiceBox* rowChoice(const QString& name, QWidget* parent)
{
    auto* choice = new ChoiceBox(parent);
    choice->setObjectName(name);
    choice->setMinimumContentsLength(12);
    return choice;
}

} // namespace

StepsFigures::StepsFigures(QWidget* parent)
    : QWidget(parent)
    , m_lossTitle(figure(u"stepsLossTitle"_s, TextRole::caption, u"secondary"_s, this))
    , m_loss(figure(u"stepsLoss"_s, TextRole::heading, {}, this))
    , m_lossBefore(figure(u"stepsLossBefore"_s, TextRole::numberCaption, u"careful"_s, this))
    , m_facts(figure(u"stepsFacts"_s, TextRole::numberCaption, u"secondary"_s, this))
    , m_sample(rowChoice(u"stepsSample"_s, this))
    , m_row(rowChoice(u"stepsRow"_s, this))
{
    setObjectName(u"stepsFigures"_s);
    m_loss->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_loss->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_lossTitle);
    column->addWidget(m_loss);
    column->addWidget(m_lossBefore);
    column->addSpacing(6);
    column->addWidget(m_facts);
    column->addSpacing(6);
    column->addWidget(m_sample);
    column->addSpacing(4);
    column->addWidget(m_row);
    column->addStretch(1);
    for (ChoiceBox* choice : {m_sample, m_row})
        connect(choice, &QComboBox::currentIndexChanged, this, &StepsFigures::chosen);
    retranslate();
}

void StepsFigures::retranslate()
{
    m_lossTitle->setText(tr("Loss of the batch"));
    m_sample->setToolTip(tr("The sample of the batch whose numbers are written out"));
    m_row->setToolTip(tr("The step of the sequence whose numbers are written out"));
    for (ChoiceBox* choice : {m_sample, m_row})
        choice->setAccessibleName(choice->toolTip());
}

std::size_t StepsFigures::sample() const
{
    return static_cast<std::size_t>(std::max(m_sample->currentIndex(), 0));
}

std::int64_t StepsFigures::row() const
{
    return std::max(m_row->currentIndex(), 0);
}

void StepsFigures::reset()
{
    const QSignalBlocker quietSample(m_sample), quietRow(m_row);
    m_sample->clear();
    m_row->clear();
}

void StepsFigures::offer(const inspect::TracedStep& step, const inspect::TracedLayer* layer)
{
    const QSignalBlocker quietSample(m_sample), quietRow(m_row);
    const int sample = std::max(m_sample->currentIndex(), 0), row = std::max(m_row->currentIndex(), 0);
    m_sample->clear();
    for (std::size_t i = 0; i < step.samples.size(); ++i)
        m_sample->addItem(
            tr("Sample %1 of %2 · no. %3", "of the batch, of the data")
                .arg(countText(static_cast<std::int64_t>(i) + 1), countText(std::ssize(step.samples)), countText(step.samples[i])));
    m_sample->setCurrentIndex(std::min(sample, m_sample->count() - 1));
    m_sample->setVisible(m_sample->count() > 1);
    m_row->clear();
    const std::int64_t rows = layer && layer->sums ? rowsOf(*layer->sums, step.samples.size()) : 1;
    for (std::int64_t i = 0; rows > 1 && i < rows; ++i)
        m_row->addItem(tr("Step %1 of %2", "of a sequence").arg(countText(i + 1), countText(rows)));
    m_row->setCurrentIndex(std::min(row, m_row->count() - 1));
    m_row->setVisible(rows > 1);
}

void StepsFigures::show(const StepsSession& session)
{
    const inspect::TracedStep& step = *session.step();
    const bool isEdited = !session.edits().empty(), isBroken = isEdited && session.problem();
    const QString before = significantText(session.lossBefore(), lossDigits);
    const double difference = step.loss - session.lossBefore();
    m_loss->setText(isBroken ? tr("NaN") : significantText(step.loss, lossDigits));
    m_lossBefore->setVisible(isEdited);
    m_lossBefore->setText(isBroken
                              ? tr("was %1").arg(before)
                              : tr("was %1, %2").arg(before, (difference > 0.0 ? u"+"_s : QString()) + stepNumber(difference)));
    const QStringList facts{tr("Step %1").arg(countText(step.step)),
                            tr("%n sample(s)", nullptr, static_cast<int>(step.samples.size())),
                            tr("Learning rate %1").arg(numberText(step.rate, 4)), fromStd(session.project().training.optimizer.id)};
    m_facts->setText(facts.join(u" · "_s));
}

} // namespace netsmith::gui
