#include "tests/gui/app/studio_fixture.h"

#include "engine/backend/loader.h"
#include "engine/layers/registry.h"
#include "engine/store/run_folder.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/items/node_item.h"
#include "gui/canvas/network_scene.h"
#include "gui/palette/layer_list.h"
#include "gui/progress/preflight_card.h"
#include "tests/test_program.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QtTest>

namespace test_journey {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 240000; // milliseconds, for training on a slow machine

} // namespace

/// From nothing to a trained network: drawn with the mouse, trained, paused, queried, stopped, saved, closed, opened again.
class TestJourney : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void drawsTrainsAndComesBack();
    void theSampleIsRunByWhatIsHighlighted();

private:
    MainWindow& window() { return m_studio->window(); }
    Canvas& canvas() { return window().canvas(); }
    TrainingSession& session() { return window().session(); }
    void dropLayer(const char* layer, QPoint canvasPosition);
    void wire(const std::string& from, const std::string& to);
    void choose(const std::string& node);
    void type(const char* field, const QString& text);
    void pick(const char* field, const QString& id);
    void draw();
    void pressTheHighlighted();

    std::unique_ptr<StudioFixture> m_studio;
};

void TestJourney::initTestCase()
{
    if (!loadBackend("cpu"))
        QSKIP("the processor's backend is not built: the reference is too slow to train this network");
}

void TestJourney::dropLayer(const char* layer, QPoint canvasPosition)
{
    const QString id = QString::fromLatin1(layer);
    auto* list = m_studio->child<LayerList>("paletteList");
    list->setCurrentId(id);
    list->scrollTo(list->currentIndex());
    QWidget* viewport = list->viewport();
    const QPoint from = list->rectOf(id).center();
    QVERIFY(viewport->rect().contains(from));
    const QPoint to = viewport->mapFromGlobal(canvas().viewport()->mapToGlobal(canvasPosition));
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 6; ++i)
        QTest::mouseMove(viewport, from + (to - from) * i / 6);
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, to);
}

void TestJourney::wire(const std::string& from, const std::string& to)
{
    NodeItem* source = canvas().network().node(from);
    NodeItem* target = canvas().network().node(to);
    QVERIFY(source && target);
    const QPoint start = canvas().mapFromScene(source->portPosition("output", false));
    const QPoint end = canvas().mapFromScene(target->portPosition("input", true));
    QWidget* viewport = canvas().viewport();
    QTest::mousePress(viewport, Qt::LeftButton, {}, start);
    for (int i = 1; i <= 6; ++i) {
        const QPoint at = start + (end - start) * i / 6;
        QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(viewport, &move);
    }
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, end);
}

void TestJourney::choose(const std::string& node)
{
    NodeItem* item = canvas().network().node(node);
    QVERIFY(item);
    QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().mapFromScene(item->rectangle().center()));
    QCOMPARE(window().document().selection().nodes(), std::set<std::string>{node});
}

void TestJourney::type(const char* field, const QString& text)
{
    auto* edit = m_studio->child<QLineEdit>(field);
    QVERIFY(edit);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
}

void TestJourney::pick(const char* field, const QString& id)
{
    auto* combo = m_studio->child<QComboBox>(field);
    QVERIFY(combo);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Home);
    for (int i = 0; i < combo->count() && combo->currentData().toString() != id; ++i)
        QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(combo->currentData().toString(), id);
}

void TestJourney::draw()
{
    window().raisePanel("tryItDock");
    auto* pad = m_studio->child<QWidget>("tryItPad");
    QTRY_VERIFY(pad->isVisible());
    const QPoint middle = pad->rect().center();
    QTest::mousePress(pad, Qt::LeftButton, {}, middle - QPoint(0, 40));
    for (int i = -3; i <= 4; ++i)
        QTest::mouseMove(pad, middle + QPoint(i % 2, i * 10));
    QTest::mouseRelease(pad, Qt::LeftButton, {}, middle + QPoint(0, 40));
}

void TestJourney::pressTheHighlighted()
{
    QAbstractButton* highlighted = nullptr;
    const auto find = [&] {
        for (auto* button : window().findChildren<QAbstractButton*>())
            if (button->isVisible() && button->isEnabled() && button->property("class").toString() == u"primary"_s)
                highlighted = button;
        return highlighted;
    };
    QTRY_VERIFY_WITH_TIMEOUT(find(), patience);
    QTest::mouseClick(highlighted, Qt::LeftButton);
}

void TestJourney::drawsTrainsAndComesBack()
{
    m_studio = std::make_unique<StudioFixture>();
    m_studio->press("newProjectButton");
    QTRY_VERIFY(canvas().isVisible());
    canvas().setFocus();
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(&canvas(), Qt::Key_Minus, Qt::ControlModifier);

    // Nine layers in two rows, each dragged from the palette; then a wire from each to the next.
    const char* const drawn[] = {"input",  "conv2d",  "max_pooling2d", "conv2d", "max_pooling2d",
                                 "conv2d", "flatten", "dense",         "dense"};
    const int width = canvas().viewport()->width();
    const int height = canvas().viewport()->height();
    for (int i = 0; i < 9; ++i) {
        // Nothing is selected, so that a layer goes exactly where it is dropped.
        window().document().selection().clear();
        dropLayer(drawn[i], {width * (1 + i % 5) / 6, height * (1 + i / 5) / 4});
        QCOMPARE(window().document().graph().nodes.size(), static_cast<std::size_t>(i + 1));
    }
    std::vector<std::string> ids;
    for (const Node& node : window().document().graph().nodes)
        ids.push_back(node.id);
    for (std::size_t i = 0; i + 1 < ids.size(); ++i)
        wire(ids[i], ids[i + 1]);
    QCOMPARE(window().document().graph().edges.size(), std::size_t{8});

    for (const char* node : {"conv2d_1", "conv2d_2", "conv2d_3", "dense_1"}) {
        choose(node);
        pick("activationField", u"relu"_s);
    }
    for (const char* node : {"conv2d_2", "conv2d_3"}) {
        choose(node);
        type("filtersField", u"64"_s);
    }
    choose("dense_1");
    type("unitsField", u"64"_s);
    choose("dense_2");
    type("unitsField", u"10"_s);
    pick("activationField", u"softmax"_s);
    QCOMPARE(window().document().analysis().errorCount(), 0);
    QCOMPARE(window().document().analysis().parameters(), 93322);

    // Train: the card comes first.
    QTest::keyClick(&window(), Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<PreflightCard>("preflightCard")->isVisible(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QPushButton>("preflightTrainButton")->isEnabled(), patience);
    m_studio->press("preflightTrainButton");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::running, patience);
    QTRY_VERIFY_WITH_TIMEOUT(session().snapshot().epoch >= 2, patience);

    QTest::keyClick(&window(), Qt::Key_F6);
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::paused, patience);
    const std::int64_t paused = session().snapshot().step;
    draw();
    QTRY_VERIFY_WITH_TIMEOUT(!m_studio->child<QLabel>("tryItCaption")->text().isEmpty(), patience);
    QCOMPARE(session().snapshot().step, paused);

    QTest::keyClick(&window(), Qt::Key_F10);
    QTRY_COMPARE_WITH_TIMEOUT(session().snapshot().step, paused + 1, patience);
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::paused, patience);
    QTest::keyClick(&window(), Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(session().snapshot().step > paused + 1, patience);
    QTest::keyClick(&window(), Qt::Key_F5, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::stopped, patience);
    const std::int64_t stopped = session().snapshot().step;

    // Save, close, open: the same graph, and the run beside it.
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    const QString path = m_studio->path(u"drawn/digits.netsmith"_s);
    QVERIFY(QDir().mkpath(m_studio->path(u"drawn"_s)));
    m_studio->chooseFile("saveDialog", path);
    QTRY_COMPARE(window().document().path(), path);
    const std::string bytes = toJson(window().document().project());
    QSignalSpy ended(&m_studio->studio(), &Studio::ended);
    window().close();
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);

    m_studio->restart();
    window().files().open(path);
    awaitFiles(window());
    QCOMPARE(toJson(window().document().project()), bytes);
    const std::vector<RunEntry> runs = listRuns(path.toStdString());
    QCOMPARE(runs.size(), std::size_t{1});
    QCOMPARE(runs.front().record.state, RunState::stopped);
    QCOMPARE(runs.front().record.steps, stopped);
    session().resumeRun(runs.front().folder);
    QTRY_VERIFY_WITH_TIMEOUT(session().snapshot().step > stopped, patience);
    m_studio.reset();
}

void TestJourney::theSampleIsRunByWhatIsHighlighted()
{
    m_studio = std::make_unique<StudioFixture>();
    QTRY_VERIFY(window().findChild<QAbstractButton*>(u"sample_mnist_cnn"_s));
    QTest::mouseClick(m_studio->child<QAbstractButton>("sample_mnist_cnn"), Qt::LeftButton);
    QTRY_VERIFY(canvas().isVisible());
    pressTheHighlighted(); // Run
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::preFlight, patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QPushButton>("preflightTrainButton")->isEnabled(), patience);
    pressTheHighlighted(); // Train
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::finished, patience);
    double accuracy = 0.0;
    for (const auto& [name, value] : session().snapshot().epochValues)
        if (name == "val_accuracy")
            accuracy = value;
    QVERIFY2(accuracy > 0.97, qPrintable(QString::number(accuracy)));
    m_studio.reset();
}

NETSMITH_WINDOW_TEST(TestJourney)

} // namespace test_journey

#include "test_journey.moc"
