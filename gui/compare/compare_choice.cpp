#include "gui/compare/compare_choice.h"

#include "engine/optimizers/registry.h"
#include "engine/runs/comparing/compared_lists.h"
#include "gui/settings/settings_panel.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/forms/form_row.h"
#include "gui/widgets/labels/elided_check_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QBoxLayout>
#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int lettersOfBy = 12; ///< of the longest name of a compared setting
constexpr int widthOfRows = 480; ///< below this width each control has its own row; at a text size of 13 px

QString wordsAbout(runs::Start start)
{
    switch (start) {
    case runs::Start::pretrained: return CompareChoice::tr("The project as it is, with its initial weights and frozen layers");
    case runs::Start::fineTuned: return CompareChoice::tr("The same initial weights, but all layers are trained");
    case runs::Start::scratch: break;
    }
    return CompareChoice::tr("Random weights, and all layers are trained");
}

} // namespace

CompareChoice::CompareChoice(Document& document, TrainingSettingsPanel& settings, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_settings(settings)
    , m_by(new ChoiceBox(this))
    , m_boxes(new QWidget(this))
    , m_batches(new QLineEdit(this))
    , m_fusion(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_rates(new QLineEdit)
    , m_ratesRow(new FormRow({}, m_rates, this))
    , m_seeds(new QLineEdit)
    , m_seedsRow(new FormRow({}, m_seeds, this))
    , m_values(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_lists(new QBoxLayout(QBoxLayout::LeftToRight))
{
    setObjectName(u"compareChoice"_s);
    m_by->setObjectName(u"compareBy"_s);
    m_boxes->setObjectName(u"compareValues"_s);
    m_batches->setObjectName(u"compareBatches"_s);
    m_fusion->setObjectName(u"compareFusion"_s);
    m_rates->setObjectName(u"compareRates"_s);
    m_seeds->setObjectName(u"compareSeeds"_s);
    m_fusion->setWordWrap(true);
    for (const By by : {By::precision, By::device, By::fusion, By::batch, By::learningRate, By::seed, By::start})
        m_by->addItem(QString(), static_cast<int>(by));
    m_by->setMinimumContentsLength(lettersOfBy);
    m_boxes->setLayout(new WrapLayout(16, 4));
    m_values->addWidget(m_by, 0, Qt::AlignTop);
    for (QWidget* each : {m_boxes, static_cast<QWidget*>(m_batches), static_cast<QWidget*>(m_fusion)})
        m_values->addWidget(each, 1);
    m_values->addStretch();
    for (FormRow* each : {m_ratesRow, m_seedsRow})
        m_lists->addWidget(each, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(m_values);
    column->addLayout(m_lists);

    connect(m_by, &QComboBox::currentIndexChanged, this, &CompareChoice::offer);
    for (QLineEdit* list : {m_batches, m_rates, m_seeds})
        connect(list, &QLineEdit::textEdited, this, [this, list] {
            m_typed[list] = true;
            Q_EMIT changed();
        });
    connect(&document, &Document::changed, this, &CompareChoice::follow);
    connect(&settings.devices(), &Devices::changed, this, &CompareChoice::offer);
    connect(&Theme::instance(), &Theme::changed, this, &CompareChoice::place);
    place();
    retranslate();
}

/// In two rows if there is room, otherwise in one column.
void CompareChoice::place()
{
    const bool rows = width() >= Theme::instance().scaled(widthOfRows);
    for (QBoxLayout* layout : {m_values, m_lists}) {
        layout->setDirection(rows ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        layout->setSpacing(rows ? 16 : 8);
    }
    m_boxes->layout()->setContentsMargins(0, rows ? 5 : 0, 0, 0); // aligns their middle with the choice beside them
}

void CompareChoice::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

CompareChoice::By CompareChoice::by() const
{
    return static_cast<By>(m_by->currentData().toInt());
}

bool CompareChoice::hasBoxes() const
{
    return by() == By::precision || by() == By::device || by() == By::start;
}

void CompareChoice::follow(const Change& change)
{
    if (change.everything) {
        m_said.clear();
        m_typed.clear();
    }
    const bool ofNetwork = change.structure || change.parameters || change.blocks;
    if (change.everything || change.training || (by() == By::start && (change.keys || ofNetwork)))
        offer();
    else if (ofNetwork || change.data)
        Q_EMIT changed();
}

std::vector<RunOption> CompareChoice::options() const
{
    std::vector<RunOption> options;
    if (by() == By::precision) {
        options = m_settings.options("precision");
        std::ranges::stable_partition(options, [](const RunOption& option) { return option.id == "fp32"; }); // the baseline
    } else if (by() == By::device) {
        for (const DeviceInfo& device : m_settings.devices().all())
            options.push_back({device.id, fromStd(device.id), true, fromStd(device.name)});
    } else if (by() == By::start) {
        for (const runs::Start start : runs::starts) {
            const auto obstacle = runs::obstacleTo(start, m_document.project());
            options.push_back({std::string(runs::idOf(start)), asSentence(messageText(runs::wordsOf(start))), !obstacle,
                               obstacle ? sentenceText(*obstacle) : wordsAbout(start)});
        }
    }
    return options;
}

std::string CompareChoice::usualPrecision() const
{
    const std::string& own = m_document.project().training.precision;
    if (own != "fp32")
        return own;
    if (!m_settings.devices().areKnown())
        return "bf16-emulated"; // runs on every machine
    const std::vector<RunOption> all = m_settings.options("precision");
    for (const char* id : {"bf16", "fp16", "bf16-emulated"})
        if (const auto option = std::ranges::find(all, std::string(id), &RunOption::id); option != all.end() && option->available)
            return id;
    return {};
}

bool CompareChoice::isChosen(const std::string& id) const
{
    if (const auto said = m_said.find({by(), id}); said != m_said.end())
        return said->second;
    if (by() == By::precision)
        return id == "fp32" || id == usualPrecision();
    if (by() == By::start)
        return id != runs::idOf(runs::Start::fineTuned); // which takes as long as from scratch
    return !id.starts_with("reference"); // for correctness, not for speed
}

std::vector<std::string> CompareChoice::chosenOptions() const
{
    std::vector<std::string> ids;
    for (const RunOption& option : options())
        if (option.available && isChosen(option.id))
            ids.push_back(option.id);
    return ids;
}

void CompareChoice::offer()
{
    qDeleteAll(m_boxes->findChildren<QCheckBox*>(QString(), Qt::FindDirectChildrenOnly));
    for (const RunOption& option : options()) {
        auto* box = new ElidedCheckBox(option.text, m_boxes);
        box->setObjectName(u"compare_"_s + fromStd(option.id));
        box->setChecked(option.available && isChosen(option.id));
        box->setEnabled(option.available);
        box->setToolTip(option.why);
        connect(box, &QCheckBox::toggled, this, [this, key = std::pair(by(), option.id)](bool on) {
            m_said[key] = on;
            Q_EMIT changed();
        });
        m_boxes->layout()->addWidget(box);
    }
    m_boxes->setVisible(hasBoxes());
    m_batches->setVisible(by() == By::batch);
    m_fusion->setVisible(by() == By::fusion);
    offerLists();
    Q_EMIT changed();
}

void CompareChoice::offerLists()
{
    const auto suggest = [this](QLineEdit* list, const QStringList& values) {
        if (!m_typed[list])
            list->setText(values.join(u", "_s));
    };
    const TrainingSettings& training = m_document.project().training;
    QStringList sizes;
    for (const std::int64_t size : {training.batch / 2, training.batch, training.batch * 2})
        if (size > 0)
            sizes << QString::number(size);
    suggest(m_batches, sizes);
    const double rate = ownRate();
    const auto number = [](double value) { return QString::number(value, 'g', 3); };
    suggest(m_rates, by() == By::learningRate ? QStringList{number(rate / 3.0), number(rate), number(rate * 3.0)} : QStringList());
    m_rates->setPlaceholderText(tr("%1, the project's").arg(numberText(rate)));
    suggest(m_seeds, by() == By::seed ? QStringList{u"%1-%2"_s.arg(training.seed).arg(training.seed + 2)} : QStringList());
    m_seeds->setPlaceholderText(tr("%1, the project's").arg(QString::number(training.seed)));
}

double CompareChoice::ownRate() const
{
    const Component& optimizer = m_document.project().training.optimizer;
    const ParameterValue* rate = nullptr;
    if (const auto given = optimizer.parameters.find("learning_rate"); given != optimizer.parameters.end())
        rate = &given->second;
    else if (const Spec* spec = optimizers().find(optimizer.id))
        for (const ParameterSpec& parameter : spec->parameters)
            if (parameter.name == "learning_rate")
                rate = &parameter.defaultValue;
    const double* value = rate ? std::get_if<double>(rate) : nullptr;
    return value ? *value : 0.001;
}

Expected<std::vector<std::int64_t>> CompareChoice::batches() const
{
    return runs::batchSizesFrom(m_batches->text().toStdString());
}

Expected<std::vector<double>> CompareChoice::rates() const
{
    return runs::learningRatesFrom(m_rates->text().toStdString());
}

Expected<std::vector<std::int64_t>> CompareChoice::seeds() const
{
    return runs::seedsFrom(m_seeds->text().toStdString());
}

QString CompareChoice::mistake() const
{
    if (const auto sizes = batches(); by() == By::batch && !sizes)
        return sentenceText(sizes.error().message());
    if (const auto list = rates(); !list)
        return sentenceText(list.error().message());
    if (const auto list = seeds(); !list)
        return sentenceText(list.error().message());
    if (const auto obstacle = runs::obstacleTo(runs::Start::scratch, m_document.project()); by() == By::start && obstacle)
        return sentenceText(*obstacle);
    if (hasBoxes() && chosenOptions().empty())
        return tr("Choose at least one of the boxes.");
    const std::size_t count = runs::countOf(chosen());
    if (count < 2)
        return tr("Choose two or more to compare.");
    return count > runs::mostTrainings
        ? tr("%1 runs are too many to compare; choose at most %2.")
              .arg(countText(static_cast<std::int64_t>(count)), countText(static_cast<std::int64_t>(runs::mostTrainings)))
        : QString();
}

runs::ComparedSettings CompareChoice::chosen() const
{
    runs::ComparedSettings settings;
    switch (by()) {
    case By::precision: settings.precisions = chosenOptions(); break;
    case By::device: settings.devices = chosenOptions(); break;
    case By::fusion: settings.fusion = {true, false}; break;
    case By::batch:
        if (auto sizes = batches())
            settings.batches = *sizes;
        break;
    case By::start:
        for (const std::string& id : chosenOptions())
            settings.starts.push_back(runs::startNamed(id));
        break;
    case By::learningRate:
    case By::seed: break;
    }
    if (auto list = rates())
        settings.learningRates = *list;
    if (auto list = seeds())
        settings.seeds = *list;
    return settings;
}

void CompareChoice::setLocked(bool locked)
{
    for (QWidget* each : std::initializer_list<QWidget*>{m_by, m_boxes, m_batches, m_rates, m_seeds})
        each->setEnabled(!locked);
}

void CompareChoice::retranslate()
{
    m_by->setItemText(static_cast<int>(By::precision), tr("Precisions"));
    m_by->setItemText(static_cast<int>(By::device), tr("Devices"));
    m_by->setItemText(static_cast<int>(By::fusion), tr("Fusion"));
    m_by->setItemText(static_cast<int>(By::batch), tr("Batch sizes"));
    m_by->setItemText(static_cast<int>(By::learningRate), tr("Learning rates"));
    m_by->setItemText(static_cast<int>(By::seed), tr("Seeds"));
    m_by->setItemText(static_cast<int>(By::start), tr("Initial weights"));
    m_ratesRow->setName(tr("Learning rates"));
    m_ratesRow->setExplanation(
        tr("The project is trained with each of these, such as 0.001, 0.003; leave empty for the project's own"));
    m_seedsRow->setName(tr("Seeds"));
    m_seedsRow->setExplanation(tr("The project is trained with each of these, such as 1, 2, 3 or 1-5; several show how much of a "
                                  "difference is due to chance"));
    m_by->setAccessibleName(tr("What is compared"));
    m_by->setToolTip(tr("How the runs differ; everything else is the same, including the seed and the order of samples"));
    m_boxes->setAccessibleName(tr("Values to compare"));
    m_batches->setAccessibleName(tr("Batch sizes"));
    m_batches->setToolTip(tr("The batch size of each run, separated by commas"));
    m_fusion->setText(tr("Once with fused operations, once without."));
    offer();
}

} // namespace netsmith::gui
