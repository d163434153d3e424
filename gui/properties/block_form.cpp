#include "gui/properties/block_form.h"

#include "gui/document/block_commands.h"
#include "gui/properties/chosen_nodes.h"
#include "gui/widgets/forms/commit_field.h"
#include "gui/widgets/forms/form_row.h"
#include "gui/widgets/icon.h"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

BlockForm::BlockForm(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_name(new CommitField)
    , m_nameRow(new FormRow({}, m_name, this))
    , m_open(new QPushButton(this))
{
    setObjectName(u"blockForm"_s);
    m_name->setObjectName(u"blockNameField"_s);
    m_open->setObjectName(u"openBlockButton"_s);
    m_open->setIcon(icon(u"block"_s, Token::textSecondary));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(4);
    column->addWidget(m_nameRow);
    column->addWidget(m_open);
    connect(m_name, &CommitField::commitAsked, this, [this](const QString& title) {
        m_name->setCommitted(title.trimmed().isEmpty() ? blockTitle(m_document, m_block) : title.trimmed());
        renameBlock(m_document, m_block, title);
    });
    connect(m_open, &QPushButton::clicked, this, [this] { openBlock(m_document, m_node); });
    setTexts();
    hide();
}

void BlockForm::setTexts()
{
    m_nameRow->setName(tr("Block"));
    m_nameRow->setExplanation(tr("The block's name wherever it is used."));
    m_open->setText(tr("Open block"));
    m_open->setToolTip(tr("Show what is in it; edits apply wherever it is used (Enter on the canvas)"));
}

void BlockForm::show(const ChosenNodes& chosen)
{
    const std::string block = chosen.layerIds().size() == 1 ? blockOfSpec(chosen.layerIds().front()) : std::string();
    setVisible(!block.empty());
    if (block.empty()) {
        m_block.clear();
        return;
    }
    m_node = *chosen.ids().begin();
    m_open->setVisible(chosen.size() == 1);
    const QString title = blockTitle(m_document, block);
    if (block != m_block || !m_name->isDirty() || m_name->committed() != title)
        m_name->setCommitted(title);
    m_block = block;
}

void BlockForm::commit()
{
    if (!m_block.empty())
        m_name->commit();
}

void BlockForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

} // namespace netsmith::gui
