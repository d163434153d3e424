#include "gui/palette/palette.h"

#include "gui/document/document.h"
#include "gui/palette/block_menu.h"
#include "gui/palette/layer_catalog.h"
#include "gui/palette/layer_list.h"
#include "gui/palette/layer_picker.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/lists/search_field.h"

#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int compactWidth = 44;
constexpr int leastWidthOfText = 112; // narrower: only icons

} // namespace

Palette::Palette(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_search(new SearchField(this))
    , m_find(new QToolButton(this))
    , m_list(new LayerList(document, this))
    , m_empty(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_picker(new LayerPicker(document, this))
    , m_blocks(new BlockMenu(document, *m_list))
{
    setObjectName(u"palette"_s);
    m_search->setObjectName(u"paletteSearch"_s);
    m_search->setShortcutHint(QKeySequence(u"Ctrl+K"_s).toString(QKeySequence::NativeText).replace(u'+', u' '));
    m_find->setObjectName(u"paletteFind"_s);
    m_find->setIcon(icon(u"search"_s, Token::textSecondary));
    m_find->setProperty("class", u"quiet"_s);
    m_find->hide();
    m_list->setObjectName(u"paletteList"_s);
    m_empty->setObjectName(u"paletteEmpty"_s);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_empty->setContentsMargins(12, 24, 12, 12);
    m_empty->hide();

    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 10, 10, 6);
    top->addWidget(m_search);
    top->addWidget(m_find);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_list, 1);
    column->addWidget(m_empty, 1);

    connect(m_search, &QLineEdit::textChanged, this, &Palette::filter);
    connect(m_search, &SearchField::moved, m_list, &SectionedList::moveCurrent);
    connect(m_search, &SearchField::chosen, this, [this] {
        if (const QString layer = m_list->currentId(); !layer.isEmpty() && !m_list->isHidden())
            Q_EMIT layerActivated(layer);
    });
    connect(m_search, &SearchField::left, this, [this] { m_list->setFocus(Qt::OtherFocusReason); });
    connect(m_find, &QToolButton::clicked, this, &Palette::focusSearch);
    connect(m_list, &SectionedList::chosen, this, &Palette::layerActivated);
    connect(m_list, &LayerList::dragMoved, this, &Palette::layerDragMoved);
    connect(m_list, &LayerList::dragEnded, this, &Palette::layerDragEnded);
    connect(m_list, &LayerList::dragCancelled, this, &Palette::layerDragCancelled);
    connect(&document, &Document::changed, this, [this](const Change& change) {
        if (change.blocks || change.opened || change.everything)
            filter(m_search->text());
    });
    connect(m_picker, &LayerPicker::picked, this, &Palette::layerActivated);
    connect(&Theme::instance(), &Theme::changed, this, &Palette::followWidth);
    setTexts();
}

QSize Palette::sizeHint() const
{
    return {Theme::instance().scaled(220), 400};
}

QSize Palette::minimumSizeHint() const
{
    return {compactWidth, 120};
}

void Palette::setTexts()
{
    m_search->setPlaceholderText(tr("Search layers"));
    m_search->setAccessibleName(tr("Search layers"));
    m_search->setToolTip(tr("Type part of a layer's name; Enter adds it after the selected layer"));
    m_find->setToolTip(tr("Search layers (Ctrl+K)"));
    m_find->setAccessibleName(tr("Search layers"));
    m_list->setAccessibleName(tr("Layers"));
    filter(m_search->text());
}

void Palette::filter(const QString& query)
{
    std::vector<std::pair<int, SectionedList::Row>> found;
    for (const LayerSpec* layer : layersInOrder(m_document.layers(), !m_document.place().empty()))
        if (const auto rank = searchRank(layerSearch(*layer), query))
            found.emplace_back(*rank, layerRow(*layer));
    const bool searching = !query.trimmed().isEmpty();
    std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
    std::vector<SectionedList::Row> rows;
    for (auto& [rank, row] : found) {
        if (searching)
            row.section.clear(); // the best match first, whatever its kind
        rows.push_back(std::move(row));
    }
    m_empty->setText(tr("No layer is called “%1”.").arg(query.trimmed()));
    m_list->setVisible(!rows.empty());
    m_empty->setVisible(rows.empty());
    m_list->setRows(std::move(rows), query == m_listed); // a block came or went: keep the position
    m_listed = query;
}

void Palette::followWidth()
{
    const bool compact = width() < Theme::instance().scaled(leastWidthOfText);
    m_search->setVisible(!compact);
    m_find->setVisible(compact);
    layout()->itemAt(0)->layout()->setContentsMargins(compact ? 4 : 10, 10, compact ? 4 : 10, 6);
    if (compact && !m_search->text().isEmpty())
        m_search->clear(); // nothing would show why layers are missing
    m_compact = compact;
    m_list->setCompact(compact);
}

void Palette::focusSearch()
{
    if (m_compact) {
        m_picker->openFor(std::nullopt, m_find->mapToGlobal(QPoint(m_find->width() + 4, 0)));
        return;
    }
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void Palette::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    followWidth();
}

void Palette::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

} // namespace netsmith::gui
