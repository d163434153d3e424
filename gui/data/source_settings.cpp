#include "gui/data/source_settings.h"

#include "engine/graph/project/settings.h"
#include "gui/data/own_points.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_form.h"
#include "gui/widgets/forms/parameter_row.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const ParameterSpec& pathSpec()
{
    return *std::ranges::find(dataSettings().specs(), "path", &ParameterSpec::name);
}

} // namespace

SourceSettings::SourceSettings(QWidget* parent)
    : QWidget(parent)
    , m_path(new ParameterRow(pathSpec()))
    , m_choose(new QPushButton)
    , m_parameters(new ParameterForm)
    , m_points(new OwnPoints)
{
    m_choose->setObjectName(u"dataChoosePlace"_s);
    m_parameters->setObjectName(u"dataParameters"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_path);
    column->addWidget(m_choose, 0, Qt::AlignRight);
    column->addWidget(m_parameters);
    column->addWidget(m_points);
    connect(m_points, &OwnPoints::edited, this,
            [this](const QString& text, const std::function<void(DataSettings&)>& change) { Q_EMIT edited(text, change, {}); });
    connect(m_path, &ParameterRow::edited, this, [this](const ParameterValue& value) { setPlace(std::get<std::string>(value)); });
    connect(m_path, &ParameterRow::resetAsked, this, [this] { setPlace({}); });
    connect(m_choose, &QPushButton::clicked, this, &SourceSettings::choosePlace);
    connect(m_parameters, &ParameterForm::edited, this,
            [this](const QString& text, const std::function<void(ParameterMap&)>& change, const QString& stepped) {
                Q_EMIT edited(
                    text, [&change](DataSettings& data) { change(data.parameters); },
                    stepped.isEmpty() ? stepped : u"data.parameter."_s + stepped);
            });
    connect(m_parameters, &ParameterForm::steppingEnded, this, &SourceSettings::steppingEnded);
}

void SourceSettings::show(const data::Source* source, const DataSettings& settings)
{
    static const std::vector<ParameterSpec> none;
    m_place = source ? source->info().place : data::SourcePlace::own;
    m_now = fromStd(settings.path);
    m_naming = source ? source->info().partParameters : std::vector<data::PartParameter>();
    m_path->setValue(settings.path);
    m_parameters->show(settings.source, source ? source->info().parameters : none, settings.parameters);
    m_points->show(settings);
    m_path->setVisible(m_place != data::SourcePlace::own);
    m_choose->setVisible(m_place != data::SourcePlace::own);
    setVisible(m_place != data::SourcePlace::own || (source && !source->info().parameters.empty()));
    retranslate();
}

void SourceSettings::setNames(const std::vector<std::string>& names)
{
    QStringList all;
    for (const std::string& name : names)
        all << fromStd(name);
    for (const data::PartParameter& parameter : m_naming) {
        QStringList fit = all;
        if (parameter.several) // a comma in a name would split it
            fit.removeIf([](const QString& name) { return name.contains(u','); });
        m_parameters->setNames(parameter.name, fit, parameter.several);
    }
}

void SourceSettings::setPlace(const std::string& path)
{
    Q_EMIT edited(tr("Choose where the samples are"), [&path](DataSettings& data) { data.path = path; }, {});
}

void SourceSettings::choosePlace()
{
    const bool folder = m_place == data::SourcePlace::folder;
    auto* dialog = new QFileDialog(this, folder ? tr("Choose the folder of the samples") : tr("Choose the file of the samples"),
                                   QFileInfo(m_now).isAbsolute() ? QFileInfo(m_now).absolutePath() : QString());
    dialog->setObjectName(u"dataPlaceDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::ShowDirsOnly, folder);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { setPlace(path.toStdString()); });
    dialog->open();
}

void SourceSettings::retranslate()
{
    m_choose->setText(m_place == data::SourcePlace::folder ? tr("Choose a folder…") : tr("Choose a file…"));
}

} // namespace netsmith::gui
