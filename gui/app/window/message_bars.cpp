#include "gui/app/window/message_bars.h"

#include "gui/widgets/labels/notice_bar.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

MessageBars::MessageBars(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    setObjectName(u"messageBars"_s);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(1);
    QWidget::hide();
}

QWidget* MessageBars::bar(const QString& id) const
{
    return findChild<QWidget*>(id, Qt::FindDirectChildrenOnly);
}

void MessageBars::show(const QString& id, NoteBox::Kind kind, const QString& sentence, const QList<Verb>& verbs)
{
    hide(id);
    auto* line = new NoticeBar(kind, id, this);
    line->setText({}, sentence);
    for (const Verb& verb : verbs) {
        QPushButton* button = line->addVerb(verb.objectName);
        button->setText(verb.text);
        connect(button, &QPushButton::clicked, this, [this, id, act = verb.act] {
            hide(id);
            if (act)
                act();
        });
    }
    connect(line, &NoticeBar::dismissed, this, [this, id] { hide(id); });
    m_column->addWidget(line);
    QWidget::show();
}

void MessageBars::hide(const QString& id)
{
    if (QWidget* found = bar(id)) {
        found->setObjectName({}); // it exists until the event loop runs, but must not be found
        found->hide();
        found->deleteLater();
        m_column->removeWidget(found);
    }
    if (m_column->isEmpty())
        QWidget::hide();
}

void MessageBars::hideAllBut(const QStringList& kept)
{
    for (const QWidget* found : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (!found->objectName().isEmpty() && !kept.contains(found->objectName()))
            hide(found->objectName());
}

void MessageBars::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_column->isEmpty())
        hide(m_column->itemAt(m_column->count() - 1)->widget()->objectName());
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui
