#include "gui/data/data_panel.h"

#include "engine/graph/project/settings.h"
#include "gui/data/class_balance.h"
#include "gui/data/data_figures.h"
#include "gui/data/data_notice.h"
#include "gui/data/sample_grid.h"
#include "gui/data/sample_view.h"
#include "gui/data/source_box.h"
#include "gui/data/source_settings.h"
#include "gui/data/transform_list.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/form_row.h"
#include "gui/widgets/forms/parameter_row.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/lists/section_header.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double largestByte = 255.0;
const QString choosingKey = u"data.choosing"_s; // undo merge key of the choice and the edits that follow from it

/// Whether a setting chooses the data set or its path; their rows are above those of the preprocessing.
bool ofTheSource(std::string_view setting)
{
    return setting == "source" || setting == "path";
}

/// Identifies a reading of the data.
std::string keyOf(const DataSettings& settings, std::uint64_t revision)
{
    return std::to_string(revision) + '\n' + settings.source + '\n' + settings.path + '\n' + toJson(settings.parameters).dump();
}

} // namespace

DataPanel::DataPanel(Document& document, QWidget* parent)
    : DataPanel(document, DataShelf{}, parent)
{
}

DataPanel::DataPanel(Document& document, DataShelf shelf, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_worker(std::move(shelf))
    , m_choice(new SourceBox)
    , m_doc(new TextLabel(TextRole::caption, u"secondary"_s))
    , m_licence(new TextLabel(TextRole::caption, u"muted"_s))
    , m_settings(new SourceSettings)
    , m_notice(new DataNotice)
    , m_samplesHeader(new SectionHeader)
    , m_samples(new SampleView)
    , m_figures(new DataFigures)
    , m_splitHeader(new SectionHeader)
    , m_parts(new SplitFigures)
    , m_numbersHeader(new SectionHeader)
    , m_effect(new TextLabel(TextRole::caption, u"muted"_s))
    , m_transformsHeader(new SectionHeader)
    , m_transforms(new TransformList)
    , m_transformed(new SampleGrid)
    , m_balanceHeader(new SectionHeader)
    , m_balance(new ClassBalance)
{
    setObjectName(u"dataPanel"_s);
    build();
    retranslate();
    connect(&document, &Document::changed, this, [this](const Change& change) {
        if (change.data || change.everything)
            follow();
    });
    connect(&document, &Document::dataKnown, this, [this] { m_settings->setNames(m_document.dataFacts().partNames); });
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { choose(m_choice->itemData(index).toString().toStdString()); });
    connect(m_notice, &DataNotice::cancelAsked, &m_worker, &DataWorker::cancel);
    connect(m_notice, &DataNotice::downloadAsked, this, &DataPanel::download);
    connect(m_notice, &DataNotice::readAsked, this, [this] {
        m_shown.clear();
        load();
    });
    connect(&m_worker, &DataWorker::progressed, this,
            [this](const data::Progress& progress) { m_notice->showProgress(source(), progress); });
    connect(&m_worker, &DataWorker::previewReady, this, &DataPanel::showPreview);
    connect(&m_worker, &DataWorker::failed, this, [this](const Message& message) {
        m_downloading = false;
        m_notice->showFailure(source(), m_document.project().data, message);
    });
    connect(&m_worker, &DataWorker::cancelled, this, [this] {
        m_downloading = false;
        m_notice->showStopped();
    });
    connect(&m_worker, &DataWorker::transformed, this,
            [this](const std::vector<DataPreview::Sample>& pictures) { m_transformed->show(pictures); });
    connect(m_transforms, &TransformList::edited, this,
            [this](const QString& text, const std::function<void(std::vector<Component>&)>& change, const QString& key) {
                edit(
                    text, [&change](DataSettings& data) { change(data.transforms); }, key);
            });
    connect(m_settings, &SourceSettings::edited, this,
            [this](const QString& text, const std::function<void(DataSettings&)>& change, const QString& key) {
                editSource(text, change, key);
            });
    connect(m_settings, &SourceSettings::steppingEnded, &m_document, &Document::endMerging);
    connect(m_transforms, &TransformList::steppingEnded, &m_document, &Document::endMerging);
    follow();
}

void DataPanel::build()
{
    m_choice->setObjectName(u"dataSourceField"_s);
    m_choiceRow = new FormRow(QString(), m_choice, this);
    m_balance->setObjectName(u"classBalance"_s);
    m_transformed->setObjectName(u"transformedGrid"_s);
    m_transformed->show({});
    m_effect->setObjectName(u"dataEffect"_s);
    for (QLabel* label : {m_doc, m_licence, m_effect})
        label->setWordWrap(true);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_choiceRow, m_doc, m_licence, m_settings, m_notice, m_samplesHeader,
                                                           m_samples, m_figures, m_splitHeader})
        column->addWidget(widget);
    addRows(*column);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_transformsHeader, m_transforms, m_transformed, m_balanceHeader, m_balance})
        column->addWidget(widget);
    column->addStretch(1);
}

/// One for each declared setting, in the order of declaration.
void DataPanel::addRows(QVBoxLayout& column)
{
    for (const ParameterSpec& spec : dataSettings().specs()) {
        if (ofTheSource(spec.name))
            continue;
        if (spec.name == "subtract") {
            column.addWidget(m_parts);
            column.addWidget(m_numbersHeader);
        }
        auto* row = new ParameterRow(spec, this);
        connect(row, &ParameterRow::edited, this,
                [this, name = spec.name, title = spec.title](const ParameterValue& value, bool stepping) {
                    edit(
                        tr("Set %1").arg(engineText(title)), [&](DataSettings& data) { dataSettings().assign(data, name, value); },
                        stepping ? u"data."_s + fromStd(name) : QString());
                });
        connect(row, &ParameterRow::resetAsked, this, [this, name = spec.name, value = spec.defaultValue, title = spec.title] {
            edit(tr("Reset %1").arg(engineText(title)), [&](DataSettings& data) { dataSettings().assign(data, name, value); });
        });
        connect(row, &ParameterRow::steppingEnded, &m_document, &Document::endMerging);
        m_rows.push_back(row);
        column.addWidget(row);
        if (spec.name == "divide")
            column.addWidget(m_effect);
    }
}

void DataPanel::edit(const QString& text, const std::function<void(DataSettings&)>& change, const QString& mergeKey)
{
    m_document.edit(
        text, [&change](Project& project) { change(project.data); }, mergeKey);
}

void DataPanel::editSource(const QString& text, const std::function<void(DataSettings&)>& change, const QString& mergeKey)
{
    const DataSettings before = m_document.project().data;
    if (mergeKey.isEmpty())
        m_document.endMerging(); // the validation split belongs to this choice, not to an earlier one
    edit(text, change, mergeKey.isEmpty() ? choosingKey : mergeKey);
    if (m_document.project().data != before)
        m_fresh = m_document.project().data;
}

void DataPanel::choose(const std::string& id)
{
    editSource(tr("Choose the data set"),
               [&id](DataSettings& data) {
                   if (data.source == id)
                       return;
                   data.source = id;
                   data.path.clear();
                   data.parameters.clear();
                   // What suited another set's numbers need not suit these.
                   data.subtract = DataSettings().subtract;
                   data.divide = DataSettings().divide;
               },
               {});
}

/// A set without a validation part gets a validation split as soon as that is known: in one undo step with the choice.
void DataPanel::holdBack(const DataPreview& preview)
{
    if (std::exchange(m_fresh, {}) != m_document.project().data || preview.testCount > 0
        || m_document.project().data.validation != "test")
        return;
    edit(
        tr("Hold out samples for validation"),
        [](DataSettings& data) {
            data.validation = "split";
            data.validationSplit = 0.2;
        },
        choosingKey);
}

void DataPanel::useFolder(const QString& folder, const std::string& source)
{
    if (m_document.dataDir() == folder.toStdString())
        m_document.readDataAgain(); // choosing the same again asks to read what changed there
    else
        m_document.setDataDir(folder.toStdString());
    if (!source.empty())
        choose(source);
}

void DataPanel::follow()
{
    m_worker.setDataDir(m_document.dataDir());
    m_choice->list(m_worker.shelf());
    m_choice->choose(m_document.project().data.source);
    const data::Source* chosen = source();
    m_doc->setText(chosen ? engineText(chosen->info().doc)
                          : tr("This version of Netsmith has no data set called %1. Choose another one, or open the project with "
                               "the version that created it.")
                                .arg(fromStd(m_document.project().data.source)));
    m_licence->setText(chosen ? tr("License: %1").arg(engineText(chosen->info().licence)) : QString());
    m_licence->setVisible(chosen);
    m_settings->show(chosen, m_document.project().data);
    m_settings->setNames(m_document.dataFacts().partNames);
    followSettings();
    followTransforms();
    if (isVisible())
        load();
}

void DataPanel::followSettings()
{
    const DataSettings& settings = m_document.project().data;
    const std::vector<ParameterValue> values = dataSettings().values(settings);
    const data::Source* chosen = source();
    const bool reckons =
        !chosen || std::ranges::any_of(chosen->fields(), [](const data::FieldSpec& field) { return field.classes == 0; });
    std::size_t at = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!ofTheSource(dataSettings().specs()[i].name))
            m_rows[at++]->setValue(values[i]);
    for (ParameterRow* row : m_rows) {
        if (row->spec().name == "validation_split")
            row->setVisible(isSplitOff(settings));
        if (row->spec().name == "validation_file")
            row->setVisible(settings.validation == "file");
        if (row->spec().name == "subtract" || row->spec().name == "divide")
            row->setVisible(reckons);
    }
    m_numbersHeader->setVisible(reckons);
    showFigures();
}

void DataPanel::followTransforms()
{
    const Project& project = m_document.project();
    m_transforms->show(project.data.transforms);
    if (project.data.transforms.empty() || !m_preview || !m_preview->pictures)
        m_transformed->show({});
    else
        m_worker.transform(project, *m_preview->pictures);
}

void DataPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    load();
}

void DataPanel::load()
{
    const data::Source* chosen = source();
    const std::string key = keyOf(m_document.project().data, m_document.dataRevision());
    if (chosen && m_shown == key)
        return;
    if (m_downloading
        && keyOf(m_asked, 0) == keyOf(m_document.project().data, 0)) { // they are being downloaded, and read once complete
        m_shown = key;
        return;
    }
    m_shown = chosen ? key : std::string();
    m_downloading = false;
    m_preview.reset();
    m_notice->rest();
    m_samples->show({});
    m_transformed->show({});
    m_samplesHeader->hide();
    m_balance->show({});
    m_balanceHeader->hide();
    showFigures();
    if (!chosen) {
        m_worker.cancel();
        return;
    }
    m_notice->showReading(*chosen);
    m_worker.preview(m_document.project().data);
}

void DataPanel::download()
{
    const data::Source* chosen = source();
    if (!chosen || m_downloading)
        return;
    m_downloading = true;
    m_asked = m_document.project().data;
    m_notice->showDownloading(*chosen);
    m_worker.download(m_asked);
}

void DataPanel::showPreview(const DataPreview& preview)
{
    m_notice->rest();
    m_preview = preview;
    m_samplesHeader->setVisible(!preview.samples.empty());
    m_samples->show(preview.samples);
    m_balanceHeader->setVisible(!preview.balance.empty());
    m_balance->show(preview.balance);
    followTransforms();
    m_choice->list(m_worker.shelf()); // a missing set may have been downloaded
    if (m_downloading)
        m_document.readDataAgain(); // so that all views of the data update
    else
        m_document.lookAgain(); // the project may be valid now
    m_downloading = false;
    showFigures();
    holdBack(preview);
    if (const data::Source* chosen = source(); chosen && preview.standIn)
        m_notice->showStandIn(*chosen, preview.title);
}

void DataPanel::showFigures()
{
    const DataPreview* preview = m_preview ? &*m_preview : nullptr;
    m_figures->show(preview);
    m_parts->show(source(), preview, m_document.project().data);
    showEffect();
}

/// The result of normalising a byte.
void DataPanel::showEffect()
{
    const DataSettings& settings = m_document.project().data;
    const data::Source* chosen = source();
    const data::FieldSpec* first = chosen && !chosen->fields().empty() ? &chosen->fields().front() : nullptr;
    const bool bytes = first && first->type == DataType::u8 && first->classes == 0; // tokens' numbers are not normalised
    m_effect->setVisible(bytes);
    if (bytes) {
        const auto [subtract, divide] = inputScale(settings, first->type, first->shape, first->classes);
        m_effect->setText(tr("A byte from 0 to 255 becomes a number from %1 to %2.")
                              .arg(numberText(-subtract / divide + 0.0, 4), numberText((largestByte - subtract) / divide, 4)));
    }
}

void DataPanel::retranslate()
{
    m_choiceRow->setName(tr("Data set"));
    m_choice->setAccessibleName(tr("Data set"));
    m_choice->setToolTip(tr("Which data set the network learns from"));
    m_samplesHeader->setText(tr("Samples"));
    m_samples->setAccessibleName(tr("Some training samples"));
    m_splitHeader->setText(tr("Split"));
    m_numbersHeader->setText(tr("Normalization"));
    m_transformsHeader->setText(tr("Transforms"));
    m_transforms->retranslate();
    m_settings->retranslate();
    m_transformed->setAccessibleName(tr("Some samples as the network sees them"));
    m_balanceHeader->setText(tr("Class balance"));
    m_balance->setAccessibleName(tr("Training samples of each class"));
    m_notice->retranslate();
    m_figures->retranslate();
    m_parts->retranslate();
}

void DataPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        if (!m_downloading)
            m_shown.clear(); // shows the data in the new language
        follow();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
