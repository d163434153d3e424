#include "gui/widgets/forms/parameter_row.h"
#include "tests/gui/properties/properties_fixture.h"
#include "tests/test_program.h"

#include <QCheckBox>
#include <QComboBox>
#include <QToolButton>

namespace test_parameter_editors {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::gui::test;

/// Each type of parameter, edited with mouse and keys.
class TestParameterEditors : public PropertiesFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { openPanel(); }
    void cleanup() { closePanel(); }
    void everyParameterHasItsEditor();
    void typingANumber();
    void outOfRangeSaysWhatIsAllowed();
    void notANumber();
    void realNumbers();
    void sizes();
    void choices();
    void switches();
    void texts();
    void stepsAreOneUndoStep();
    void steppingSizes();
    void resetToTheDefault();
    void escapeRestores();
    void undoOfACommittedField();
};

void TestParameterEditors::everyParameterHasItsEditor()
{
    for (const LayerSpec& layer : layers()) {
        std::string id;
        m_document->edit(u"add"_s, [&](Project& project) { id = addNode(project.graph, layer, {}); });
        choose({id});
        for (const ParameterSpec& parameter : layer.parameters) {
            const QString name = camelCase(parameter.name) + u"Field"_s;
            auto* editor = find<QWidget>(name);
            QVERIFY2(editor, qPrintable(name));
            QVERIFY2(editor->isVisible() == isRelevant(parameter, layer.parameters, {}), qPrintable(name));
            QVERIFY2(!editor->accessibleName().isEmpty(), qPrintable(name));
            QVERIFY2(!editor->toolTip().isEmpty(), qPrintable(name));
            const bool right = parameter.type == ParameterType::boolean ? qobject_cast<QCheckBox*>(editor) != nullptr
                : parameter.type == ParameterType::choice               ? qobject_cast<QComboBox*>(editor) != nullptr
                                                                        : qobject_cast<CommitField*>(editor) != nullptr;
            QVERIFY2(right, qPrintable(name));
            auto* reset = find<QToolButton>(camelCase(parameter.name) + u"Reset"_s);
            QVERIFY(reset && reset->isHidden()); // it has its default
            QVERIFY(!reset->accessibleName().isEmpty());
        }
    }
}

void TestParameterEditors::typingANumber()
{
    choose({"conv2d_2"});
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    enter(field(u"filters"_s), u"48"_s);
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{48}));
    QCOMPARE(steps(), 1);
    // The same value again is not an edit.
    enter(field(u"filters"_s), u"48"_s);
    QCOMPARE(steps(), 1);
    m_document->undoStack().undo();
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    // Moving the focus commits too.
    type(field(u"filters"_s), u"1,024"_s);
    find<QComboBox>(u"paddingField"_s)->setFocus(Qt::TabFocusReason);
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{1024}));
    QCOMPARE(field(u"filters"_s)->text(), u"1024"_s);
}

void TestParameterEditors::outOfRangeSaysWhatIsAllowed()
{
    choose({"conv2d_2"});
    enter(field(u"filters"_s), u"0"_s);
    QCOMPARE(steps(), 0);
    auto* row = find<ParameterRow>(u"filters"_s);
    QCOMPARE(row->message(), u"Enter a whole number from 1 to 1,048,576."_s);
    QVERIFY(field(u"filters"_s)->property("invalid").toBool());
    QCOMPARE(field(u"filters"_s)->text(), u"0"_s); // to be fixed, not lost
    QTest::keyClick(field(u"filters"_s), Qt::Key_Escape);
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    QVERIFY(row->message().isEmpty());
    QVERIFY(!field(u"filters"_s)->property("invalid").toBool());
}

void TestParameterEditors::notANumber()
{
    choose({"conv2d_2"});
    enter(field(u"filters"_s), u"many"_s);
    QCOMPARE(steps(), 0);
    QVERIFY(!find<ParameterRow>(u"filters"_s)->message().isEmpty());
    enter(field(u"filters"_s), u"12.5"_s);
    QCOMPARE(steps(), 0);
    enter(field(u"filters"_s), u"12"_s);
    QVERIFY(find<ParameterRow>(u"filters"_s)->message().isEmpty());
    QCOMPARE(steps(), 1);
}

void TestParameterEditors::realNumbers()
{
    m_document->edit(u"add"_s, [](Project& project) { addNode(project.graph, *layers().find("dropout"), {}); });
    choose({"dropout_1"});
    enter(field(u"rate"_s), u"1e-3"_s);
    QCOMPARE(value("dropout_1", "rate"), ParameterValue(0.001));
    QCOMPARE(field(u"rate"_s)->text(), u"0.001"_s);
    enter(field(u"rate"_s), u"1"_s); // an open bound
    QCOMPARE(find<ParameterRow>(u"rate"_s)->message(), u"Enter a number of at least 0 and less than 1."_s);
    QCOMPARE(value("dropout_1", "rate"), ParameterValue(0.001));
    enter(field(u"rate"_s), u"0.5"_s);
    QTest::keyClick(field(u"rate"_s), Qt::Key_Up);
    QCOMPARE(value("dropout_1", "rate"), ParameterValue(0.55));
    for (int i = 0; i < 30; ++i)
        QTest::keyClick(field(u"rate"_s), Qt::Key_Down);
    QCOMPARE(value("dropout_1", "rate"), ParameterValue(0.0)); // and no further
}

void TestParameterEditors::sizes()
{
    using Sizes = std::vector<std::int64_t>;
    choose({"conv2d_2"});
    QCOMPARE(field(u"kernelSize"_s)->text(), u"3 × 3"_s);
    enter(field(u"kernelSize"_s), u"5x7"_s);
    QCOMPARE(value("conv2d_2", "kernel_size"), ParameterValue(Sizes{5, 7}));
    enter(field(u"kernelSize"_s), u"2, 4"_s);
    QCOMPARE(value("conv2d_2", "kernel_size"), ParameterValue(Sizes{2, 4}));
    enter(field(u"kernelSize"_s), u"3"_s);
    QCOMPARE(value("conv2d_2", "kernel_size"), ParameterValue(Sizes{3, 3}));
    QCOMPARE(field(u"kernelSize"_s)->text(), u"3 × 3"_s);
    enter(field(u"kernelSize"_s), u"3x3x3"_s);
    const QString message = find<ParameterRow>(u"kernelSize"_s)->message();
    QVERIFY2(message.startsWith(u"Enter 2 whole"_s) && message.endsWith(u"from 1 to 65,536, such as 3 × 3."_s),
             qPrintable(message));
    QCOMPARE(value("conv2d_2", "kernel_size"), ParameterValue(Sizes{3, 3}));
}

void TestParameterEditors::choices()
{
    choose({"conv2d_2"});
    auto* combo = find<QComboBox>(u"paddingField"_s);
    QCOMPARE(combo->currentText(), u"Valid"_s);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Up);
    QCOMPARE(value("conv2d_2", "padding"), ParameterValue(std::string("same")));
    QCOMPARE(steps(), 1);
    m_document->undoStack().undo();
    QCOMPARE(combo->currentText(), u"Valid"_s);
    QCOMPARE(steps(), 1); // showing the value was not an edit
}

void TestParameterEditors::switches()
{
    choose({"conv2d_2"});
    auto* box = find<QCheckBox>(u"useBiasField"_s);
    QVERIFY(box->isChecked());
    QTest::keyClick(box, Qt::Key_Space);
    QCOMPARE(value("conv2d_2", "use_bias"), ParameterValue(false));
    // A click on the name does the same.
    auto* name = find<ParameterRow>(u"useBias"_s)->findChild<QLabel*>(u"formName"_s);
    QCOMPARE(name->text(), u"Bias"_s);
    QTest::mouseClick(name, Qt::LeftButton);
    QCOMPARE(value("conv2d_2", "use_bias"), ParameterValue(true));
    QCOMPARE(steps(), 2);
}

void TestParameterEditors::texts()
{
    choose({"input_1"});
    enter(field(u"field"_s), u"picture"_s);
    QCOMPARE(value("input_1", "field"), ParameterValue(std::string("picture")));
}

void TestParameterEditors::stepsAreOneUndoStep()
{
    choose({"conv2d_2"});
    CommitField* filters = field(u"filters"_s);
    filters->setFocus();
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(filters, Qt::Key_Up);
    QTest::keyClick(filters, Qt::Key_Up, Qt::ShiftModifier);
    QTest::keyClick(filters, Qt::Key_Down);
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{64 + 3 + 10 - 1}));
    QCOMPARE(steps(), 1);
    // Away and back: a new gesture.
    find<QComboBox>(u"paddingField"_s)->setFocus();
    filters->setFocus();
    QTest::keyClick(filters, Qt::Key_Up);
    QCOMPARE(steps(), 2);
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QCOMPARE(filters->text(), u"64"_s);
}

void TestParameterEditors::steppingSizes()
{
    using Sizes = std::vector<std::int64_t>;
    choose({"conv2d_2"});
    CommitField* kernel = field(u"kernelSize"_s);
    kernel->setFocus();
    kernel->selectAll();
    QTest::keyClick(kernel, Qt::Key_Up); // all of it is selected: both
    QCOMPARE(value("conv2d_2", "kernel_size"), ParameterValue(Sizes{4, 4}));
    kernel->deselect();
    kernel->setCursorPosition(5);
    QTest::keyClick(kernel, Qt::Key_Up); // the one at the cursor
    QCOMPARE(value("conv2d_2", "kernel_size"), ParameterValue(Sizes{4, 5}));
    QCOMPARE(steps(), 1);
}

void TestParameterEditors::resetToTheDefault()
{
    choose({"conv2d_2"});
    auto* reset = find<QToolButton>(u"filtersReset"_s);
    QVERIFY(reset->isVisible()); // 64 where 32 is the default
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{32}));
    QVERIFY(!m_document->graph().find("conv2d_2")->parameters.contains("filters"));
    QVERIFY(reset->isHidden());
    QCOMPARE(steps(), 1);
    m_document->undoStack().undo();
    QVERIFY(reset->isVisible());
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
}

void TestParameterEditors::escapeRestores()
{
    choose({"conv2d_2"});
    type(field(u"filters"_s), u"99"_s);
    QTest::keyClick(field(u"filters"_s), Qt::Key_Escape);
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    find<QComboBox>(u"paddingField"_s)->setFocus();
    QCOMPARE(steps(), 0);
}

void TestParameterEditors::undoOfACommittedField()
{
    choose({"conv2d_2"});
    CommitField* filters = field(u"filters"_s);
    enter(filters, u"48"_s);
    // While something is typed, Ctrl+Z is the field's ...
    QTest::keyClick(filters, Qt::Key_End);
    QTest::keyClicks(filters, u"7"_s);
    QCOMPARE(filters->text(), u"487"_s);
    QTest::keyClick(filters, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(filters->text(), u"48"_s);
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{48}));
    // ... and once it is back, the document's.
    QTest::keyClick(filters, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{64}));
    QCOMPARE(filters->text(), u"64"_s);
}

NETSMITH_WINDOW_TEST(TestParameterEditors)

} // namespace test_parameter_editors

#include "test_parameter_editors.moc"
