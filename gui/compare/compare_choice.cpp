#include "gui/compare/compare_choice.h"

#include "gui/training/settings_panel.h"
#include "gui/widgets/controls/choice_box.h"
#include "gui/widgets/controls/elided_check_box.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

CompareChoice::CompareChoice(Document& document, TrainingSettingsPanel& settings, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_settings(settings)
    , m_line(new QHBoxLayout)
    , m_by(new ChoiceBox(this))
    , m_boxes(new QWidget(this))
    , m_batches(new QLineEdit(this))
    , m_fusion(new TextLabel(TextRole::body, u"secondary"_s, this))
{
    setObjectName(u"compareChoice"_s);
    m_by->setObjectName(u"compareBy"_s);
    m_boxes->setObjectName(u"compareValues"_s);
    m_batches->setObjectName(u"compareBatches"_s);
    m_fusion->setObjectName(u"compareFusion"_s);
    m_fusion->setWordWrap(true);
    for (const By by : {By::precision, By::device, By::fusion, By::batch})
        m_by->addItem(QString(), static_cast<int>(by));
    auto* boxes = new WrapLayout(16, 4);
    boxes->setContentsMargins(0, 0, 0, 0);
    m_boxes->setLayout(boxes);
    m_line->setSpacing(8);
    m_line->addWidget(m_by, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(m_line);
    column->addWidget(m_boxes);
    column->addWidget(m_batches);
    column->addWidget(m_fusion);

    connect(m_by, &QComboBox::currentIndexChanged, this, &CompareChoice::offer);
    connect(m_batches, &QLineEdit::textEdited, this, [this] { m_typed = true; });
    connect(&document, &Document::changed, this, &CompareChoice::follow);
    connect(&settings.devices(), &Devices::changed, this, &CompareChoice::offer);
    retranslate();
}

CompareChoice::By CompareChoice::by() const
{
    return static_cast<By>(m_by->currentData().toInt());
}

void CompareChoice::follow(const Change& change)
{
    if (change.everything) {
        m_said.clear();
        m_typed = false;
    }
    if (change.everything || change.training)
        offer();
}

std::vector<RunOption> CompareChoice::options() const
{
    std::vector<RunOption> options;
    if (by() == By::precision) {
        options = m_settings.options("precision");
        std::ranges::stable_partition(options, [](const RunOption& option) { return option.id == "fp32"; }); // the measure
    } else if (by() == By::device) {
        for (const DeviceInfo& device : m_settings.devices().all())
            options.push_back({device.id, fromStd(device.id), true, fromStd(device.name)});
    }
    return options;
}

std::string CompareChoice::usualPrecision() const
{
    const std::string& own = m_document.project().training.precision;
    if (own != "fp32")
        return own;
    if (!m_settings.devices().areKnown())
        return "bf16-emulated"; // which every machine has
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
    return !id.starts_with("reference"); // which is right rather than fast
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
        connect(box, &QCheckBox::toggled, this, [this, key = std::pair(by(), option.id)](bool on) { m_said[key] = on; });
        m_boxes->layout()->addWidget(box);
    }
    m_boxes->setVisible(by() == By::precision || by() == By::device);
    m_batches->setVisible(by() == By::batch);
    m_fusion->setVisible(by() == By::fusion);
    if (!m_typed) {
        const std::int64_t own = m_document.project().training.batch;
        QStringList sizes;
        for (const std::int64_t size : {own / 2, own, own * 2})
            if (size > 0)
                sizes << QString::number(size);
        m_batches->setText(sizes.join(u", "_s));
    }
}

std::optional<std::vector<std::int64_t>> CompareChoice::batches() const
{
    static const QRegularExpression between(u"[\\s,;，；、]+"_s);
    std::vector<std::int64_t> sizes;
    for (const QString& word : m_batches->text().split(between, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const auto size = static_cast<std::int64_t>(word.toLongLong(&isNumber));
        if (!isNumber || size < 1)
            return std::nullopt;
        if (std::ranges::find(sizes, size) == sizes.end())
            sizes.push_back(size);
    }
    return sizes;
}

QString CompareChoice::mistake() const
{
    if (by() == By::fusion)
        return {};
    const auto sizes = batches();
    if (by() == By::batch && !sizes)
        return tr("“%1” is no list of batch sizes: type whole numbers from 1 up, with commas between.").arg(m_batches->text());
    const std::size_t count = by() == By::batch ? sizes->size() : chosenOptions().size();
    return count < 2 ? tr("Choose two or more: one alone has nothing to be compared with.") : QString();
}

runs::ComparedSettings CompareChoice::chosen() const
{
    runs::ComparedSettings settings;
    switch (by()) {
    case By::precision: settings.precisions = chosenOptions(); break;
    case By::device: settings.devices = chosenOptions(); break;
    case By::fusion: settings.fusion = {true, false}; break;
    case By::batch: settings.batches = batches().value_or(std::vector<std::int64_t>()); break;
    }
    return settings;
}

void CompareChoice::setLocked(bool locked)
{
    for (QWidget* each : {static_cast<QWidget*>(m_by), m_boxes, static_cast<QWidget*>(m_batches)})
        each->setEnabled(!locked);
}

void CompareChoice::retranslate()
{
    m_by->setItemText(static_cast<int>(By::precision), tr("Precisions"));
    m_by->setItemText(static_cast<int>(By::device), tr("Devices"));
    m_by->setItemText(static_cast<int>(By::fusion), tr("Fusion"));
    m_by->setItemText(static_cast<int>(By::batch), tr("Batch sizes"));
    m_by->setAccessibleName(tr("What is compared"));
    m_by->setToolTip(tr("In what the trainings differ; all else, the seed and the order of samples too, is the same"));
    m_boxes->setAccessibleName(tr("Values to compare"));
    m_batches->setAccessibleName(tr("Batch sizes"));
    m_batches->setToolTip(tr("The samples a step of each training, with commas between"));
    m_fusion->setText(tr("Once with operations fused, once with each by itself."));
    offer();
}

} // namespace netsmith::gui
