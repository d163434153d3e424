#include "gui/widgets/forms/component_form.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_form.h"
#include "gui/widgets/forms/parameter_row.h"

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
    , m_parameters(new ParameterForm(this))
{
    setObjectName(fromStd(m_kind.name) + u"Form"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_choice);
    column->addWidget(m_parameters);
    connect(m_parameters, &ParameterForm::edited, this,
            [this](const QString& text, const std::function<void(ParameterMap&)>& change, const QString& stepped) {
                Q_EMIT edited(
                    text, [&change](Component& component) { change(component.parameters); },
                    stepped.isEmpty() ? stepped : u"step %1 %2"_s.arg(fromStd(m_kind.name), stepped));
            });
    connect(m_parameters, &ParameterForm::steppingEnded, this, &ComponentForm::steppingEnded);
    connect(m_choice, &ParameterRow::edited, this, [this](const ParameterValue& value) { choose(std::get<std::string>(value)); });
    connect(m_choice, &ParameterRow::resetAsked, this, [this] { choose(m_kind.defaultId); });
}

void ComponentForm::choose(const std::string& id)
{
    const Spec* spec = specIn(m_kind, id);
    Q_EMIT edited(tr("Set %1 to %2", "what, and which").arg(m_kind.title, engineText(spec->title)),
                  [spec](Component& component) {
                      component.id = spec->id;
                      // Parameters that both have keep their values, such as a learning rate.
                      std::erase_if(component.parameters, [spec](const auto& parameter) {
                          const ParameterSpec* declared = spec->parameter(parameter.first);
                          return !declared || problemOf(*declared, parameter.second);
                      });
                  },
                  {});
}

void ComponentForm::show(const Component& component)
{
    static const std::vector<ParameterSpec> none;
    m_choice->setValue(component.id);
    const Spec* spec = specIn(m_kind, component.id);
    m_parameters->show(component.id, spec ? spec->parameters : none, component.parameters);
}

void ComponentForm::commit()
{
    m_parameters->commit();
}

} // namespace netsmith::gui
