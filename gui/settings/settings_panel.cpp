#include "gui/settings/settings_panel.h"

#include "gui/settings/folds_choice.h"
#include "gui/settings/initial/initial_weights_row.h"
#include "gui/settings/rate_finder.h"
#include "gui/settings/start_choice.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/component_form.h"
#include "gui/widgets/forms/parameter_row.h"
#include "gui/widgets/forms/parameter_text.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/lists/section_header.h"

#include "engine/catalog/catalog.h"
#include "engine/graph/project/project_format.h"
#include "engine/graph/project/settings.h"
#include "engine/optimizers/registry.h"
#include "engine/schedules/registry.h"
#include "engine/train/project_checks.h"

#include <QComboBox>
#include <QEvent>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

template <class Registry>
std::vector<const Spec*> specsOf(const Registry& registry)
{
    std::vector<const Spec*> specs;
    for (const auto& spec : registry)
        specs.push_back(&spec);
    return specs;
}

PruningSchedule& pruningOf(TrainingSettings& settings)
{
    return settings.pruning;
}

TrainingSettings& wholeOf(TrainingSettings& settings)
{
    return settings;
}

EarlyStopping& earlyStoppingOf(TrainingSettings& settings)
{
    return settings.earlyStopping;
}

template <class P>
std::size_t indexOf(const ParameterBuilder<P>& declared, std::string_view name)
{
    return static_cast<std::size_t>(std::ranges::find(declared.specs(), name, &ParameterSpec::name) - declared.specs().begin());
}

} // namespace

TrainingSettingsPanel::TrainingSettingsPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_rateFinder(new RateFinder(document, this))
    , m_initialWeights(new InitialWeightsRow(document, this))
    , m_start(new StartChoice(this))
    , m_folds(new FoldsChoice(this))
{
    setObjectName(u"trainingSettingsPanel"_s);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    connect(&document, &Document::changed, this, &TrainingSettingsPanel::follow);
    connect(&document, &Document::dataKnown, this, [this] {
        if (formKey() != m_builtFor)
            build();
    });
    connect(&m_devices, &Devices::changed, this, &TrainingSettingsPanel::build);
    m_devices.read();
    build();
}

void TrainingSettingsPanel::commit()
{
    for (const auto& commit : std::vector(m_commit)) // committing may rebuild the form
        commit();
}

void TrainingSettingsPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        build();
    QWidget::changeEvent(event);
}

void TrainingSettingsPanel::follow(const Change& change)
{
    if (!change.matters())
        return;
    if (formKey() != m_builtFor)
        build();
    else if (change.training || change.structure || change.keys || change.everything)
        showValues();
}

std::string TrainingSettingsPanel::formKey() const
{
    const Project& project = m_document.project();
    std::string key = project.data.source;
    const std::vector<data::FieldSpec> known = m_document.dataFacts().contentFields();
    for (const data::FieldSpec& field : known)
        key += '\n' + field.name + (field.shape.rank() == 0 && field.classes == 0 ? "\tnumber" : "");
    for (const Objective& objective : project.training.objectives)
        if (objective.learnsField() && std::ranges::find(known, objective.target, &data::FieldSpec::name) == known.end())
            key += '\n' + objective.target; // not a field: it is listed while it is chosen
        else if (!objective.learnsField() && known.empty())
            key += "\n\t"; // a list instead of a text field
    for (const Node* node : outputNodes(project.graph))
        key += '\n' + node->id + '\t' + node->label();
    key += '\n' + std::to_string(project.training.objectives.size()) + ' ' + std::to_string(project.training.groups.size()) + ' '
        + std::to_string(project.training.phases.size());
    // The chosen device is among the choices even if this machine does not have it.
    if (!m_devices.find(project.training.device))
        key += '\n' + project.training.device;
    return key;
}

void TrainingSettingsPanel::build()
{
    m_builtFor = formKey();
    m_show.clear();
    m_commit.clear();
    m_rateFinder->setParent(this);
    m_initialWeights->setParent(this);
    m_start->setParent(this);
    m_folds->setParent(this);
    if (m_form) { // deferred, since an event of one of its rows may have led here
        m_form->hide();
        m_form->deleteLater();
        layout()->removeWidget(m_form);
    }
    m_form = new QWidget(this);
    auto* form = new QVBoxLayout(m_form);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(16);
    layout()->addWidget(m_form);
    buildRun(*form);
    buildObjectives(*form);
    buildOptimizer(*form);
    buildGroups(*form);
    buildPhases(*form);
    buildEnding(*form);
    form->addStretch();
    m_form->show();
    showValues();
}

QVBoxLayout& TrainingSettingsPanel::addSection(QVBoxLayout& form, const QString& title)
{
    auto* section = new QVBoxLayout;
    section->setSpacing(4);
    section->addWidget(new SectionHeader(title, m_form));
    form.addLayout(section);
    return *section;
}

void TrainingSettingsPanel::edit(const QString& text, const std::function<void(TrainingSettings&)>& change, const QString& mergeKey)
{
    m_document.edit(
        text, [&](Project& project) { change(project.training); }, mergeKey);
}

ParameterRow* TrainingSettingsPanel::addRow(QVBoxLayout& section, const ParameterSpec& spec, const Get& get, const Set& set)
{
    auto* row = new ParameterRow(spec, m_form);
    connect(row, &ParameterRow::edited, this, [this, row, set](const ParameterValue& value, bool stepping) {
        edit(
            tr("Set %1 to %2", "what, and which").arg(row->name(), valueText(row->spec(), value)),
            [&](TrainingSettings& settings) { set(settings, value); },
            stepping ? u"step training "_s + row->objectName() : QString());
    });
    connect(row, &ParameterRow::resetAsked, this, [this, row, set] {
        edit(tr("Set %1 back to the default").arg(row->name()),
             [&](TrainingSettings& settings) { set(settings, row->spec().defaultValue); });
    });
    connect(row, &ParameterRow::steppingEnded, &m_document, &Document::endMerging);
    m_show.push_back([row, get](const TrainingSettings& settings) { row->setValue(get(settings)); });
    m_commit.push_back([row] { row->commit(); });
    section.addWidget(row);
    return row;
}

template <class P>
std::vector<ParameterRow*> TrainingSettingsPanel::addRows(QVBoxLayout& section, const ParameterBuilder<P>& declared,
                                                          P& (*part)(TrainingSettings&),
                                                          std::initializer_list<std::string_view> names)
{
    std::vector<ParameterRow*> rows;
    for (const std::string_view name : names) {
        const std::size_t index = indexOf(declared, name);
        ParameterSpec spec = declared.specs()[index];
        if (name == "device")
            spec = deviceChoice(std::move(spec));
        rows.push_back(addRow(
            section, spec,
            [&declared, part, index](const TrainingSettings& settings) {
                TrainingSettings copy = settings;
                return declared.values(part(copy))[index];
            },
            [&declared, part, name = std::string(name)](TrainingSettings& settings, const ParameterValue& value) {
                declared.assign(part(settings), name, value);
            }));
    }
    return rows;
}

void TrainingSettingsPanel::addComponent(QVBoxLayout& section, const std::string& name, const QString& title, const QString& doc,
                                         std::vector<const Spec*> specs, const std::string& defaultId,
                                         const std::function<Component&(TrainingSettings&)>& component)
{
    auto* form = new ComponentForm({name, title, doc, std::move(specs), defaultId}, m_form);
    connect(form, &ComponentForm::edited, this,
            [this, component](const QString& text, const std::function<void(Component&)>& change, const QString& mergeKey) {
                edit(
                    text, [&](TrainingSettings& settings) { change(component(settings)); }, mergeKey);
            });
    connect(form, &ComponentForm::steppingEnded, &m_document, &Document::endMerging);
    m_show.push_back([form, component](TrainingSettings& settings) { form->show(component(settings)); });
    m_commit.push_back([form] { form->commit(); });
    section.addWidget(form);
}

void TrainingSettingsPanel::buildRun(QVBoxLayout& form)
{
    QVBoxLayout& section = addSection(form, tr("Run"));
    m_precision = addRows(section, trainingSettings(), wholeOf, {"device", "precision"}).back();
    m_precisionNote = new NoteBox(NoteBox::Kind::careful, {}, m_form);
    m_precisionNote->setObjectName(u"precisionNote"_s);
    section.addWidget(m_precisionNote);
    m_show.push_back([this](const TrainingSettings&) { showPrecisions(); });
    // Both are for 16-bit precisions; settings that the project contains are shown with any precision.
    const std::vector<ParameterRow*> ofPrecision = addRows(section, trainingSettings(), wholeOf, {"loss_scale", "fp32_layers"});
    m_show.push_back([ofPrecision](const TrainingSettings& settings) {
        const bool half = settings.precision.starts_with("fp16");
        ofPrecision[0]->setVisible(half || settings.lossScale != 0.0);
        ofPrecision[1]->setVisible(half || settings.precision.starts_with("bf16") || !settings.fp32Layers.empty());
    });
    showLayerNames(ofPrecision[1], [](const LayerSpec& layer) { return layer.category != Category::input; });
    addRows(section, trainingSettings(), wholeOf, {"batch", "epochs", "seed"});
    section.addWidget(m_initialWeights);
    m_initialWeights->show();
    section.addWidget(m_start);
    m_start->setVisible(m_start->offersRuns());
    section.addWidget(m_folds);
    m_folds->show();
    m_commit.push_back([this] { m_folds->commit(); });
}

/// The choices of a row that names layers: the network's layers of a kind.
void TrainingSettingsPanel::showLayerNames(ParameterRow* row, const std::function<bool(const LayerSpec&)>& fits)
{
    m_show.push_back([this, row, fits](const TrainingSettings&) {
        const Graph& network = m_document.project().graph;
        QStringList names;
        for (const Node& node : network.nodes)
            if (const LayerSpec* layer = m_document.layers().of(node); layer && fits(*layer))
                names << fromStd(node.id);
        row->setNames(names, true);
    });
}

ParameterSpec TrainingSettingsPanel::deviceChoice(ParameterSpec spec) const
{
    spec.type = ParameterType::choice;
    const DeviceInfo* automatic = m_devices.find("auto");
    spec.choices = {{"auto", (automatic ? tr("Automatic: %1").arg(fromStd(automatic->name)) : tr("Automatic")).toStdString()}};
    for (const DeviceInfo& device : m_devices.all())
        spec.choices.push_back(
            {device.id, tr("%1: %2", "a device's id and its name").arg(fromStd(device.id), fromStd(device.name)).toStdString()});
    const std::string& chosen = m_document.project().training.device;
    if (std::ranges::find(spec.choices, chosen, &Choice::id) == spec.choices.end())
        spec.choices.push_back(
            {chosen, (m_devices.areKnown() ? tr("%1: not available").arg(fromStd(chosen)) : fromStd(chosen)).toStdString()});
    return spec;
}

const ParameterSpec& TrainingSettingsPanel::declared(std::string_view setting)
{
    return trainingSettings().specs()[indexOf(trainingSettings(), setting)];
}

std::vector<RunOption> TrainingSettingsPanel::options(std::string_view setting) const
{
    std::vector<RunOption> options;
    if (setting == "device") {
        for (const Choice& choice : deviceChoice(declared(setting)).choices)
            options.push_back({choice.id, fromStd(choice.title)});
        return options;
    }
    const DeviceInfo* device = m_devices.find(m_document.project().training.device);
    for (const Choice& choice : declared(setting).choices) {
        RunOption option{choice.id, engineText(choice.title)};
        if (device) {
            const auto found = std::ranges::find(device->precisions, precisionFrom(choice.id), &PrecisionSupport::precision);
            option.available = found != device->precisions.end() && found->available;
            option.why = found != device->precisions.end() && found->note ? messageText(*found->note) : QString();
        }
        options.push_back(std::move(option));
    }
    return options;
}

RunOption TrainingSettingsPanel::chosen(std::string_view setting) const
{
    const TrainingSettings& training = m_document.project().training;
    const std::string& id = setting == "device" ? training.device : training.precision;
    const std::vector<RunOption> all = options(setting);
    const auto found = std::ranges::find(all, id, &RunOption::id);
    return found == all.end() ? RunOption{id, fromStd(id)} : *found;
}

void TrainingSettingsPanel::choose(std::string_view setting, const ParameterValue& value)
{
    ParameterSpec spec = declared(setting);
    if (setting == "device")
        spec = deviceChoice(std::move(spec));
    edit(tr("Set %1 to %2", "what, and which").arg(engineText(spec.title), valueText(spec, value)),
         [&](TrainingSettings& settings) { trainingSettings().assign(settings, setting, value); });
}

/// The precisions of the chosen device: unsupported ones are disabled, and warnings are shown.
void TrainingSettingsPanel::showPrecisions()
{
    auto* combo = qobject_cast<QComboBox*>(m_precision->field());
    const auto* model = qobject_cast<QStandardItemModel*>(combo->model());
    for (const RunOption& option : options("precision"))
        if (const int i = combo->findData(fromStd(option.id)); i >= 0) {
            model->item(i)->setEnabled(option.available);
            model->item(i)->setToolTip(option.why);
        }
    const RunOption asked = chosen("precision");
    QString note = asked.why;
    if (const DeviceInfo* device = m_devices.find(m_document.project().training.device); device && !asked.available)
        note = note.isEmpty() ? tr("%1 does not support %2.").arg(fromStd(device->name), asked.text)
                              : tr("%1 does not support %2: %3").arg(fromStd(device->name), asked.text, note);
    m_precisionNote->setText(note);
    m_precisionNote->setVisible(!note.isEmpty());
}

void TrainingSettingsPanel::buildOptimizer(QVBoxLayout& form)
{
    QVBoxLayout& section = addSection(form, tr("Optimizer"));
    addComponent(section, "optimizer", tr("Optimizer"), tr("How the gradients change the weights."), specsOf(optimizers()),
                 TrainingSettings().optimizer.id, [](TrainingSettings& settings) -> Component& { return settings.optimizer; });
    section.addWidget(m_rateFinder);
    m_rateFinder->show();
    addComponent(section, "schedule", tr("Schedule"), tr("How the learning rate changes during training."), specsOf(schedules()),
                 TrainingSettings().schedule.id, [](TrainingSettings& settings) -> Component& { return settings.schedule; });
    showLayerNames(
        addRows(section, trainingSettings(), wholeOf,
                {"global_clipnorm", "clip_value", "gradient_accumulation_steps", "ema_momentum", "exclude_from_weight_decay"})
            .back(),
        &LayerSpec::hasWeights);
}

void TrainingSettingsPanel::buildEnding(QVBoxLayout& form)
{
    QVBoxLayout& section = addSection(form, tr("Early stopping"));
    const std::vector<ParameterRow*> rows =
        addRows(section, earlyStoppingSettings(), earlyStoppingOf, {"patience", "min_delta", "restore_best"});
    m_show.push_back([rows](const TrainingSettings& settings) { // they show the early stopping, if any
        for (std::size_t i = 1; i < rows.size(); ++i)
            rows[i]->setVisible(settings.earlyStopping.patience > 0);
    });
    const std::vector<ParameterRow*> pruning = addRows(addSection(form, tr("Pruning")), pruningSettings(), pruningOf,
                                                       {"sparsity", "criterion", "scope", "begin", "end", "frequency", "layers"});
    showLayerNames(pruning.back(), &LayerSpec::hasWeights);
    m_show.push_back([pruning](const TrainingSettings& settings) {
        for (std::size_t i = 1; i < pruning.size(); ++i)
            pruning[i]->setVisible(settings.pruning.sparsity > 0.0);
    });
    ParameterRow* monitor = addRows(addSection(form, tr("Checkpoints")), trainingSettings(), wholeOf,
                                    {"monitor", "keep_checkpoints", "checkpoint_every"})
                                .front();
    m_show.push_back([this, monitor](const TrainingSettings&) {
        QStringList names;
        for (const std::string& name : train::monitorNames(m_document.project()))
            names << fromStd(name);
        monitor->setNames(names, false);
    });
}

void TrainingSettingsPanel::showValues()
{
    TrainingSettings settings = m_document.project().training;
    for (const auto& show : m_show)
        show(settings);
    m_start->setProjectHasWeights(m_document.project().extra.contains(initialWeightsKey));
}

} // namespace netsmith::gui
