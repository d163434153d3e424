#include "gui/app/asking/answers_window.h"

#include "gui/training/training_session.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::size_t numbersInACell = 8;

QString cellOf(const std::vector<double>& numbers)
{
    QStringList parts;
    for (std::size_t i = 0; i < std::min(numbers.size(), numbersInACell); ++i)
        parts << significantText(numbers[i], 6);
    if (numbers.size() > numbersInACell)
        parts << u"…"_s;
    return parts.join(u" · "_s);
}

QString errorOf(const GivenAnswer& answer)
{
    std::vector<double> errors;
    for (std::size_t i = 0; i < answer.truthNumbers.size(); ++i)
        errors.push_back(answer.numbers[i] - answer.truthNumbers[i]);
    return cellOf(errors);
}

} // namespace

AnswersWindow::AnswersWindow(TrainingSession& session, QWidget* parent)
    : AskingWindow(session, u"answers"_s, parent)
    , m_table(new QTableWidget(this))
    , m_empty(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_save(new QPushButton(this))
{
    m_table->setObjectName(u"answersTable"_s);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setShowGrid(false);
    m_table->setTextElideMode(Qt::ElideLeft); // paths differ at their ends
    m_table->setWordWrap(false);
    m_empty->setObjectName(u"answersEmpty"_s);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_save->setObjectName(u"answersSave"_s);
    m_head->addWidget(m_save, 0, Qt::AlignTop);
    m_column->addWidget(m_table, 1);
    m_column->addWidget(m_empty, 1);
    resize(Theme::instance().scaled(720), Theme::instance().scaled(520));
    connect(m_save, &QPushButton::clicked, this, [this] {
        auto* dialog = new QFileDialog(this, tr("Save the predictions"), QString(), tr("Tables (*.csv)"));
        dialog->setObjectName(u"answersDialog"_s);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(u"csv"_s);
        connect(dialog, &QFileDialog::fileSelected, this, &AnswersWindow::save);
        dialog->show();
    });
    connect(&Theme::instance(), &Theme::changed, this, &AnswersWindow::fillTable);
    retranslate();
}

void AnswersWindow::open(const std::filesystem::path& run, const QStringList& paths)
{
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdString());
    ask(run, [this, run, files](const Answer& answer, const std::stop_token& stop) {
        answer([this, all = answersAbout(run, files, stop)] {
            m_answers = all;
            refresh();
        });
    });
}

void AnswersWindow::forget()
{
    m_answers.reset();
}

QString AnswersWindow::busyText() const
{
    return tr("The device is busy with training. Open the files once training has ended.");
}

void AnswersWindow::refresh()
{
    m_save->setEnabled(m_answers && m_answers->samples > 0);
    fillTable();
    m_table->setVisible(m_table->rowCount() > 0);
    m_empty->setVisible(m_table->rowCount() == 0);
    if (!m_answers)
        return m_title->setText(isNoted() ? QString() : tr("Reading and predicting"));
    const QString samples = countText(m_answers->samples);
    if (m_answers->known == 0)
        m_title->setText(tr("%n prediction(s)", nullptr, static_cast<int>(m_answers->samples)));
    else if (m_answers->tellsClass)
        m_title->setText(tr("%1 of %2 correct: %3")
                             .arg(countText(m_answers->right), countText(m_answers->known),
                                  percentText(static_cast<double>(m_answers->right) / static_cast<double>(m_answers->known))));
    else
        m_title->setText(tr("%1 predictions, mean absolute error %2").arg(samples, significantText(m_answers->meanAbsoluteError)));
    if (m_answers->warnings.empty() && !m_answers->cut)
        return;
    note(NoteBox::Kind::careful, [warnings = m_answers->warnings, cut = m_answers->cut] {
        QStringList sentences;
        if (cut)
            sentences << tr("Only the first %1 samples were used.").arg(countText(GivenAnswers::samplesAtMost));
        for (const Message& warning : warnings)
            sentences << sentence(warning);
        return sentences.join(u' ');
    });
}

void AnswersWindow::fillTable()
{
    m_table->clear();
    m_table->setRowCount(0);
    if (!m_answers)
        return m_table->setColumnCount(0);
    const bool known = m_answers->known > 0;
    QStringList head{tr("Sample"), tr("Prediction")};
    if (m_answers->tellsClass)
        head << tr("Probability");
    if (known)
        head << tr("Truth") << (m_answers->tellsClass ? tr("Correct") : tr("Error"));
    m_table->setColumnCount(static_cast<int>(head.size()));
    m_table->setHorizontalHeaderLabels(head);
    m_table->setRowCount(static_cast<int>(m_answers->first.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const GivenAnswer& answer = m_answers->first[static_cast<std::size_t>(row)];
        QStringList cells{fromStd(answer.name)};
        if (m_answers->tellsClass) {
            cells << engineText(answer.answer)
                  << (!answer.answer.empty() && answer.isShare ? percentText(answer.share) : QString());
            cells << engineText(answer.truth) << (!answer.right ? QString() : *answer.right ? tr("yes") : tr("no"));
        } else {
            cells << cellOf(answer.numbers) << cellOf(answer.truthNumbers) << errorOf(answer);
        }
        for (int cell = 0; cell < m_table->columnCount(); ++cell) {
            auto* item = new QTableWidgetItem(cells[cell]);
            item->setToolTip(cells[cell]); // paths may be elided
            if (answer.right && !*answer.right)
                item->setForeground(Theme::instance().color(Token::bad));
            m_table->setItem(row, cell, item);
        }
    }
    m_table->resizeColumnsToContents();
    for (int column = 0; column + 1 < m_table->columnCount(); ++column) // Qt ignores the margins of the headings
        m_table->setColumnWidth(column, m_table->columnWidth(column) + Theme::instance().scaled(20));
    const int most = m_table->viewport()->width() * 3 / 5; // so that the prediction is next to the file's path
    m_table->setColumnWidth(0, std::min(m_table->columnWidth(0), most));
    m_table->horizontalHeader()->setStretchLastSection(true); // the width of the last one was set, too
}

void AnswersWindow::save(const QString& path)
{
    if (!m_answers)
        return;
    m_saver.save(
        path.toStdString(), [csv = m_answers->csv] { return csv; },
        [this, path](const Expected<void>& written) {
            if (!written)
                note(NoteBox::Kind::bad, [message = written.error().message()] { return sentence(message); });
            else
                note(NoteBox::Kind::careful, [path] { return tr("The predictions were saved to %1.").arg(path); });
        });
}

void AnswersWindow::retranslate()
{
    setWindowTitle(tr("Predictions of %1").arg(m_session.nameOf(m_run)));
    m_save->setText(tr("Save as CSV…"));
    m_save->setToolTip(tr("Save all predictions to a CSV file"));
    m_table->setAccessibleName(tr("Predictions"));
    m_empty->setText(tr("No predictions yet. They will be listed here, one for each sample in the files."));
    refresh();
}

} // namespace netsmith::gui
