#include "gui/widgets/forms/name_field.h"
#include "gui/widgets/forms/parameter_row.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/number_text.h"
#include "tests/gui/properties/properties_fixture.h"
#include "tests/test_program.h"

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>

namespace test_properties_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::gui::test;

/// The panel of the editors: several nodes, problems, facts, names.
class TestPropertiesPanel : public PropertiesFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { openPanel(); }
    void cleanup() { closePanel(); }
    void severalNodes();
    void showsWhatMakesADifference();
    void commonParametersOnly();
    void pendingTextGoesToItsNode();
    void anInputChoosesAFieldOfTheData();
    void problemsAndTheirFixes();
    void facts();
    void renaming();
    void nothingChosen();
    void wheelChangesNothing();
    void fitsAtEveryTextSize_data();
    void fitsAtEveryTextSize();
};

void TestPropertiesPanel::severalNodes()
{
    choose({"conv2d_1", "conv2d_2"});
    CommitField* filters = field(u"filters"_s);
    QVERIFY(filters->text().isEmpty());
    QCOMPARE(filters->placeholderText(), u"mixed"_s);
    QCOMPARE(field(u"kernelSize"_s)->text(), u"3 × 3"_s);
    enter(filters, u"48"_s);
    QCOMPARE(value("conv2d_1", "filters"), ParameterValue(std::int64_t{48}));
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{48}));
    QCOMPARE(filters->text(), u"48"_s);
    QCOMPARE(steps(), 1);
    m_document->undoStack().undo();
    QVERIFY(filters->text().isEmpty());

    m_document->edit(u"differ"_s, [](Project& project) {
        setParameter(project.graph, layers(), {"conv2d_1"}, "use_bias", false);
        setParameter(project.graph, layers(), {"conv2d_1"}, "padding", std::string("same"));
    });
    QCOMPARE(find<QCheckBox>(u"useBiasField"_s)->checkState(), Qt::PartiallyChecked);
    QCOMPARE(find<QComboBox>(u"paddingField"_s)->currentIndex(), -1);
    QTest::keyClick(find<QCheckBox>(u"useBiasField"_s), Qt::Key_Space);
    QCOMPARE(value("conv2d_1", "use_bias"), ParameterValue(true));
    QCOMPARE(value("conv2d_2", "use_bias"), ParameterValue(true));
}

/// What only one initializer uses shows with that one, and what belongs to the bias while there is one; what is set stays in sight.
void TestPropertiesPanel::showsWhatMakesADifference()
{
    choose({"conv2d_1"});
    const auto shows = [this](const QString& row) { return find<ParameterRow>(row)->isVisibleTo(m_panel); };
    const auto set = [this](const char* parameter, const ParameterValue& value) {
        m_document->edit(u"set"_s,
                         [&](Project& project) { setParameter(project.graph, layers(), {"conv2d_1"}, parameter, value); });
    };
    QVERIFY(shows(u"kernelInitializer"_s) && shows(u"kernelL2"_s) && shows(u"biasL2"_s));
    QVERIFY(!shows(u"kernelStddev"_s) && !shows(u"kernelValue"_s) && !shows(u"kernelGain"_s));
    set("kernel_initializer", std::string("random_normal"));
    QVERIFY(shows(u"kernelStddev"_s) && !shows(u"kernelValue"_s));
    set("bias_l1", 0.5);
    set("use_bias", false);
    QVERIFY(!shows(u"biasInitializer"_s) && !shows(u"biasL2"_s) && shows(u"biasL1"_s));
}

void TestPropertiesPanel::commonParametersOnly()
{
    choose({"conv2d_2", "dense_1"});
    QVERIFY(!field(u"filters"_s));
    QVERIFY(!field(u"units"_s));
    auto* activation = find<QComboBox>(u"activationField"_s);
    QVERIFY(activation);
    QCOMPARE(activation->currentText(), u"ReLU"_s);
    choose({"conv2d_2", "flatten_1"});
    QVERIFY(!find<QComboBox>(u"activationField"_s));
    QCOMPARE(find<ElidedLabel>(u"propertiesTitle"_s)->text(), u"2 layer(s)"_s); // English plurals come with the translations
}

void TestPropertiesPanel::pendingTextGoesToItsNode()
{
    choose({"conv2d_1"});
    type(field(u"filters"_s), u"40"_s);
    choose({"conv2d_2"}); // as a click on the canvas does, or a jump from the problems
    QCOMPARE(value("conv2d_1", "filters"), ParameterValue(std::int64_t{40}));
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{64}));
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    // An invalid text is not carried over to the next node.
    enter(field(u"filters"_s), u"0"_s);
    choose({"conv2d_1"});
    QCOMPARE(field(u"filters"_s)->text(), u"40"_s);
    QVERIFY(find<ParameterRow>(u"filters"_s)->message().isEmpty());
    // The window calls this before a run.
    type(field(u"filters"_s), u"41"_s);
    m_panel->commit();
    QCOMPARE(value("conv2d_1", "filters"), ParameterValue(std::int64_t{41}));
}

void TestPropertiesPanel::anInputChoosesAFieldOfTheData()
{
    choose({"input_1"});
    auto* field = find<NameField>(u"fieldField"_s);
    QCOMPARE(field->names(), (QStringList{u"image"_s, u"label"_s}));
    m_document->edit(u"Data"_s, [](Project& project) { project.data.source = "synthetic_waves"; });
    QCOMPARE(field->names(), (QStringList{u"series"_s, u"target"_s}));
    const int before = steps();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Down);
    auto* list = field->findChild<QListWidget*>(u"nameList"_s);
    QVERIFY(list->isVisible());
    list->setCurrentRow(0);
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(!list->isVisible());
    QCOMPARE(value("input_1", "field"), ParameterValue(std::string("series")));
    QCOMPARE(value("input_1", "shape"), ParameterValue(std::vector<std::int64_t>{48, 1})); // like its samples
    QCOMPARE(steps(), before + 1);
    m_document->undoStack().undo();
    QCOMPARE(value("input_1", "field"), ParameterValue(std::string("image")));
    QCOMPARE(value("input_1", "shape"), ParameterValue(std::vector<std::int64_t>{28, 28, 1}));
    // A class, or one number per sample, as an Input of one.
    m_document->edit(u"Data"_s, [](Project& project) { project.data.source = "mnist"; });
    enter(field, u"label"_s);
    QCOMPARE(value("input_1", "shape"), ParameterValue(std::vector<std::int64_t>{1}));
    m_document->undoStack().undo();
    // Names that are not in the list can be typed: the data may come later.
    enter(field, u"pictures"_s);
    QCOMPARE(value("input_1", "field"), ParameterValue(std::string("pictures")));
    QCOMPARE(value("input_1", "shape"), ParameterValue(std::vector<std::int64_t>{28, 28, 1}));
}

void TestPropertiesPanel::problemsAndTheirFixes()
{
    choose({"dense_2"});
    QVERIFY(!find<NoteBox>(u"problemNote0"_s));
    enter(field(u"units"_s), u"7"_s);
    auto* note = find<NoteBox>(u"problemNote0"_s);
    QVERIFY(note && note->isVisible());
    QVERIFY(note->text().contains(u"10"_s));
    QVERIFY(!note->text().contains(u"dense_2"_s)); // it stands above
    auto* verb = find<QPushButton>(u"fixNote0"_s);
    QVERIFY(verb);
    QCOMPARE(verb->text(), u"Set units to 10"_s);
    QTest::mouseClick(verb, Qt::LeftButton);
    QCOMPARE(value("dense_2", "units"), ParameterValue(std::int64_t{10}));
    QCOMPARE(field(u"units"_s)->text(), u"10"_s);
    QVERIFY(!find<QPushButton>(u"fixNote0"_s));
    QCOMPARE(steps(), 2);
    QCOMPARE(m_document->undoStack().undoText(), u"Set units to 10"_s);
}

void TestPropertiesPanel::facts()
{
    choose({"conv2d_2"});
    QCOMPARE(fact(u"shape"_s), u"13×13×32 → 11×11×64"_s);
    QCOMPARE(fact(u"parameters"_s), u"18,496"_s);
    QVERIFY(fact(u"work"_s).contains(u"MFLOP"_s));
    QCOMPARE(fact(u"bytes"_s), bytesText(std::int64_t{11} * 11 * 64 * 4 * m_document->project().training.batch));
    enter(field(u"filters"_s), u"32"_s);
    QCOMPARE(fact(u"shape"_s), u"13×13×32 → 11×11×32"_s);
    QCOMPARE(fact(u"parameters"_s), u"9,248"_s);
    choose({"input_1"});
    QCOMPARE(fact(u"shape"_s), u"28×28×1"_s);
}

void TestPropertiesPanel::renaming()
{
    choose({"conv2d_2"});
    auto* name = find<CommitField>(u"nameField"_s);
    QCOMPARE(name->placeholderText(), u"conv2d_2"_s);
    enter(name, u"  stem "_s);
    QCOMPARE(m_document->graph().find("conv2d_2")->title, std::string("stem"));
    QCOMPARE(find<ElidedLabel>(u"propertiesId"_s)->text(), u"stem"_s);
    QCOMPARE(steps(), 1);
    m_document->undoStack().undo();
    QCOMPARE(find<ElidedLabel>(u"propertiesId"_s)->text(), u"conv2d_2"_s);
    QVERIFY(name->text().isEmpty());
}

void TestPropertiesPanel::nothingChosen()
{
    QCOMPARE(find<ElidedLabel>(u"propertiesTitle"_s)->text(), u"Network"_s);
    QCOMPARE(fact(u"layers"_s), QString::number(m_document->graph().nodes.size()));
    QCOMPARE(fact(u"parameters"_s), u"93,322"_s);
    QCOMPARE(fact(u"input"_s), u"28×28×1"_s);
    QCOMPARE(fact(u"output"_s), u"10"_s);
    choose({"conv2d_2"});
    QVERIFY(fact(u"layers"_s).isEmpty());
    m_document->edit(u"remove"_s, [](Project& project) { remove(project.graph, layers(), {"conv2d_2"}, {}); });
    QVERIFY(!field(u"filters"_s));
    QVERIFY(!fact(u"layers"_s).isEmpty());
}

void TestPropertiesPanel::wheelChangesNothing()
{
    choose({"conv2d_2"});
    auto* combo = find<QComboBox>(u"paddingField"_s);
    QWheelEvent wheel(QPointF(5, 5), combo->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(combo, &wheel);
    QCOMPARE(combo->currentText(), u"Valid"_s);
    QCOMPARE(steps(), 0);
}

void TestPropertiesPanel::fitsAtEveryTextSize_data()
{
    QTest::addColumn<int>("percent");
    for (const int percent : {100, 150, 200})
        QTest::addRow("%d", percent) << percent;
}

void TestPropertiesPanel::fitsAtEveryTextSize()
{
    QFETCH(int, percent);
    Theme::instance().setTextPercent(percent);
    const auto restore = qScopeGuard([] { Theme::instance().setTextPercent(100); });
    m_window->resize(284, 700);
    choose({"conv2d_2"});
    QTRY_VERIFY(m_panel->width() <= 284);
    const auto cutOff = [this] {
        QStringList out;
        for (const QLabel* label : m_panel->findChildren<QLabel*>()) {
            if (!label->isVisible() || qobject_cast<const ElidedLabel*>(label))
                continue;
            const int needed = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
            if (label->width() < label->minimumSizeHint().width() || label->height() < needed)
                out << label->text();
        }
        return out;
    };
    QTRY_COMPARE(cutOff(), QStringList());
    for (ParameterRow* row : m_panel->findChildren<ParameterRow*>())
        QVERIFY2(row->field()->width() >= 60, qPrintable(row->name()));
}

NETSMITH_WINDOW_TEST(TestPropertiesPanel)

} // namespace test_properties_panel

#include "test_properties_panel.moc"
