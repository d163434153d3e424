#include "gui/runs/costs_window.h"

#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

CostsWindow::CostsWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_intro(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_currencyTitle(new QLabel(this))
    , m_currency(new QLineEdit(this))
    , m_problem(new NoteBox(NoteBox::Kind::careful, {}, this))
    , m_save(new QPushButton(this))
{
    setObjectName(u"costsWindow"_s);
    m_intro->setWordWrap(true);
    m_currency->setObjectName(u"costs_currency"_s);
    m_currency->setMaxLength(8);
    m_problem->setObjectName(u"costsProblem"_s);
    m_problem->hide();
    m_save->setObjectName(u"costsSave"_s);
    m_save->setDefault(true);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    m_currencyTitle->setBuddy(m_currency);
    grid->addWidget(m_currencyTitle, 0, 0);
    grid->addWidget(m_currency, 0, 1);
    for (const runs::CostField& field : runs::costFields()) {
        Row row{&field, new QLabel(this), new QLineEdit(this), new QLabel(this)};
        row.edit->setObjectName(u"costs_"_s + QString::fromLatin1(field.key));
        row.edit->setAlignment(Qt::AlignRight);
        row.title->setBuddy(row.edit);
        row.unit->setProperty("class", u"secondary"_s);
        const int line = grid->rowCount();
        grid->addWidget(row.title, line, 0);
        grid->addWidget(row.edit, line, 1);
        grid->addWidget(row.unit, line, 2);
        connect(row.edit, &QLineEdit::returnPressed, this, &CostsWindow::save);
        m_rows.push_back(row);
    }
    auto* verbs = new QHBoxLayout;
    verbs->addStretch(1);
    verbs->addWidget(m_save);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(12);
    column->addWidget(m_intro);
    column->addLayout(grid);
    column->addWidget(m_problem);
    column->addStretch(1);
    column->addLayout(verbs);
    resize(Theme::instance().scaled(420), Theme::instance().scaled(320));
    connect(m_currency, &QLineEdit::textChanged, this, &CostsWindow::showUnits);
    connect(m_currency, &QLineEdit::returnPressed, this, &CostsWindow::save);
    connect(m_save, &QPushButton::clicked, this, &CostsWindow::save);
    retranslate();
}

void CostsWindow::open()
{
    m_problem->hide();
    m_thread.run([this, call = ++m_call] {
        const Expected<runs::Costs> costs = runs::readCosts();
        m_thread.answer([this, call, costs] {
            if (call != m_call)
                return;
            showCosts(costs ? *costs : runs::Costs());
            if (!costs)
                say(sentenceText(costs.error().message()));
        });
    });
    show();
    raise();
    activateWindow();
    m_currency->setFocus(Qt::OtherFocusReason);
}

void CostsWindow::showCosts(const runs::Costs& costs)
{
    m_currency->setText(fromStd(costs.currency));
    for (const Row& row : m_rows) {
        const auto& value = costs.*(row.field->value);
        row.edit->setText(value ? QLocale().toString(*value, 'g', QLocale::FloatingPointShortest) : QString());
    }
}

std::optional<runs::Costs> CostsWindow::typed()
{
    runs::Costs costs;
    costs.currency = m_currency->text().trimmed().toStdString();
    for (const Row& row : m_rows) {
        const QString text = row.edit->text().trimmed();
        if (text.isEmpty())
            continue;
        bool known = false;
        double value = QLocale().toDouble(text, &known);
        if (!known)
            value = QLocale::c().toDouble(text, &known);
        if (!known || !(value >= 0.0 && value <= runs::largestCost)) {
            say(tr("%1 must be a number from 0 to %2, or empty.")
                    .arg(engineText(row.field->title, "costs"), countText(static_cast<std::int64_t>(runs::largestCost))));
            row.edit->setFocus(Qt::OtherFocusReason);
            row.edit->selectAll();
            return std::nullopt;
        }
        costs.*(row.field->value) = value;
    }
    return costs;
}

void CostsWindow::save()
{
    const auto costs = typed();
    if (!costs)
        return;
    m_problem->hide();
    m_thread.run([this, costs = *costs] {
        const Expected<void> written = runs::writeCosts(costs);
        m_thread.answer([this, written] {
            if (!written)
                return say(sentenceText(written.error().message()));
            close();
            Q_EMIT saved();
        });
    });
}

void CostsWindow::say(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->show();
}

/// Money is in the currency that is typed in above.
void CostsWindow::showUnits()
{
    for (const Row& row : m_rows)
        row.unit->setText(*row.field->unit ? engineText(row.field->unit, "costs") : m_currency->text().trimmed());
}

void CostsWindow::retranslate()
{
    setWindowTitle(tr("Energy and costs"));
    m_intro->setText(tr("The cards of runs count with these. What is empty is not counted."));
    m_currencyTitle->setText(tr("Currency"));
    m_currency->setPlaceholderText(tr("such as EUR"));
    m_currency->setToolTip(tr("How amounts of money are called in the cards"));
    m_currency->setAccessibleName(tr("Currency"));
    for (const Row& row : m_rows) {
        const QString title = engineText(row.field->title, "costs");
        row.title->setText(title);
        row.edit->setPlaceholderText(tr("not set"));
        row.edit->setAccessibleName(title);
        row.edit->setToolTip(
            row.field->value == &runs::Costs::watts
                ? tr("What the device uses on average, for runs whose energy could not be measured; marked as assumed")
                : row.field->value == &runs::Costs::perDeviceHour   ? tr("Such as the rent of a machine, for each hour of training")
                : row.field->value == &runs::Costs::perKilowattHour ? tr("As on your electricity bill")
                                                                    : tr("As your supplier states it, in grams"));
    }
    m_save->setText(tr("Save"));
    m_save->setToolTip(tr("Keep these for all runs, also for netsmith-cli"));
    showUnits();
}

void CostsWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void CostsWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui
