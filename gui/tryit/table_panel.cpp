#include "gui/tryit/table_panel.h"

#include "gui/tryit/class_bars.h"
#include "gui/widgets/controls/plane_view.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/forms/form_row.h"

#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int placeDigits = 10; ///< at most, of a place that was clicked

QString valueOf(const QWidget* field)
{
    if (const auto* choice = qobject_cast<const QComboBox*>(field))
        return choice->currentIndex() > 0 ? choice->currentText() : QString();
    return qobject_cast<const QLineEdit*>(field)->text().trimmed();
}

} // namespace

TablePanel::TablePanel(QWidget* parent)
    : AskingPanel(u"table"_s, parent)
    , m_plane(new PlaneView(this))
    , m_bars(new ClassBars(this))
    , m_numbers(new TextLabel(TextRole::title, {}, this))
    , m_form(new QVBoxLayout)
{
    m_plane->setObjectName(u"tablePlane"_s);
    m_plane->hide();
    m_bars->setObjectName(u"tableBars"_s);
    m_numbers->setObjectName(u"tableNumbers"_s);
    m_numbers->setWordWrap(true);
    m_form->setSpacing(6);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_plane);
    column->addWidget(m_bars);
    column->addWidget(m_numbers);
    column->addWidget(m_caption);
    column->addWidget(m_note);
    column->addLayout(m_form);
    column->addStretch(1);
    connect(m_plane, &PlaneView::chosen, this, [this](QPointF place) {
        QStringList values{QString::number(place.x(), 'g', placeDigits)};
        if (!m_plane->isCurve())
            values << QString::number(place.y(), 'g', placeDigits);
        setValues(values);
        Q_EMIT edited();
    });
    retranslate();
    refresh();
}

void TablePanel::showPlane(bool shows)
{
    m_plane->setVisible(shows);
    if (shows)
        mark();
}

void TablePanel::mark()
{
    std::vector<double> numbers;
    for (const QString& value : values()) {
        bool isNumber = false;
        numbers.push_back(value.toDouble(&isNumber));
        if (!isNumber)
            return m_plane->setMark(std::nullopt);
    }
    if (numbers.empty() || numbers.size() > 2)
        return m_plane->setMark(std::nullopt);
    m_plane->setMark(QPointF(numbers.front(), numbers.size() > 1 ? numbers.back() : 0.0));
}

void TablePanel::setColumns(const QList<Column>& columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    rebuild();
    refresh();
}

void TablePanel::rebuild()
{
    m_rows.clear();
    while (QLayoutItem* item = m_form->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto changed = [this] {
        questionChanged();
        Q_EMIT edited();
    };
    for (qsizetype i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        QWidget* field = nullptr;
        if (column.categories.isEmpty()) {
            auto* number = new QLineEdit(this);
            number->setPlaceholderText(tr("missing"));
            connect(number, &QLineEdit::textEdited, this, changed);
            field = number;
        } else {
            auto* choice = new ChoiceBox(this);
            choice->addItem(u"–"_s);
            choice->addItems(column.categories);
            connect(choice, &QComboBox::activated, this, changed);
            field = choice;
        }
        field->setObjectName(u"tableField%1"_s.arg(i));
        field->setAccessibleName(column.name);
        m_rows << new FormRow(QString(column.name).replace(u"&"_s, u"&&"_s), field, this); // names have no mnemonics
        m_form->addWidget(m_rows.back());
    }
}

void TablePanel::setClasses(const QStringList& names)
{
    m_bars->setClasses(names);
    refresh();
}

void TablePanel::setValues(const QStringList& values)
{
    for (qsizetype i = 0; i < std::min(values.size(), m_rows.size()); ++i)
        if (auto* choice = qobject_cast<QComboBox*>(m_rows[i]->field()))
            choice->setCurrentIndex(values[i].isEmpty() ? 0 : std::max(0, choice->findText(values[i])));
        else
            qobject_cast<QLineEdit*>(m_rows[i]->field())->setText(values[i]);
    forgetQuestion(); // the previous row may be the same
    questionChanged();
}

QStringList TablePanel::values() const
{
    QStringList values;
    for (const FormRow* row : m_rows)
        values << valueOf(row->field());
    return values;
}

QStringList TablePanel::question()
{
    const QStringList row = values();
    return !std::ranges::all_of(row, &QString::isEmpty) && check() ? row : QStringList();
}

void TablePanel::ask()
{
    Q_EMIT asked(values());
}

bool TablePanel::check()
{
    bool good = true;
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        bool isNumber = true;
        const QString value = valueOf(m_rows[i]->field());
        if (m_columns[i].categories.isEmpty() && !value.isEmpty())
            value.toDouble(&isNumber);
        m_rows[i]->setMessage(isNumber ? QString() : tr("Enter a number such as 1.5, or leave this empty if it is missing"));
        good = good && isNumber;
    }
    return good;
}

void TablePanel::showShares(const std::vector<float>& shares, const QStringList& names, const QString& run, qint64 step)
{
    m_bars->show(shares, names);
    answered(run, step);
}

void TablePanel::showNumbers(const QStringList& numbers, const QString& run, qint64 step)
{
    m_numbers->setText(numbers.join(u'\n'));
    answered(run, step);
}

void TablePanel::refresh()
{
    check();
    mark();
    if (!isReady())
        showNote(tr("No network has been trained yet. Press Run: it predicts while it learns."));
    else if (m_columns.isEmpty())
        showNote(tr("The input of this network can't be typed. Use the next sample, or open files to predict from them."));
    else
        showNote({});
    if (!isReady()) {
        forgetAnswer();
        m_bars->show({}, {});
        m_numbers->clear();
    }
    m_bars->setVisible(m_bars->barCount() > 0);
    // The place of an answer is there before it arrives, so that no field moves.
    const bool tellsNumbers = isReady() && m_bars->barCount() == 0;
    if (tellsNumbers && m_numbers->text().isEmpty())
        m_numbers->setText(u"–"_s);
    m_numbers->setVisible(tellsNumbers);
    m_caption->setVisible(isReady());
}

void TablePanel::retranslate()
{
    m_bars->setAccessibleName(tr("Prediction of the network"));
    m_numbers->setAccessibleName(tr("Prediction of the network"));
}

} // namespace netsmith::gui
