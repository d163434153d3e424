#include "gui/attribution/importance_view.h"

#include "gui/attribution/importance_list.h"
#include "gui/attribution/importance_picture.h"
#include "gui/attribution/importance_series.h"
#include "gui/attribution/token_importance.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::size_t rowsInView = 12; ///< of a list, before it scrolls
constexpr int listedWidth = 300;

} // namespace

ImportanceView::ImportanceView(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(8);
}

double ImportanceView::most() const
{
    double most = 0.0;
    for (const Importance& importance : m_shown)
        most = std::max(most, importance.most());
    return most;
}

bool ImportanceView::hasNegative() const
{
    return std::ranges::any_of(m_shown, &Importance::hasNegative);
}

bool ImportanceView::hasPicture() const
{
    return std::ranges::any_of(m_shown, [](const Importance& one) { return one.form == Importance::Form::picture && one.input; });
}

bool ImportanceView::canPoint() const
{
    return std::ranges::any_of(m_shown, [](const Importance& one) { return one.form != Importance::Form::row; });
}

void ImportanceView::setBlend(double blend)
{
    m_blend = blend;
    for (auto* picture : findChildren<ImportancePicture*>())
        picture->setBlend(blend);
}

void ImportanceView::show(const std::shared_ptr<const AttributionReport>& report)
{
    std::vector<Importance> shown;
    if (report && !report->problem)
        shown = importancesIn(*report);
    const bool same = std::ranges::equal(
        shown, m_shown, [](const Importance& a, const Importance& b) { return a.form == b.form && a.title == b.title; });
    m_report = report;
    m_shown = std::move(shown);
    if (!same)
        rebuild();
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        fill(static_cast<int>(i));
}

void ImportanceView::rebuild()
{
    m_views.clear();
    while (QLayoutItem* item = m_column->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // it may be the one that is being pointed at
        }
        delete item;
    }
    Q_EMIT told({});
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        if (m_shown.size() > 1) {
            auto* title = new TextLabel(TextRole::captionStrong, u"secondary"_s, this);
            title->setText(m_shown[i].title);
            m_column->addWidget(title);
        }
        m_views.push_back(makeFor(m_shown[i], static_cast<int>(i)));
        m_column->addWidget(m_views.back(), m_shown[i].form == Importance::Form::row ? 1 : 0);
    }
    m_column->addStretch();
}

QWidget* ImportanceView::makeFor(const Importance& importance, int index)
{
    const QString number = QString::number(index);
    switch (importance.form) {
    case Importance::Form::picture: {
        auto* picture = new ImportancePicture(this);
        picture->setObjectName(u"importancePicture"_s + number);
        picture->setBlend(m_blend);
        connect(picture, &ImportancePicture::told, this, &ImportanceView::told);
        return picture;
    }
    case Importance::Form::series: {
        auto* series = new ImportanceSeries(this);
        series->setObjectName(u"importanceSeries"_s + number);
        connect(series, &ImportanceSeries::told, this, &ImportanceView::told);
        return series;
    }
    case Importance::Form::tokens: return makeText(number);
    case Importance::Form::row: {
        auto* list = new ImportanceList(this);
        list->setObjectName(u"importanceRow"_s + number);
        return list;
    }
    }
    return nullptr;
}

/// The text, and beside it its tokens, the most important first.
QWidget* ImportanceView::makeText(const QString& name)
{
    auto* pair = new QWidget(this);
    auto* text = new TokenImportance(pair);
    auto* list = new ImportanceList(pair);
    text->setObjectName(u"importanceText"_s + name);
    list->setObjectName(u"importanceTokens"_s + name);
    const auto size = [list] { list->setFixedWidth(Theme::instance().scaled(listedWidth)); };
    size();
    connect(&Theme::instance(), &Theme::changed, list, size);
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(text, 1, Qt::AlignTop);
    row->addWidget(list);
    connect(text, &TokenImportance::told, this, &ImportanceView::told);
    connect(text, &TokenImportance::currentChanged, list, &ImportanceList::mark);
    connect(list, &ImportanceList::partChosen, text, &TokenImportance::setCurrent);
    return pair;
}

void ImportanceView::fill(int index)
{
    const auto at = static_cast<std::size_t>(index);
    const Importance& importance = m_shown[at];
    QWidget* view = m_views[at];
    const double limit = most();
    std::vector<ImportanceList::Row> rows;
    if (auto* picture = qobject_cast<ImportancePicture*>(view)) {
        picture->setAccessibleName(tr("What mattered in %1").arg(importance.title));
        picture->show(importance, limit);
        return;
    }
    if (auto* series = qobject_cast<ImportanceSeries*>(view)) {
        series->setAccessibleName(tr("What mattered in %1").arg(importance.title));
        series->show(importance, limit);
        return;
    }
    auto* list = qobject_cast<ImportanceList*>(view);
    if (importance.form == Importance::Form::tokens) {
        list = view->findChild<ImportanceList*>();
        const std::vector<ShownPart> parts = partsOf(importance);
        for (std::size_t i = 0; i < parts.size(); ++i)
            rows.push_back({parts[i].name, {}, parts[i].value, static_cast<int>(i)});
        std::ranges::stable_sort(rows, std::greater(), [](const ImportanceList::Row& row) { return std::abs(row.importance); });
        auto* text = view->findChild<TokenImportance*>();
        text->setAccessibleName(tr("What mattered in %1").arg(importance.title));
        text->show(parts, limit);
    } else {
        for (const ShownColumn& column : columnsOf(importance))
            rows.push_back({column.name, column.value, column.importance, static_cast<int>(rows.size())});
        if (rows.size() > ImportanceList::rowsAtMost)
            std::ranges::stable_sort(rows, std::greater(), [](const ImportanceList::Row& row) { return std::abs(row.importance); });
    }
    list->setMinimumHeight(static_cast<int>(std::min(rowsInView, rows.size() + 2)) * Theme::instance().scaled(24));
    list->show(rows, limit);
}

} // namespace netsmith::gui
