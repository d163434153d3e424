#include "gui/properties/inner_values.h"

#include "gui/document/graph_edits.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/lists/picker_popup.h"

#include <QEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

std::string innerLayer(const ParameterSpec& parameter)
{
    const std::size_t dot = parameter.name.rfind('.');
    return dot == std::string::npos ? std::string() : parameter.name.substr(0, dot);
}

InnerValues::InnerValues(Document& document, QWidget* parent)
    : QPushButton(parent)
    , m_document(document)
    , m_picker(new PickerPopup(this))
{
    setObjectName(u"innerValuesButton"_s);
    setIcon(gui::icon(u"plus"_s, Token::textSecondary));
    m_picker->setObjectName(u"innerValuesPicker"_s);
    connect(this, &QPushButton::clicked, this, &InnerValues::offer);
    connect(m_picker, &PickerPopup::rowPicked, this, [this](const QString& id) {
        m_picked.insert(id.toStdString());
        Q_EMIT picked(id.toStdString());
    });
    setTexts();
    hide();
}

void InnerValues::setTexts()
{
    setText(tr("Set a layer's value here…"));
    setToolTip(tr("Give a layer in the block a different value in this place only"));
    m_picker->setPlaceholder(tr("Set a value"));
    m_picker->setAccessibleName(tr("Set a value"));
    m_picker->setEmptyText(tr("No layer in the block has a value that can be set."));
}

std::vector<ParameterSpec> InnerValues::shown(const ChosenNodes& chosen)
{
    if (m_nodes != chosen.ids()) {
        m_nodes = chosen.ids();
        m_picked.clear();
    }
    std::vector<ParameterSpec> rows;
    m_rest.clear();
    for (const ParameterSpec& parameter : chosen.parameters(m_document.layers())) {
        const bool isSet = std::ranges::any_of(m_nodes, [&](const std::string& id) {
            const Node* node = m_document.graph().find(id);
            return node && node->parameters.contains(parameter.name);
        });
        const bool hasRow = innerLayer(parameter).empty() || isSet || m_picked.contains(parameter.name);
        (hasRow ? rows : m_rest).push_back(parameter);
    }
    setVisible(!m_rest.empty());
    return rows;
}

void InnerValues::offer()
{
    std::vector<PickerPopup::Item> items;
    for (const ParameterSpec& parameter : m_rest) {
        SectionedList::Row row;
        row.id = fromStd(parameter.name);
        row.section = fromStd(innerLayer(parameter));
        row.title = engineText(parameter.title);
        row.detail = valueText(parameter, parameter.defaultValue);
        items.push_back({row, {row.title, {fromStd(parameter.title), row.section, row.section + u' ' + row.title}, {}}});
    }
    m_picker->setItems(std::move(items));
    m_picker->openAt(mapToGlobal(QPoint(0, height() + 2)));
}

void InnerValues::changeEvent(QEvent* event)
{
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

} // namespace netsmith::gui
