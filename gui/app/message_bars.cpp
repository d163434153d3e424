#include "gui/app/message_bars.h"

#include "gui/widgets/icon.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>
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
    auto* line = new QWidget(this);
    line->setObjectName(id);
    auto* note = new NoteBox(kind, sentence, line);
    for (const Verb& verb : verbs) {
        QPushButton* button = note->addVerb(verb.text, verb.objectName);
        connect(button, &QPushButton::clicked, this, [this, id, act = verb.act] {
            hide(id);
            if (act)
                act();
        });
    }
    auto* close = new QToolButton(note);
    close->setObjectName(id + u"Close"_s);
    close->setProperty("class", u"quiet"_s);
    close->setIcon(icon(u"close"_s, Token::textSecondary));
    close->setIconSize({14, 14});
    close->setToolTip(tr("Put this message away"));
    close->setAccessibleName(tr("Put this message away"));
    connect(close, &QToolButton::clicked, this, [this, id] { hide(id); });
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(note, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    m_column->addWidget(line);
    QWidget::show();
}

void MessageBars::hide(const QString& id)
{
    if (QWidget* found = bar(id)) {
        found->setObjectName({}); // it lives until the loop turns, under no name
        found->hide();
        found->deleteLater();
        m_column->removeWidget(found);
    }
    if (m_column->isEmpty())
        QWidget::hide();
}

void MessageBars::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_column->isEmpty())
        hide(m_column->itemAt(m_column->count() - 1)->widget()->objectName());
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui
