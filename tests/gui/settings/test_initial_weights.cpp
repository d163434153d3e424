#include "tests/gui/settings/settings_studio.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project_file.h"
#include "engine/store/safetensors.h"
#include "gui/settings/initial/initial_weights_row.h"
#include "gui/settings/initial/initial_weights_window.h"
#include "gui/settings/initial/matching_table.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/gui/app/cut_off.h"
#include "tests/gui/document/saved_document.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QFileDialog>
#include <QLabel>
#include <QTemporaryDir>

#include <deque>

namespace test_initial_weights {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // milliseconds

struct Tensor {
    std::string name;
    std::vector<std::int64_t> sizes;
};

std::string fileOf(const std::vector<Tensor>& tensors)
{
    std::deque<std::vector<float>> numbers;
    std::vector<TensorView> views;
    for (const Tensor& tensor : tensors) {
        const Shape shape(tensor.sizes);
        const std::vector<float>& values = numbers.emplace_back(static_cast<std::size_t>(shape.elements()), 0.01f);
        views.push_back({tensor.name, DataType::f32, shape, std::as_bytes(std::span(values))});
    }
    const std::vector<std::byte> bytes = writeSafetensors(views, {});
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// As the English translation, without which rooms are tested, has it.
QString inPlural(QString text)
{
    return text.replace(u"(s)"_s, u"s"_s);
}

/// As PyTorch names and lays out three dense layers.
std::vector<Tensor> torchDense(const std::string& first, const std::string& second, const std::string& last,
                               std::int64_t classes = 10)
{
    return {{first + ".weight", {16, 784}}, {first + ".bias", {16}},           {second + ".weight", {16, 16}},
            {second + ".bias", {16}},       {last + ".weight", {classes, 16}}, {last + ".bias", {classes}}};
}

} // namespace

/// Weights of a file are chosen, seen and changed before training starts from them.
class TestInitialWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init() { open(deepProject()); }
    void cleanup() { m_studio.reset(); }
    void aFileIsTakenByName();
    void whatIsAmbiguousIsAskedFirst();
    void aTensorIsChosenByTheKeyboard();
    void theHeadKeepsItsRandomWeights();
    void whatIsMissingMayStayRandom();
    void theLayoutIsAskedFor();
    void aFileThatCantBeReadSaysWhy();
    void aWeightIsChangedBack();
    void aChangedNetworkIsMatchedAgain();
    void namesAreShownAsTheyAre();
    void everyTextFits();

private:
    template <class T>
    T* child(const char* name)
    {
        T* found = m_studio->window.findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qWarning("there is no %s", name);
        return found;
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    Document& document() { return m_studio->document; }
    InitialWeightsWindow* chooser() { return child<InitialWeightsWindow>("initialWeightsWindow"); }
    MatchingTable* table() { return child<MatchingTable>("matchingTable"); }
    QPushButton* accept() { return child<QPushButton>("initialWeightsAccept"); }
    QString reason() { return inPlural(child<NoteBox>("initialWeightsReason")->text()); }
    QString summary() { return inPlural(child<QLabel>("initialWeightsSummary")->text()); }
    QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
    std::optional<InitialWeights> weights() { return initialWeightsOf(document().project()); }
    void press(const char* button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
    void open(const Project& project);
    void openChooser();
    /// Writes a file and chooses it in the window.
    void choose(const QString& name, const std::string& content);
    void choose(const QString& name, const std::vector<Tensor>& tensors) { choose(name, fileOf(tensors)); }
    /// The list of a row, opened by a click.
    QComboBox* clickRow(int row);
    void pick(QComboBox* list, const QString& start);

    QTemporaryDir m_folder;
    std::unique_ptr<Studio> m_studio;
};

void TestInitialWeights::open(const Project& project)
{
    m_studio = std::make_unique<Studio>(project);
    QVERIFY(saveDocument(document(), path(u"small.netsmith"_s)));
}

void TestInitialWeights::openChooser()
{
    press("initialWeightsChange");
    QVERIFY(QTest::qWaitForWindowExposed(chooser()));
}

void TestInitialWeights::choose(const QString& name, const std::string& content)
{
    QVERIFY(writeFileSafely(path(name).toStdString(), content).hasValue());
    openChooser();
    press("initialWeightsFile");
    auto* dialog = child<QFileDialog>("initialWeightsDialog");
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    for (auto* list : dialog->findChildren<QAbstractItemView*>()) // a selected file would be meant instead
        list->clearSelection();
    auto* field = dialog->findChild<QLineEdit*>(u"fileNameEdit"_s);
    field->setText(path(name));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(child<QLabel>("initialWeightsSource")->text(), name);
    QTRY_VERIFY_WITH_TIMEOUT(table()->model()->rowCount() > 0 || !reason().isEmpty(), patience);
}

QComboBox* TestInitialWeights::clickRow(int row)
{
    const QRect place = table()->visualRect(table()->model()->index(row, MatchingModel::tensorColumn));
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, place.center());
    QComboBox* list = nullptr;
    (void)QTest::qWaitFor([&] {
        list = table()->findChild<QComboBox*>(u"tensorChoice"_s);
        return list && list->view()->isVisible();
    });
    return list;
}

void TestInitialWeights::pick(QComboBox* list, const QString& start)
{
    QVERIFY(list);
    for (int i = 0; i < list->count(); ++i)
        if (list->itemText(i).startsWith(start)) {
            QTest::mouseClick(list->view()->viewport(), Qt::LeftButton, {},
                              list->view()->visualRect(list->model()->index(i, 0)).center());
            return;
        }
    QFAIL(qPrintable(start));
}

void TestInitialWeights::aFileIsTakenByName()
{
    openChooser();
    savePictures(*chooser(), u"weights-none"_s);
    QVERIFY(!accept()->isEnabled());
    choose(u"named.safetensors"_s, torchDense("hidden", "deeper", "dense_1"));
    savePictures(*chooser(), u"weights-named"_s);
    QCOMPARE(table()->model()->rowCount(), 6);
    QCOMPARE(cell(0, MatchingModel::weightColumn), u"hidden/kernel"_s);
    QCOMPARE(cell(0, MatchingModel::shapeColumn), u"784×16"_s);
    QCOMPARE(cell(0, MatchingModel::tensorColumn), u"hidden.weight"_s);
    QCOMPARE(cell(0, MatchingModel::tensorShapeColumn), u"16×784"_s);
    QCOMPARE(cell(0, MatchingModel::foundColumn), u"by name"_s);
    QCOMPARE(cell(0, MatchingModel::conversionColumn), u"transposed"_s);
    QCOMPARE(summary(), u"All 6 weights are taken."_s);
    QVERIFY(!child<QWidget>("initialWeightsReason")->isVisible());
    QVERIFY(!weights()); // nothing happens before it is accepted
    QSignalSpy told(&m_studio->panel->initialWeights(), &InitialWeightsRow::chosen);
    QTest::mouseClick(accept(), Qt::LeftButton);
    QTRY_VERIFY(weights());
    QCOMPARE(weights()->path, path(u"named.safetensors"_s).toStdString());
    QCOMPARE(weights()->sha256.size(), std::size_t{64});
    QVERIFY(!chooser()->isVisible());
    QCOMPARE(told.count(), 1);
    QCOMPARE(document().undoStack().undoText(), u"Start from named.safetensors"_s);

    auto* value = child<QLabel>("initialWeightsValue");
    QTRY_COMPARE(value->text(), u"named.safetensors · 6 of 6"_s);
    savePictures(*m_studio->panel, u"weights-panel"_s);
    document().undoStack().undo();
    QVERIFY(!weights());
    QCOMPARE(value->text(), u"Random"_s);
    document().undoStack().redo();
    QCOMPARE(document().undoStack().count(), 1);
    QVERIFY(saveDocument(document(), path(u"small.netsmith"_s)));
    QFile saved(path(u"small.netsmith"_s));
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QVERIFY(saved.readAll().contains("\"path\": \"named.safetensors\"")); // relative: both may be moved
    press("initialWeightsRemove");
    QVERIFY(!weights());
    QCOMPARE(document().undoStack().count(), 2);
    QVERIFY(!child<QPushButton>("initialWeightsRemove")->isVisible());
}

void TestInitialWeights::whatIsAmbiguousIsAskedFirst()
{
    std::vector<Tensor> tensors = torchDense("hidden", "either", "dense_1");
    tensors.insert(tensors.end() - 2, {{"or.weight", {16, 16}}, {"or.bias", {16}}});
    choose(u"two.safetensors"_s, tensors);
    savePictures(*chooser(), u"weights-ambiguous"_s);
    QCOMPARE(cell(0, MatchingModel::weightColumn), u"deeper/kernel"_s);
    QCOMPARE(cell(1, MatchingModel::weightColumn), u"deeper/bias"_s);
    QVERIFY(!accept()->isEnabled());
    QCOMPARE(reason(), u"2 weights may come from several tensors: choose one in each of the first rows."_s);
    QCOMPARE(inPlural(accept()->toolTip()), reason());
    QComboBox* list = clickRow(0);
    QVERIFY(list);
    savePictures(*chooser(), u"weights-choosing"_s);
    QCOMPARE(list->itemText(0), u"either.weight (16×16)"_s);
    QCOMPARE(list->itemText(list->count() - 2), u"Keep its random weights"_s);
    pick(list, u"or.weight"_s);
    QTRY_COMPARE(cell(0, MatchingModel::tensorColumn), u"or.weight"_s);
    QCOMPARE(cell(1, MatchingModel::tensorColumn), u"or.bias"_s); // whoever chose a kernel chose its bias
    QCOMPARE(cell(0, MatchingModel::foundColumn), u"by choice"_s);
    QCOMPARE(cell(6, MatchingModel::tensorColumn), u"either.weight"_s);
    QCOMPARE(cell(6, MatchingModel::foundColumn), u"not used"_s);
    QVERIFY(accept()->isEnabled());
    savePictures(*chooser(), u"weights-chosen"_s);
    QTest::mouseClick(accept(), Qt::LeftButton);
    QTRY_VERIFY(weights());
    QCOMPARE(weights()->changes, std::vector<std::string>{"or.weight=deeper/kernel"});
    openChooser(); // it shows what was chosen
    QTRY_COMPARE(cell(table()->model()->rowCount() > 2 ? 2 : 0, MatchingModel::tensorColumn), u"or.weight"_s);
    QTest::keyClick(chooser(), Qt::Key_Escape);
    QVERIFY(!chooser()->isVisible());
}

void TestInitialWeights::aTensorIsChosenByTheKeyboard()
{
    std::vector<Tensor> tensors = torchDense("hidden", "either", "dense_1");
    tensors.insert(tensors.end() - 2, {{"or.weight", {16, 16}}, {"or.bias", {16}}});
    choose(u"two.safetensors"_s, tensors);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Return);
    auto* list = table()->findChild<QComboBox*>(u"tensorChoice"_s);
    QVERIFY(list);
    QTRY_VERIFY(list->view()->isVisible());
    QTest::keyClick(list->view(), Qt::Key_Down);
    QTest::keyClick(list->view(), Qt::Key_Return);
    QTRY_VERIFY(accept()->isEnabled());
    QCOMPARE(cell(0, MatchingModel::foundColumn), u"by choice"_s);
    QTest::keyClick(table(), Qt::Key_Return);
    QTRY_VERIFY(table()->findChild<QComboBox*>(u"tensorChoice"_s)
                && table()->findChild<QComboBox*>(u"tensorChoice"_s)->view()->isVisible());
    list = table()->findChild<QComboBox*>(u"tensorChoice"_s);
    QTest::keyClick(list->view(), Qt::Key_Escape); // closes the list alone
    QVERIFY(chooser()->isVisible());
    QVERIFY(accept()->isEnabled());
}

void TestInitialWeights::theHeadKeepsItsRandomWeights()
{
    choose(u"head.safetensors"_s, torchDense("hidden", "deeper", "dense_1", 5));
    QCOMPARE(summary(), u"4 of 6 weights are taken; dense_1 keeps its random weights."_s);
    QCOMPARE(cell(4, MatchingModel::tensorColumn), u"Random weights"_s);
    QCOMPARE(cell(4, MatchingModel::foundColumn), u"has another shape"_s);
    QCOMPARE(cell(4, MatchingModel::tensorShapeColumn), u"5×16"_s);
    QVERIFY(accept()->isEnabled());
    savePictures(*chooser(), u"weights-head"_s);
}

void TestInitialWeights::whatIsMissingMayStayRandom()
{
    std::vector<Tensor> tensors = torchDense("hidden", "deeper", "dense_1");
    tensors.erase(tensors.begin() + 2, tensors.begin() + 4);
    choose(u"part.safetensors"_s, tensors);
    QVERIFY(!accept()->isEnabled());
    QVERIFY2(reason().startsWith(u"Nothing in the file fits 2 weights by itself"_s), qPrintable(reason()));
    savePictures(*chooser(), u"weights-missing"_s);
    press("initialWeightsKeep");
    QTRY_VERIFY(accept()->isEnabled());
    QCOMPARE(summary(), u"4 of 6 weights are taken; deeper keeps its random weights."_s);
    QVERIFY(!child<QWidget>("initialWeightsKeep")->isVisible());
}

void TestInitialWeights::theLayoutIsAskedFor()
{
    Project project = deepProject();
    project.graph.nodes.front().parameters["shape"] = std::vector<std::int64_t>{4, 4, 1};
    project.graph.nodes.back().parameters["units"] = std::int64_t{16};
    open(project);
    choose(u"square.safetensors"_s,
           {{"t0", {16, 16}}, {"t1", {16}}, {"t2", {16, 16}}, {"t3", {16}}, {"t4", {16, 16}}, {"t5", {16}}});
    auto* layout = child<QComboBox>("initialWeightsLayout");
    QVERIFY(layout->isVisible());
    QVERIFY(!accept()->isEnabled());
    QVERIFY2(reason().contains(u"choose its layout above"_s), qPrintable(reason()));
    savePictures(*chooser(), u"weights-layout"_s);
    layout->setFocus();
    QTest::keyClick(layout, Qt::Key_Down);
    QTest::keyClick(layout, Qt::Key_Down);
    QCOMPARE(layout->currentText(), u"PyTorch"_s);
    QTRY_VERIFY(accept()->isEnabled());
    QCOMPARE(cell(0, MatchingModel::conversionColumn).contains(u"transposed"_s), true);
    QTest::mouseClick(accept(), Qt::LeftButton);
    QTRY_VERIFY(weights());
    QCOMPARE(weights()->layout, std::string("pytorch"));
}

void TestInitialWeights::aFileThatCantBeReadSaysWhy()
{
    choose(u"broken.safetensors"_s, std::string("this is no file of weights"));
    QTRY_VERIFY(!reason().isEmpty());
    QVERIFY2(reason().contains(u"broken.safetensors"_s), qPrintable(reason()));
    QVERIFY(!accept()->isEnabled());
    QVERIFY(!table()->isVisible());
    savePictures(*chooser(), u"weights-broken"_s);
    choose(u"named.safetensors"_s, torchDense("hidden", "deeper", "dense_1"));
    QTRY_VERIFY(accept()->isEnabled());
    QVERIFY(table()->isVisible());
}

void TestInitialWeights::aWeightIsChangedBack()
{
    choose(u"named.safetensors"_s, torchDense("hidden", "deeper", "dense_1"));
    pick(clickRow(2), u"Keep the random weights of all of deeper"_s);
    QTRY_COMPARE(cell(2, MatchingModel::tensorColumn), u"Random weights"_s);
    QCOMPARE(summary(), u"4 of 6 weights are taken; deeper keeps its random weights."_s);
    pick(clickRow(3), u"deeper.bias"_s);
    QTRY_COMPARE(summary(), u"5 of 6 weights are taken; deeper keeps its random weights."_s);
    pick(clickRow(2), u"deeper.weight"_s);
    QTRY_COMPARE(summary(), u"All 6 weights are taken."_s);
    pick(clickRow(2), u"deeper.weight"_s); // the same again changes nothing
    QCOMPARE(summary(), u"All 6 weights are taken."_s);
}

void TestInitialWeights::aChangedNetworkIsMatchedAgain()
{
    choose(u"named.safetensors"_s, torchDense("hidden", "deeper", "dense_1"));
    document().editGraph(u"Edit"_s, [](Graph& graph) { graph.find("dense_1")->parameters["units"] = std::int64_t{5}; });
    QTRY_COMPARE(summary(), u"4 of 6 weights are taken; dense_1 keeps its random weights."_s);
    QTest::mouseClick(accept(), Qt::LeftButton);
    QTRY_VERIFY(weights());
    QTRY_COMPARE(child<QLabel>("initialWeightsValue")->text(), u"named.safetensors · 4 of 6"_s);
    document().editGraph(u"Edit"_s, [](Graph& graph) { graph.find("deeper")->parameters["units"] = std::int64_t{7}; });
    auto* row = child<InitialWeightsRow>("initialWeightsRow");
    QTRY_VERIFY2(row->message().contains(u"no longer fit"_s), qPrintable(row->message()));
    savePictures(*m_studio->panel, u"weights-misfit"_s);
    QVERIFY(QFile::remove(path(u"named.safetensors"_s)));
    document().editGraph(u"Edit"_s, [](Graph& graph) { graph.find("deeper")->parameters["units"] = std::int64_t{16}; });
    QTRY_VERIFY2(row->message().contains(u"is missing"_s), qPrintable(row->message()));
}

void TestInitialWeights::namesAreShownAsTheyAre()
{
    choose(u"<b>bold.safetensors"_s, torchDense("hidden", "<h1>deeper\nline", "dense_1"));
    QCOMPARE(cell(2, MatchingModel::tensorColumn), u"<h1>deeper line.weight"_s);
    QCOMPARE(cutOff(*chooser()).join(u'\n'), QString());
}

void TestInitialWeights::everyTextFits()
{
    std::vector<Tensor> tensors = torchDense("hidden", "either", "dense_1");
    tensors.insert(tensors.end() - 2, {{"or.weight", {16, 16}}, {"or.bias", {16}}});
    choose(u"a_file_whose_name_is_long_enough_to_be_shortened_in_the_middle_of_it.safetensors"_s, tensors);
    Theme::instance().setTextPercent(200);
    chooser()->resize(1280, 700);
    QCoreApplication::processEvents();
    savePictures(*chooser(), u"weights-large"_s);
    QTRY_COMPARE((cutOff(*chooser()) + outOfReach(*chooser())).join(u'\n'), QString());
    Theme::instance().setTextPercent(100);
}

NETSMITH_WINDOW_TEST(TestInitialWeights)

} // namespace test_initial_weights

#include "test_initial_weights.moc"
