#include "engine/core/files/safe_file.h"
#include "gui/data/class_balance.h"
#include "gui/widgets/controls/plane_view.h"
#include "tests/gui/data/data_panel_fixture.h"
#include "tests/gui/document/saved_document.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>

namespace test_own_data_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The user's own tables and arrays in the panel.
class TestOwnDataPanel : public QObject, DataPanelFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { hideData(); }
    void init() { begin(); }
    void cleanup() { end(); }
    void onesOwnTableIsChosenAndRead();
    void columnsAreChosenFromAList();
    void arraysAreListedWhereNothingFits();
    void aStandardisedTargetIsSaved();
    void theSameFolderIsReadAgain();
    void aWrittenTestFileIsReadAgain();
    void pointsAreDrawn();
};

void TestOwnDataPanel::onesOwnTableIsChosenAndRead()
{
    const QString path = m_root.filePath(u"flowers.csv"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("size;kind\n");
    for (int i = 0; i < 20; ++i)
        file.write(QByteArray::number(i) + (i % 2 ? ";rose\n" : ";lily\n"));
    file.close();
    QVERIFY(!child<QPushButton>("dataChoosePlace")->isVisible());
    m_panel->choose("csv");
    QTRY_COMPARE(note(), u"Choose the file that contains your samples."_s);
    QVERIFY(child<QWidget>("dataParameters")->isVisible());

    QTest::mouseClick(child<QPushButton>("dataChoosePlace"), Qt::LeftButton);
    auto* dialog = child<QFileDialog>("dataPlaceDialog");
    QVERIFY(dialog);
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    auto* name = dialog->findChild<QLineEdit*>(u"fileNameEdit"_s);
    name->setText(path);
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(m_document->project().data.path, path.toStdString());
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("classBalance")->isVisible(), 120000);
    QVERIFY(note().isEmpty());
    QVERIFY(child<ClassBalance>("classBalance")->accessibleDescription().contains(u"rose"_s));
    QCOMPARE(m_document->project().data.validation, std::string("split")); // it has no test part
    QCOMPARE(m_document->project().data.validationSplit, 0.2);
    const auto* why = child<QLabel>("splitWhy");
    QVERIFY2(why->isVisible() && why->text().contains(u"20"_s), qPrintable(why->text())); // the panel says so
    m_document->undoStack().undo(); // one step: the path and the validation split
    QVERIFY(m_document->project().data.path.empty());
    QCOMPARE(m_document->project().data.validation, std::string("test"));
    m_document->undoStack().redo();
    QCOMPARE(m_document->project().data.validation, std::string("split"));

    m_panel->choose("image_folder");
    QTRY_COMPARE(note(), u"Choose the folder that contains your samples."_s);
    QCOMPARE(child<QPushButton>("dataChoosePlace")->text(), u"Choose a folder…"_s);
    m_panel->choose("random_images");
    QVERIFY(!child<QPushButton>("dataChoosePlace")->isVisible());
    QVERIFY(!child<QWidget>("dataParameters")->isVisible());
}

void TestOwnDataPanel::columnsAreChosenFromAList()
{
    const std::string path = m_root.filePath(u"houses.csv"_s).toStdString();
    std::string text = "id,rooms,age,area,price\n";
    for (int i = 0; i < 40; ++i)
        text += std::to_string(i) + ',' + std::to_string(i % 5 + 1) + ',' + std::to_string(i % 7) + ',' + std::to_string(i * 3)
            + ".5," + std::to_string(i * 7) + ".5\n";
    writeFileSafely(path, text).take();
    m_panel->choose("csv");
    QVERIFY(child<NameField>("targetField")->names().isEmpty()); // there is no file yet, but a name can be typed
    m_document->edit(u"Place"_s, [&](Project& project) { project.data.path = path; });
    const auto columns = [this] { return child<NameField>("targetField")->names(); };
    QTRY_COMPARE(columns(), (QStringList{u"id"_s, u"rooms"_s, u"age"_s, u"area"_s, u"price"_s}));
    const auto parameter = [this](const char* name) {
        const ParameterMap& parameters = m_document->project().data.parameters;
        const auto found = parameters.find(name);
        return found == parameters.end() ? QString() : QString::fromStdString(std::get<std::string>(found->second));
    };
    const int before = m_document->undoStack().count();
    pick("targetField", {u"area"_s, u"price"_s}); // several targets
    QCOMPARE(parameter("target"), u"area, price"_s);
    QCOMPARE(m_document->undoStack().count(), before + 1);
    pick("leaveOutField", {u"id"_s});
    QCOMPARE(parameter("leave_out"), u"id"_s);
    pick("weightsField", {u"rooms"_s}); // only one
    QCOMPARE(parameter("weights"), u"rooms"_s);
    QTRY_VERIFY(m_document->dataFacts().fields().size() == 3);
    test::savePictures(*m_panel, u"data-table"_s);
    pick("targetField", {u"area"_s}); // it was a target: it is removed
    QCOMPARE(parameter("target"), u"price"_s);
    while (m_document->undoStack().index() > before)
        m_document->undoStack().undo();
    QCOMPARE(parameter("target"), QString());
    QCOMPARE(child<NameField>("targetField")->text(), QString());
}

void TestOwnDataPanel::arraysAreListedWhereNothingFits()
{
    QDir(m_root.path()).mkpath(u"arrays"_s);
    for (const char* name : {"left_train.npy", "left_test.npy", "price_train.npy"})
        writeFileSafely(m_root.filePath(u"arrays/"_s + QString::fromLatin1(name)).toStdString(), "no array at all").take();
    m_document->edit(u"Data"_s, [&](Project& project) {
        project.data.source = "npy";
        project.data.path = m_root.filePath(u"arrays/left_train.npy"_s).toStdString();
    });
    QTRY_COMPARE(child<NameField>("inputsField")->names(), (QStringList{u"left"_s, u"price"_s}));
    pick("inputsField", {u"left"_s});
    QCOMPARE(std::get<std::string>(m_document->project().data.parameters.at("inputs")), std::string("left"));
}

void TestOwnDataPanel::aStandardisedTargetIsSaved()
{
    m_panel->choose("csv");
    auto* box = child<QCheckBox>("standardiseTargetField");
    QVERIFY(box && box->isVisible() && !box->isChecked());
    const int before = m_document->undoStack().count();
    QTest::keyClick(box, Qt::Key_Space);
    const auto isSet = [this] { return m_document->project().data.parameters.contains("standardise_target"); };
    QVERIFY(isSet());
    QCOMPARE(m_document->undoStack().count(), before + 1);
    const QString file = m_root.filePath(u"standardised.netsmith"_s);
    QVERIFY(saveDocument(*m_document, file));
    QCOMPARE(loadProject(file.toStdString())->data.parameters, m_document->project().data.parameters);
    m_document->undoStack().undo();
    QVERIFY(!isSet() && !box->isChecked());
    m_document->undoStack().redo();
    QVERIFY(isSet() && box->isChecked());
}

void TestOwnDataPanel::theSameFolderIsReadAgain()
{
    awaitOffer();
    QVERIFY(QDir(m_root.path()).mkpath(u"again"_s));
    m_panel->useFolder(m_root.filePath(u"again"_s), "fake"); // still empty
    awaitOffer();
    QVERIFY(QDir(m_root.path()).mkpath(u"again/fake"_s));
    writeFileSafely(m_root.filePath(u"again/fake/b.bin"_s).toStdString(), "b").take();
    m_panel->useFolder(m_root.filePath(u"again"_s), "fake");
    QTRY_VERIFY(child<QLabel>("dataOrigin") && child<QLabel>("dataOrigin")->text().contains(u"again"_s));
    QVERIFY(note().isEmpty());
}

void TestOwnDataPanel::aWrittenTestFileIsReadAgain()
{
    const auto write = [this](const QString& name, int rows) {
        std::string text = "size;kind\n";
        for (int i = 0; i < rows; ++i)
            text += std::to_string(i) + (i % 2 ? ";rose\n" : ";lily\n");
        writeFileSafely(m_root.filePath(name).toStdString(), text).take();
    };
    write(u"train.csv"_s, 20);
    write(u"test.csv"_s, 6);
    m_document->edit(u"Data"_s, [&](Project& project) {
        project.data.source = "csv";
        project.data.path = m_root.filePath(u"train.csv"_s).toStdString();
        project.data.parameters["test_file"] = std::string("test.csv");
    });
    QTRY_VERIFY(child<QLabel>("testSamplesFact") && fact("testSamplesFact") == u"6"_s);
    write(u"test.csv"_s, 9);
    QTRY_COMPARE(fact("testSamplesFact"), u"9"_s);
}

/// Points of one's own by clicking; each is one undo step, and with four of a class they are a data set.
void TestOwnDataPanel::pointsAreDrawn()
{
    m_panel->choose("points");
    auto* plane = child<PlaneView>("ownPointsPlane");
    QVERIFY(plane && !plane->isVisible());
    m_document->edit(u"own"_s, [](Project& project) { project.data.parameters["set"] = std::string("own"); });
    QVERIFY(plane->isVisible());
    QTRY_VERIFY2(note().contains(u"0 points of your own"_s), qPrintable(note()));
    const auto own = [&] {
        const auto found = m_document->project().data.parameters.find("own");
        return found == m_document->project().data.parameters.end() ? std::vector<double>()
                                                                    : std::get<std::vector<double>>(found->second);
    };
    const auto click = [&](double x, double y, Qt::MouseButton button = Qt::LeftButton) {
        QTest::mouseClick(plane, button, {}, plane->placeOf({x, y}).toPoint());
    };
    auto* classes = child<QComboBox>("ownPointsClass");
    QCOMPARE(classes->count(), 2);
    click(-0.5, 0.5);
    click(-0.4, 0.8);
    classes->setCurrentIndex(1);
    click(0.5, -0.5);
    QCOMPARE(own().size(), std::size_t{9});
    QVERIFY(std::abs(own()[0] + 0.5) < 0.03 && std::abs(own()[1] - 0.5) < 0.03);
    QCOMPARE(own()[2], 0.0);
    QCOMPARE(own()[8], 1.0);
    click(0.5, -0.5); // there is one already
    QCOMPARE(own().size(), std::size_t{9});
    click(0.9, -0.2);
    click(0.7, -1.0);
    QTRY_VERIFY2(note().contains(u"too few to hold any out"_s), qPrintable(note()));
    click(0.2, -1.2);
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("classBalance")->isVisible(), 60000);
    QTRY_VERIFY(note().isEmpty());
    click(0.45, -0.45, Qt::RightButton); // the nearest
    QCOMPARE(own().size(), std::size_t{15});
    QVERIFY(std::abs(own()[6] - 0.9) < 0.03);
    m_document->undoStack().undo();
    QCOMPARE(own().size(), std::size_t{18});
    QVERIFY(std::abs(own()[6] - 0.5) < 0.03);
    QTest::mouseClick(child<QPushButton>("ownPointsClear"), Qt::LeftButton);
    QVERIFY(own().empty());
    QVERIFY(!child<QPushButton>("ownPointsClear")->isEnabled());
    m_panel->choose("random_images");
    QVERIFY(!plane->isVisible());
}

NETSMITH_WINDOW_TEST(TestOwnDataPanel)

} // namespace test_own_data_panel

#include "test_own_data_panel.moc"
