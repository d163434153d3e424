#include "gui/canvas/overlays/block_bar.h"

#include "engine/graph/blocks/block_inside.h"
#include "gui/document/document.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/icon_label.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

BlockBar::BlockBar(const Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_crumbs(new QHBoxLayout)
    , m_note(new ElidedLabel(TextRole::caption, u"muted"_s, this))
{
    setObjectName(u"blockBar"_s);
    setCursor(Qt::ArrowCursor);
    m_note->setObjectName(u"blockBarNote"_s);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_crumbs->setSpacing(2);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 3, 12, 4);
    row->setSpacing(12);
    row->addLayout(m_crumbs);
    row->addWidget(m_note, 1);
    connect(&document, &Document::changed, this, [this](const Change& change) {
        if (!change.opened && (change.ofGraph() || change.texts))
            renew();
    });
    connect(&document, &Document::pathChanged, this, &BlockBar::renew);
    hide();
}

void BlockBar::addCrumb(const QString& text, const QString& toolTip, const std::string& place, bool last)
{
    auto* crumb = new QToolButton(this);
    crumb->setObjectName(u"crumb%1"_s.arg(m_crumbs->count() / 2));
    crumb->setProperty("class", u"quiet"_s);
    crumb->setText(text);
    crumb->setToolTip(toolTip);
    crumb->setFocusPolicy(Qt::TabFocus);
    crumb->setFont(Theme::instance().font(last ? TextRole::bodyStrong : TextRole::body));
    if (last)
        crumb->setAccessibleDescription(tr("The block that is open"));
    connect(crumb, &QToolButton::clicked, this, [this, place] { Q_EMIT placeAsked(place); });
    m_crumbs->addWidget(crumb);
    if (last)
        return;
    auto* arrow = new IconLabel(u"chevron-right"_s, Token::textMuted, 12, this);
    m_crumbs->addWidget(arrow);
}

void BlockBar::renew()
{
    while (QLayoutItem* item = m_crumbs->takeAt(0)) {
        item->widget()->hide(); // first, so that the focus stays in this window
        item->widget()->deleteLater(); // deleted later, since its click may have led here
        delete item;
    }
    const std::string& place = m_document.place();
    if (place.empty())
        return;
    setAccessibleName(tr("Path to the open block"));
    addCrumb(m_document.name(), tr("Back to the network"), {}, false);
    const Graph& graph = m_document.project().graph;
    QString last;
    const Block* block = nullptr;
    for (std::size_t end = 0; end < place.size();) {
        const std::size_t begin = end == 0 ? 0 : end + 1;
        end = std::min(place.find('/', begin), place.size());
        const std::string here = place.substr(0, end);
        block = blockAt(graph, here);
        last = fromStd(place.substr(begin, end - begin));
        const QString title = titleOf(*block);
        addCrumb(title, tr("Block “%1”, as used at %2").arg(title, last), here, end == place.size());
    }
    const int uses = static_cast<int>(usesOf(graph, block->id));
    m_note->setText(uses > 1 ? tr("Shapes are those at %1. Edits apply in all %n places.", nullptr, uses).arg(last)
                             : tr("Shapes are those at %1. Press Esc to go back.").arg(last));
}

void BlockBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::panel));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Token::line));
}

void BlockBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        renew();
}

} // namespace netsmith::gui
