#include "gui/data/data_figures.h"

#include "engine/data/split.h"
#include "gui/data/breakable_text.h"
#include "gui/data/data_preview.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

DataFigures::DataFigures(QWidget* parent)
    : QWidget(parent)
    , m_origin(new TextLabel(TextRole::caption, u"muted"_s))
    , m_facts(new FactList)
{
    m_origin->setObjectName(u"dataOrigin"_s);
    m_origin->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_origin);
    column->addWidget(m_facts);
}

void DataFigures::show(const DataPreview* preview)
{
    if (preview) {
        m_origin->setText(tr("In use: %1").arg(breakable(preview->origin)));
        m_facts->set(u"trainSamples"_s, tr("Training samples"), countText(preview->trainCount));
        m_facts->set(u"testSamples"_s, tr("Test samples"), countText(preview->testCount));
        m_facts->set(u"sampleShape"_s, tr("Sample shape"), preview->sampleShape);
        m_facts->set(u"dataBytes"_s, tr("In memory"), bytesText(preview->bytes));
    }
    setVisible(preview);
}

void DataFigures::retranslate()
{
    m_facts->setAccessibleName(tr("About this data set"));
}

SplitFigures::SplitFigures(QWidget* parent)
    : QWidget(parent)
    , m_why(new TextLabel(TextRole::caption, u"muted"_s))
    , m_parts(new FactList)
{
    m_why->setObjectName(u"splitWhy"_s);
    m_why->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_why);
    column->addWidget(m_parts);
}

void SplitFigures::show(const data::Source* source, const DataPreview* preview, const DataSettings& settings)
{
    const std::int64_t train = preview ? preview->trainCount : source ? source->info().trainCount : 0;
    const std::int64_t test = preview ? preview->testCount : source ? source->info().testCount : 0;
    const bool splits = isSplitOff(settings) && settings.validationSplit > 0.0 && settings.validationSplit < 1.0;
    const std::int64_t held = splits && train >= 2 ? data::heldOutCount(train, settings.validationSplit) : 0;
    m_why->setVisible(held > 0 && test == 0);
    m_why->setText(tr("This data set has no test set, so %1 of its samples are held out for validation.")
                       .arg(percentText(settings.validationSplit, 0)));
    if (train <= 0 && !preview) { // files of one's own that are still read
        m_parts->hide(u"trainsOn"_s);
        m_parts->hide(u"judgedBy"_s);
        return;
    }
    m_parts->set(u"trainsOn"_s, tr("Samples for training"), countText(train - held));
    m_parts->set(u"judgedBy"_s, tr("Samples for validation"),
                 settings.validation == "none" ? tr("none") : countText(splits ? held : test));
}

void SplitFigures::retranslate()
{
    m_parts->setAccessibleName(tr("How the samples are split"));
}

bool isSplitOff(const DataSettings& settings)
{
    return settings.validation == "split" || settings.validation == "stratified";
}

} // namespace netsmith::gui
