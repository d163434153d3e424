#include "gui/widgets/controls/component_form.h"

#include "gui/widgets/controls/parameter_row.h"
#include "gui/widgets/controls/parameter_text.h"
#include "gui/widgets/engine_text.h"

#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

ParameterSpec choiceOf(const ComponentForm::Kind& kind)
{
    ParameterSpec choice;
    choice.name = kind.name;
    choice.title = kind.title.toStdString();
    choice.doc = kind.doc.toStdString();
    choice.type = ParameterType::choice;
    choice.defaultValue = kind.defaultId;
    for (const Spec* spec : kind.specs)
        choice.choices.push_back({spec->id, spec->title});
    return choice;
}

const Spec* specIn(const ComponentForm::Kind& kind, const std::string& id)
{
    const auto found = std::ranges::find(kind.specs, id, [](const Spec* spec) { return spec->id; });
    return found == kind.specs.end() ? nullptr : *found;
}

} // namespace

ComponentForm::ComponentForm(Kind kind, QWidget* parent)
    : QWidget(parent)
    , m_kind(std::move(kind))
    , m_choice(new ParameterRow(choiceOf(m_kind), this))
    , m_column(new QVBoxLayout(this))
{
    setObjectName(fromStd(m_kind.name) + u"Form"_s);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
    m_column->addWidget(m_choice);
    connect(m_choice, &ParameterRow::edited, this, [this](const ParameterValue& value) { choose(std::get<std::string>(value)); });
    connect(m_choice, &ParameterRow::resetAsked, this, [this] { choose(m_kind.defaultId); });
}

void ComponentForm::choose(const std::string& id)
{
    const Spec* spec = specIn(m_kind, id);
    Q_EMIT edited(tr("Set %1 to %2", "what, and which").arg(m_kind.title, engineText(spec->title)),
                  [spec](Component& component) {
                      component.id = spec->id;
                      // What both have keeps its value: a learning rate, say.
                      std::erase_if(component.parameters, [spec](const auto& parameter) {
                          const ParameterSpec* declared = spec->parameter(parameter.first);
                          return !declared || problemOf(*declared, parameter.second);
                      });
                  },
                  {});
}

void ComponentForm::rebuild(const Spec* spec)
{
    for (ParameterRow* row : m_rows) {
        row->disconnect(this);
        row->hide();
        row->deleteLater(); // an event of its own may have led here
    }
    m_rows.clear();
    if (!spec)
        return;
    for (const ParameterSpec& parameter : spec->parameters) {
        auto* row = new ParameterRow(parameter, this);
        connect(row, &ParameterRow::edited, this, [this, row](const ParameterValue& value, bool stepping) {
            const std::string& name = row->spec().name;
            Q_EMIT edited(
                tr("Set %1 to %2", "what, and which").arg(row->name(), valueText(row->spec(), value)),
                [&](Component& component) {
                    if (value == row->spec().defaultValue)
                        component.parameters.erase(name);
                    else
                        component.parameters[name] = value;
                },
                stepping ? u"step %1 %2"_s.arg(fromStd(m_kind.name), fromStd(name)) : QString());
        });
        connect(row, &ParameterRow::resetAsked, this, [this, row] {
            Q_EMIT edited(tr("Set %1 back to the default").arg(row->name()),
                          [&](Component& component) { component.parameters.erase(row->spec().name); }, {});
        });
        connect(row, &ParameterRow::steppingEnded, this, &ComponentForm::steppingEnded);
        m_column->addWidget(row);
        row->show();
        m_rows.push_back(row);
    }
}

void ComponentForm::show(const Component& component)
{
    m_choice->setValue(component.id);
    if (m_shown != component.id) {
        m_shown = component.id;
        rebuild(specIn(m_kind, component.id));
    }
    for (ParameterRow* row : m_rows) {
        const auto found = component.parameters.find(row->spec().name);
        const ParameterValue value = found == component.parameters.end() ? row->spec().defaultValue : found->second;
        row->setValue(hasType(row->spec(), value) ? std::optional(normalised(row->spec(), value)) : std::nullopt);
    }
}

void ComponentForm::commit()
{
    for (ParameterRow* row : m_rows)
        row->commit();
}

} // namespace netsmith::gui
