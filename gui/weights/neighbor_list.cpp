#include "gui/weights/neighbor_list.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/lists/search_field.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum NeighborColumn { wordColumn, cosineColumn, distanceColumn };
constexpr int listHeight = 236;
constexpr int lettersOfMeasure = 12; ///< "By distance"

} // namespace

NeighborList::NeighborList(QWidget* parent)
    : QWidget(parent)
    , m_head(new TextLabel(TextRole::captionStrong, u"secondary"_s, this))
    , m_word(new SearchField(this))
    , m_measure(new ChoiceBox(this))
    , m_state(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_list(new QTreeWidget(this))
{
    m_word->setObjectName(u"neighborWord"_s);
    m_measure->setObjectName(u"neighborMeasure"_s);
    m_state->setObjectName(u"neighborState"_s);
    m_list->setObjectName(u"neighborList"_s);
    m_state->setWordWrap(true);
    m_measure->setMinimumContentsLength(lettersOfMeasure);
    m_measure->addItems({QString(), QString()});
    m_list->setColumnCount(distanceColumn + 1);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::Fixed);
    m_list->header()->setSectionResizeMode(wordColumn, QHeaderView::Stretch);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_word, 1);
    line->addWidget(m_measure);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_head);
    column->addLayout(line);
    column->addWidget(m_state);
    column->addWidget(m_list);
    connect(m_word, &QLineEdit::textChanged, this, &NeighborList::searched);
    connect(m_measure, &QComboBox::currentIndexChanged, this, &NeighborList::refresh);
    connect(m_list, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { m_word->setText(item->data(wordColumn, Qt::UserRole).toString()); });
    connect(m_list, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { m_word->setText(item->data(wordColumn, Qt::UserRole).toString()); });
    connect(&Theme::instance(), &Theme::changed, this, &NeighborList::refresh);
    retranslate();
}

void NeighborList::show(const std::shared_ptr<const WeightsFeed::Found>& found)
{
    if (found == m_found)
        return;
    m_found = found;
    refresh();
}

void NeighborList::refresh()
{
    m_list->setFixedHeight(Theme::instance().scaled(listHeight));
    for (const int column : {cosineColumn, distanceColumn})
        m_list->setColumnWidth(column,
                               m_list->header()->fontMetrics().horizontalAdvance(m_list->headerItem()->text(column))
                                   + Theme::instance().scaled(36));
    m_list->clear();
    m_list->setVisible(m_found && m_found->neighbors);
    m_state->setVisible(true);
    if (!m_found) {
        m_state->setText(tr("Type a word as it is in the text, or the number of a row such as #12."));
        return;
    }
    if (m_found->problem) {
        QStringList similar;
        for (const std::int64_t id : m_found->names.beginningWith(m_found->word.toStdString(), 8))
            similar << fromStd(m_found->names.wordOf(id));
        m_state->setText(similar.isEmpty() ? messageText(*m_found->problem)
                                           : tr("Words that begin like this: %1").arg(similar.join(u", "_s)));
        return;
    }
    const inspect::Neighbors& found = *m_found->neighbors;
    const bool byAngle = m_measure->currentIndex() == 0;
    m_state->setText(byAngle && found.byCosine.empty()
                         ? tr("The vector of this token is 0, so it has no direction.")
                         : tr("“%1” is row %2; its vector has the norm %3")
                               .arg(fromStd(m_found->names.nameOf(found.id)), countText(found.id), significantText(found.norm)));
    for (const inspect::Neighbor& each : byAngle ? found.byCosine : found.byDistance) {
        const QString name = fromStd(m_found->names.nameOf(each.id));
        auto* item = new QTreeWidgetItem(m_list, {name, QLocale().toString(each.cosine, 'f', 3), significantText(each.distance)});
        // By its number where the word would be read as something else, such as "␣".
        item->setData(wordColumn, Qt::UserRole, u"#%1"_s.arg(each.id));
        if (const std::string word = m_found->names.wordOf(each.id); !word.empty())
            try {
                if (m_found->names.idOf(word) == each.id)
                    item->setData(wordColumn, Qt::UserRole, name);
            } catch (const Error&) { // it stays a number
            }
        for (const int column : {cosineColumn, distanceColumn}) {
            item->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
            item->setFont(column, Theme::instance().font(TextRole::number));
        }
    }
}

void NeighborList::retranslate()
{
    m_head->setText(tr("Nearest tokens"));
    m_word->setPlaceholderText(tr("Word"));
    m_word->setAccessibleName(tr("Word whose neighbors are listed"));
    m_word->setToolTip(tr("A word of the vocabulary, or the number of a row such as #12"));
    m_measure->setItemText(0, tr("By angle"));
    m_measure->setItemText(1, tr("By distance"));
    m_measure->setAccessibleName(tr("What near means"));
    m_measure->setToolTip(
        tr("By angle: vectors that point the same way, whatever their length. By distance: vectors that end close to each other."));
    m_list->setHeaderLabels({tr("Token"), tr("Cosine"), tr("Distance")});
    for (const int column : {cosineColumn, distanceColumn})
        m_list->headerItem()->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    m_list->headerItem()->setToolTip(
        cosineColumn,
        tr("Of the angle between the two vectors: 1 if they point the same way, 0 at a right angle, −1 if they are opposite"));
    m_list->headerItem()->setToolTip(distanceColumn, tr("Euclidean, between the ends of the two vectors"));
    m_list->setAccessibleName(m_head->text());
    m_list->setToolTip(tr("Click on a token to see its own neighbors"));
    refresh();
}

void NeighborList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui
