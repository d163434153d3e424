#include "engine/layers/registry.h"
#include "gui/document/graph_edits.h"
#include "gui/properties/properties_panel.h"
#include "gui/widgets/controls/commit_field.h"
#include "gui/widgets/controls/elided_label.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/parameter_row.h"
#include "gui/widgets/number_text.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QtTest>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The properties of a real project's layers, by mouse and keys, in a window that has the undo's shortcut.
class TestPropertiesPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
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
    void severalNodes();
    void commonParametersOnly();
    void pendingTextGoesToItsNode();
    void problemsAndTheirMends();
    void facts();
    void renaming();
    void nothingChosen();
    void wheelChangesNothing();
    void fitsAtEveryTextSize_data();
    void fitsAtEveryTextSize();

private:
    void choose(const std::set<std::string>& nodes) { m_document->selection().set(nodes); }
    template <class T>
    T* find(const QString& name) const
    {
        return m_panel->findChild<T*>(name);
    }
    CommitField* field(const QString& name) const { return find<CommitField>(name + u"Field"_s); }
    QString fact(const QString& name) const
    {
        const auto* label = find<QLabel>(name + u"Fact"_s);
        return label->isHidden() ? QString() : label->text();
    }
    void type(CommitField* target, const QString& text)
    {
        target->setFocus();
        target->selectAll();
        QTest::keyClicks(target, text);
    }
    void enter(CommitField* target, const QString& text)
    {
        type(target, text);
        QTest::keyClick(target, Qt::Key_Return);
    }
    ParameterValue value(const std::string& node, const char* parameter) const
    {
        const Node* found = m_document->graph().find(node);
        return valueOf(*found, *layers().find(found->layer)->parameter(parameter));
    }
    int steps() const { return m_document->undoStack().count(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<QMainWindow> m_window;
    PropertiesPanel* m_panel = nullptr;
};

void TestPropertiesPanel::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    Theme::instance().apply();
}

void TestPropertiesPanel::init()
{
    m_document = std::make_unique<Document>();
    Expected<Project> project = loadProject(NETSMITH_PROJECTS_DIR "/mnist_cnn/mnist_cnn.netsmith");
    QVERIFY(project.hasValue());
    m_document->reset(std::move(*project), {});
    m_window = std::make_unique<QMainWindow>();
    auto* undo = m_document->undoStack().createUndoAction(m_window.get());
    undo->setShortcut(QKeySequence::Undo);
    m_window->addAction(undo);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    m_panel = new PropertiesPanel(*m_document);
    scroll->setWidget(m_panel);
    m_window->setCentralWidget(scroll);
    m_window->resize(300, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestPropertiesPanel::cleanup()
{
    m_window.reset();
    m_document.reset();
}

void TestPropertiesPanel::everyParameterHasItsEditor()
{
    for (const LayerSpec& layer : layers()) {
        std::string id;
        m_document->edit(u"add"_s, [&](Project& project) { id = addNode(project.graph, layer, {}); });
        choose({id});
        for (const ParameterSpec& parameter : layer.parameters) {
            const QString name = camelCase(parameter.name) + u"Field"_s;
            auto* editor = find<QWidget>(name);
            QVERIFY2(editor, qPrintable(name));
            QVERIFY2(editor->isVisible(), qPrintable(name));
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

void TestPropertiesPanel::typingANumber()
{
    choose({"conv2d_2"});
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    enter(field(u"filters"_s), u"48"_s);
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{48}));
    QCOMPARE(steps(), 1);
    // The same again is no edit.
    enter(field(u"filters"_s), u"48"_s);
    QCOMPARE(steps(), 1);
    m_document->undoStack().undo();
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    // Going elsewhere commits too.
    type(field(u"filters"_s), u"1,024"_s);
    find<QComboBox>(u"paddingField"_s)->setFocus(Qt::TabFocusReason);
    QCOMPARE(value("conv2d_2", "filters"), ParameterValue(std::int64_t{1024}));
    QCOMPARE(field(u"filters"_s)->text(), u"1024"_s);
}

void TestPropertiesPanel::outOfRangeSaysWhatIsAllowed()
{
    choose({"conv2d_2"});
    enter(field(u"filters"_s), u"0"_s);
    QCOMPARE(steps(), 0);
    auto* row = find<ParameterRow>(u"filters"_s);
    QCOMPARE(row->message(), u"Enter a whole number from 1 to 1,048,576."_s);
    QVERIFY(field(u"filters"_s)->property("invalid").toBool());
    QCOMPARE(field(u"filters"_s)->text(), u"0"_s); // to be mended, not lost
    QTest::keyClick(field(u"filters"_s), Qt::Key_Escape);
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    QVERIFY(row->message().isEmpty());
    QVERIFY(!field(u"filters"_s)->property("invalid").toBool());
}

void TestPropertiesPanel::notANumber()
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

void TestPropertiesPanel::realNumbers()
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

void TestPropertiesPanel::sizes()
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

void TestPropertiesPanel::choices()
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
    QCOMPARE(steps(), 1); // showing the value was no edit
}

void TestPropertiesPanel::switches()
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

void TestPropertiesPanel::texts()
{
    choose({"input_1"});
    enter(field(u"field"_s), u"picture"_s);
    QCOMPARE(value("input_1", "field"), ParameterValue(std::string("picture")));
}

void TestPropertiesPanel::stepsAreOneUndoStep()
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
    // Elsewhere and back: another gesture.
    find<QComboBox>(u"paddingField"_s)->setFocus();
    filters->setFocus();
    QTest::keyClick(filters, Qt::Key_Up);
    QCOMPARE(steps(), 2);
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QCOMPARE(filters->text(), u"64"_s);
}

void TestPropertiesPanel::steppingSizes()
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

void TestPropertiesPanel::resetToTheDefault()
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

void TestPropertiesPanel::escapeRestores()
{
    choose({"conv2d_2"});
    type(field(u"filters"_s), u"99"_s);
    QTest::keyClick(field(u"filters"_s), Qt::Key_Escape);
    QCOMPARE(field(u"filters"_s)->text(), u"64"_s);
    find<QComboBox>(u"paddingField"_s)->setFocus();
    QCOMPARE(steps(), 0);
}

void TestPropertiesPanel::undoOfACommittedField()
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
    // What could not be committed does not follow to the next one.
    enter(field(u"filters"_s), u"0"_s);
    choose({"conv2d_1"});
    QCOMPARE(field(u"filters"_s)->text(), u"40"_s);
    QVERIFY(find<ParameterRow>(u"filters"_s)->message().isEmpty());
    // Asked by the window before a run.
    type(field(u"filters"_s), u"41"_s);
    m_panel->commit();
    QCOMPARE(value("conv2d_1", "filters"), ParameterValue(std::int64_t{41}));
}

void TestPropertiesPanel::problemsAndTheirMends()
{
    choose({"dense_2"});
    QVERIFY(!find<NoteBox>(u"problemNote0"_s));
    enter(field(u"units"_s), u"7"_s);
    auto* note = find<NoteBox>(u"problemNote0"_s);
    QVERIFY(note && note->isVisible());
    QVERIFY(note->text().contains(u"10"_s));
    QVERIFY(!note->text().contains(u"dense_2"_s)); // it stands above
    auto* verb = find<QPushButton>(u"mendNote0"_s);
    QVERIFY(verb);
    QCOMPARE(verb->text(), u"Set units to 10"_s);
    QTest::mouseClick(verb, Qt::LeftButton);
    QCOMPARE(value("dense_2", "units"), ParameterValue(std::int64_t{10}));
    QCOMPARE(field(u"units"_s)->text(), u"10"_s);
    QVERIFY(!find<QPushButton>(u"mendNote0"_s));
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

QTEST_MAIN(TestPropertiesPanel)
#include "test_properties_panel.moc"
