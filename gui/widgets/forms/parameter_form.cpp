#include "gui/widgets/forms/parameter_form.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_row.h"
#include "gui/widgets/forms/parameter_text.h"

#include <QVBoxLayout>

namespace netsmith::gui {

ParameterForm::ParameterForm(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
    hide();
}

void ParameterForm::rebuild(const std::vector<ParameterSpec>& specs)
{
    for (ParameterRow* row : m_rows) {
        row->disconnect(this);
        row->hide();
        row->deleteLater(); // one of its events may have led here
    }
    m_rows.clear();
    for (const ParameterSpec& parameter : specs) {
        auto* row = new ParameterRow(parameter, this);
        connect(row, &ParameterRow::edited, this, [this, row](const ParameterValue& value, bool stepping) {
            const std::string& name = row->spec().name;
            Q_EMIT edited(
                tr("Set %1 to %2", "what, and which").arg(row->name(), valueText(row->spec(), value)),
                [&](ParameterMap& parameters) {
                    if (value == row->spec().defaultValue)
                        parameters.erase(name);
                    else
                        parameters[name] = value;
                },
                stepping ? fromStd(name) : QString());
        });
        connect(row, &ParameterRow::resetAsked, this, [this, row] {
            Q_EMIT edited(tr("Set %1 back to the default").arg(row->name()),
                          [&](ParameterMap& parameters) { parameters.erase(row->spec().name); }, {});
        });
        connect(row, &ParameterRow::steppingEnded, this, &ParameterForm::steppingEnded);
        m_column->addWidget(row);
        row->show();
        m_rows.push_back(row);
    }
    setVisible(!m_rows.empty());
}

void ParameterForm::show(const std::string& id, const std::vector<ParameterSpec>& specs, const ParameterMap& values)
{
    if (m_shown != id) {
        m_shown = id;
        rebuild(specs);
    }
    for (ParameterRow* row : m_rows) {
        const auto found = values.find(row->spec().name);
        const ParameterValue value = found == values.end() ? row->spec().defaultValue : found->second;
        row->setValue(hasType(row->spec(), value) ? std::optional(normalised(row->spec(), value)) : std::nullopt);
        row->setVisible(isRelevant(row->spec(), specs, values));
    }
}

void ParameterForm::setNames(const std::string& parameter, const QStringList& names, bool several)
{
    for (ParameterRow* row : m_rows)
        if (row->spec().name == parameter)
            row->setNames(names, several);
}

void ParameterForm::commit()
{
    for (ParameterRow* row : m_rows)
        row->commit();
}

} // namespace netsmith::gui
