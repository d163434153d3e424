#include "tests/gui/runs/run_shelf.h"

#include <QLineEdit>
#include <QtTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::test {

std::filesystem::path RunShelf::projectFile() const
{
    return std::filesystem::path(folder.path().toStdString()) / "net.netsmith";
}

std::filesystem::path RunShelf::run(const std::string& name) const
{
    return projectFile().parent_path() / "runs" / name;
}

void RunShelf::add(const std::string& name, const RunRecord& record, const Project* project) const
{
    writeRun(run(name), record, project);
}

void RunShelf::addThree() const
{
    RunRecord record = madeRecord(1);
    add("a", record);
    record = madeRecord(2);
    record.started = "2026-02-02T03:04:05Z";
    record.precision = "bf16";
    record.samplesPerSecond = 0.0; // not known
    record.state = RunState::stopped;
    add("b", record);
    record = madeRecord(3);
    record.started = "2026-03-02T03:04:05Z";
    record.seconds = 3.0;
    record.samplesPerSecond = 250.0;
    add("c", record);
    runs::changeLabel(run("c"), [](runs::RunLabel& label) {
        label.name = "Night shift";
        label.tags = {"wide", "keep"};
    });
}

void RunShelf::open(int rows)
{
    panel.resize(1180, 320);
    panel.setProjectFile(projectFile());
    panel.show();
    QTRY_COMPARE(table->model()->rowCount(), rows);
    panel.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel));
    table->setFocus();
}

QModelIndex RunShelf::at(int row, std::string_view id) const
{
    return table->model()->index(row, gui::RunTableModel::columnOf(id));
}

QString RunShelf::textAt(int row, std::string_view id) const
{
    return at(row, id).data().toString();
}

QStringList RunShelf::names() const
{
    QStringList names;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        names << textAt(row, "name");
    return names;
}

void RunShelf::type(const QString& filter)
{
    auto* field = panel.findChild<QLineEdit*>(u"runsFilter"_s);
    field->setFocus();
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Backspace);
    QTest::keyClicks(field, filter);
    QTest::keyClick(field, Qt::Key_Return);
}

void RunShelf::answer(const QString& text, Qt::Key end) const
{
    const QList<QLineEdit*> editors = table->viewport()->findChildren<QLineEdit*>();
    const auto found = std::ranges::find_if(editors, &QWidget::isVisible); // closed ones are deleted later
    QVERIFY(found != editors.end());
    QLineEdit* editor = *found;
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, end);
}

} // namespace netsmith::test
