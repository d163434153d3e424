#include "tests/gui/app/studio_fixture.h"

#include "engine/store/run_folder.h"
#include "gui/canvas/canvas.h"
#include "gui/widgets/lists/picker_popup.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QLineEdit>
#include <QPointer>
#include <QTabBar>
#include <QTreeView>
#include <QtTest>

#include <functional>

namespace test_keyboard {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // milliseconds
constexpr int farthest = 400; // presses of Tab around the whole window

/// Where key presses go: to a popup first.
QWidget* focus()
{
    if (QWidget* popup = QApplication::activePopupWidget())
        return popup->focusWidget() ? popup->focusWidget() : popup;
    return QApplication::focusWidget();
}

QString nameOf(const QWidget* widget)
{
    return widget ? QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName() : u"nothing"_s;
}

/// The names of a control and of what contains it.
QString pathOf(const QWidget* widget)
{
    QStringList names;
    for (; widget; widget = widget->parentWidget())
        names << nameOf(widget);
    return names.join(u" in "_s);
}

bool contains(const std::vector<QPointer<QWidget>>& widgets, const QWidget* widget)
{
    return std::ranges::any_of(widgets, [widget](const QPointer<QWidget>& one) { return one == widget; });
}

} // namespace

/// From the start page to a trained and saved network without a mouse.
class TestKeyboard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup() { m_studio.reset(); }
    void tabGoesRoundTheWindow_data();
    void tabGoesRoundTheWindow();
    void tabFollowsTheReading();
    void aHiddenPanelGivesTheKeysToTheCanvas();
    void theFocusIsSeen_data();
    void theFocusIsSeen();
    void drawsTrainsAndSaves();

private:
    MainWindow& window() { return m_studio->window(); }
    void press(int key, Qt::KeyboardModifiers modifiers = {})
    {
        QVERIFY(focus());
        QTest::keyClick(focus(), static_cast<Qt::Key>(key), modifiers);
    }
    void write(const QString& text) { QTest::keyClicks(focus(), text); }
    /// With Tab only.
    void tabTo(const char* name);
    /// To the panel of a tab, with Tab and the arrow keys.
    void openPanel(const char* dock, const QString& title);
    void pick(const QString& text);
    /// To a layer in the outline, from its top down.
    void walkTo(const char* id);
    void pages();
    void show(const QString& page);
    std::vector<QPointer<QWidget>> goRound(const std::function<void(QWidget*)>& visit = {});

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
    QSet<QString> m_seen; ///< the controls, by theme, whose focus was looked at
};

void TestKeyboard::init()
{
    m_studio = std::make_unique<StudioFixture>();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
}

void TestKeyboard::tabTo(const char* name)
{
    const QString wanted = QString::fromLatin1(name);
    QStringList passed;
    for (int i = 0; i < farthest; ++i) {
        if (focus() && focus()->objectName() == wanted)
            return;
        passed << nameOf(focus());
        press(Qt::Key_Tab);
    }
    passed.removeDuplicates();
    QFAIL(qPrintable(u"Tab does not lead to %1, but to %2"_s.arg(wanted, passed.join(u", "_s))));
}

void TestKeyboard::openPanel(const char* dock, const QString& title)
{
    for (int i = 0; i < farthest; ++i) {
        auto* tabs = qobject_cast<QTabBar*>(focus());
        for (int tab = 0; tabs && tab < tabs->count(); ++tab)
            if (tabs->tabText(tab) == title) {
                while (tabs->currentIndex() != tab)
                    press(tabs->currentIndex() < tab ? Qt::Key_Right : Qt::Key_Left);
                QTRY_VERIFY(m_studio->child<QWidget>(dock)->isVisible());
                return;
            }
        press(Qt::Key_Tab);
    }
    QFAIL(qPrintable(u"Tab reaches no tab %1"_s.arg(title)));
}

/// Chooses in the open popup by typing.
void TestKeyboard::pick(const QString& text)
{
    QTRY_VERIFY(qobject_cast<PickerPopup*>(QApplication::activePopupWidget()));
    write(text);
    press(Qt::Key_Return);
    QTRY_VERIFY(!QApplication::activePopupWidget());
    // Offscreen a popup is activated like a window, at some time, and no other window when it closes.
    for (int i = 0; i < 10; ++i)
        QCoreApplication::processEvents();
    window().activateWindow();
    QTRY_VERIFY(QApplication::activeWindow() == &window() && QApplication::focusWidget());
}

void TestKeyboard::walkTo(const char* id)
{
    const auto& chosen = window().document().selection().nodes();
    press(Qt::Key_Home);
    for (int i = 0; i < 20 && chosen != std::set<std::string>{id}; ++i)
        press(Qt::Key_Down);
    QVERIFY2(chosen == std::set<std::string>{id}, qPrintable(u"the keys go to "_s + nameOf(focus())));
}

void TestKeyboard::pages()
{
    QTest::addColumn<QString>("page");
    QTest::newRow("start page") << u"start"_s;
    QTest::newRow("editor") << u"editor"_s;
    QTest::newRow("a layer selected") << u"layer"_s;
    QTest::newRow("compare") << u"compare"_s;
    QTest::newRow("precision twin") << u"twin"_s;
    QTest::newRow("predictions") << u"predictions"_s;
    QTest::newRow("embedding") << u"embedding"_s;
    QTest::newRow("profiler") << u"profiler"_s;
    QTest::newRow("compress") << u"compress"_s;
}

void TestKeyboard::show(const QString& page)
{
    if (page == u"start"_s)
        return;
    window().files().openSample(QStringLiteral(NETSMITH_PROJECTS) + u"/mnist_cnn/mnist_cnn.netsmith"_s);
    awaitFiles(window());
    QTRY_VERIFY(window().canvas().isVisible());
    if (page == u"layer"_s)
        window().document().selection().select("dense_1");
    else if (page != u"editor"_s)
        window().openPage(page);
}

/// One round of Tab; `visit` is called at each stop.
std::vector<QPointer<QWidget>> TestKeyboard::goRound(const std::function<void(QWidget*)>& visit)
{
    std::vector<QPointer<QWidget>> reached;
    QWidget* canvas = &window().canvas();
    for (int i = 0; i < farthest; ++i) {
        QTest::keyClick(focus() ? focus() : &window(), Qt::Key_Tab);
        QCoreApplication::processEvents();
        const bool again = contains(reached, focus());
        if (again && focus() == canvas && reached.back() == canvas)
            continue; // from layer to layer
        if (again)
            break;
        reached.emplace_back(focus());
        if (visit)
            visit(focus());
    }
    return reached;
}

void TestKeyboard::tabGoesRoundTheWindow_data()
{
    pages();
}

/// Every visible control that accepts the focus is reached.
void TestKeyboard::tabGoesRoundTheWindow()
{
    QFETCH(QString, page);
    show(page);
    const auto shown = [this] {
        std::vector<QPointer<QWidget>> widgets;
        for (QWidget* widget : window().findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy()
                && !widget->visibleRegion().isEmpty())
                widgets.emplace_back(widget);
        return widgets;
    };
    const std::vector<QPointer<QWidget>> before = shown(); // controls that appear during the round are for the next one
    const std::vector<QPointer<QWidget>> reached = goRound();
    QStringList missed;
    for (const QPointer<QWidget>& widget : shown())
        if (contains(before, widget) && !contains(reached, widget))
            missed << nameOf(widget);
    QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u", "_s)));
    QVERIFY(reached.size() > 3);
}

/// Left panels, the canvas, right panels, bottom panels; and back in reverse order.
void TestKeyboard::tabFollowsTheReading()
{
    show(u"layer"_s);
    const std::vector<QPointer<QWidget>> reached = goRound();
    const auto first = [&](const char* dock) {
        const auto* panel = m_studio->child<QWidget>(dock);
        return std::ranges::find_if(reached, [panel](const QWidget* widget) { return panel->isAncestorOf(widget); })
            - reached.begin();
    };
    const auto canvas = std::ranges::find(reached, &window().canvas(), &QPointer<QWidget>::data) - reached.begin();
    const std::vector order{first("layersDock"), canvas, first("propertiesDock"), first("curvesDock")};
    const auto wanted = [&] { // the round starts anywhere
        std::vector<std::ptrdiff_t> turned = order;
        std::ranges::rotate(turned, std::ranges::min_element(turned));
        return turned;
    }();
    QVERIFY(std::ranges::is_sorted(wanted));
    QVERIFY(wanted.back() < std::ssize(reached));

    tabTo("unitsField");
    const auto units = std::ranges::find(reached, focus(), &QPointer<QWidget>::data);
    QVERIFY(units != reached.begin() && units != reached.end());
    press(Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(nameOf(focus()), nameOf(*(units - 1)));
}

void TestKeyboard::aHiddenPanelGivesTheKeysToTheCanvas()
{
    show(u"layer"_s);
    tabTo("unitsField");
    m_studio->child<QDockWidget>("propertiesDock")->toggleViewAction()->trigger();
    QCOMPARE(nameOf(focus()), nameOf(&window().canvas()));
}

void TestKeyboard::theFocusIsSeen_data()
{
    pages();
}

/// A control with the focus looks different, by more than the cursor in a field.
void TestKeyboard::theFocusIsSeen()
{
    QFETCH(QString, page);
    show(page);
    for (const Theme::Mode mode : {Theme::Mode::dark, Theme::Mode::light}) {
        Theme::instance().setMode(mode);
        QStringList unseen;
        goRound([&](QWidget* widget) {
            const QString path = u"%1 %2"_s.arg(static_cast<int>(mode)).arg(pathOf(widget));
            if (m_seen.contains(path))
                return; // a panel that stands beside every page
            m_seen.insert(path);
            const QRect place = QRect(widget->mapTo(&window(), QPoint(0, 0)), widget->size()).adjusted(-4, -4, 4, 4);
            const QImage with = window().grab(place).toImage();
            widget->clearFocus();
            QCoreApplication::processEvents();
            const QImage without = window().grab(place).toImage();
            int differing = 0;
            for (int y = 0; y < with.height(); ++y)
                for (int x = 0; x < with.width(); ++x)
                    differing += with.pixel(x, y) != without.pixel(x, y);
            if (differing < std::min(60, (with.width() + with.height()) / 2))
                unseen << u"%1 (%2 pixels)"_s.arg(nameOf(widget)).arg(differing);
            widget->setFocus(Qt::TabFocusReason);
            QCoreApplication::processEvents();
        });
        QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(u", "_s)));
    }
    Theme::instance().setMode(Theme::Mode::dark);
}

void TestKeyboard::drawsTrainsAndSaves()
{
    tabTo("newProjectButton");
    press(Qt::Key_Space);
    QTRY_VERIFY(window().canvas().isVisible());

    // The first layer from the search, the others after it in the outline.
    press(Qt::Key_K, Qt::ControlModifier);
    QCOMPARE(focus()->objectName(), u"paletteSearch"_s);
    write(u"input"_s);
    press(Qt::Key_Return);
    Document& document = window().document();
    QCOMPARE(document.graph().nodes.size(), std::size_t{1});
    openPanel("outlineDock", u"Outline"_s);
    tabTo("outlineTree");
    for (const char* layer : {"flatten", "dense"}) {
        press(Qt::Key_Insert);
        pick(QString::fromLatin1(layer));
        QTRY_VERIFY2(focus() && focus()->objectName() == u"outlineTree"_s, qPrintable(nameOf(focus())));
    }
    QCOMPARE(document.graph().nodes.size(), std::size_t{3});
    QCOMPARE(document.graph().edges.size(), std::size_t{2});

    // A wire is cut and drawn again.
    press(Qt::Key_Up);
    QCOMPARE(document.selection().nodes(), std::set<std::string>{"flatten_1"});
    press(Qt::Key_Right);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    press(Qt::Key_J, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(document.graph().edges.size(), std::size_t{1});
    walkTo("flatten_1");
    press(Qt::Key_J, Qt::ControlModifier);
    pick(u"dense"_s);
    QCOMPARE(document.graph().edges.size(), std::size_t{2});

    // The layer's parameters.
    walkTo("dense_1");
    tabTo("unitsField");
    press(Qt::Key_A, Qt::ControlModifier);
    write(u"10"_s);
    tabTo("activationField");
    auto* activation = qobject_cast<QComboBox*>(focus());
    QVERIFY(activation);
    write(u"softmax"_s);
    QCOMPARE(activation->currentData().toString(), u"softmax"_s);
    openPanel("trainingSettingsDock", u"Training"_s);
    tabTo("epochsField");
    press(Qt::Key_A, Qt::ControlModifier);
    write(u"2"_s);
    QCOMPARE(document.analysis().errorCount(), 0);

    // Trained as the card says.
    press(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(focus() && focus()->objectName() == u"preflightTrainButton"_s, patience);
    window().actions()["resetPanelsAction"]->trigger();
    QTRY_COMPARE(window().childAt(focus()->mapTo(&window(), focus()->rect().center())), focus()); // nothing covers it
    press(Qt::Key_Space);
    QTRY_VERIFY(focus() == &window().canvas()); // and not at whatever control came next
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);

    press(Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(qobject_cast<QFileDialog*>(QApplication::activeWindow()));
    const QString path = m_studio->path(u"by-keys.netsmith"_s);
    write(path);
    press(Qt::Key_Return);
    QTRY_COMPARE(document.path(), path);
    const Expected<Project> saved = loadProject(path.toStdString());
    QVERIFY(saved.hasValue());
    QCOMPARE(saved->graph.nodes.size(), std::size_t{3});
    QCOMPARE(saved->training.epochs, 2);
    const std::vector<RunEntry> runs = listRuns(path.toStdString());
    QCOMPARE(runs.size(), std::size_t{1});
    QCOMPARE(runs.front().record.state, RunState::done);
}

NETSMITH_WINDOW_TEST(TestKeyboard)

} // namespace test_keyboard

#include "test_keyboard.moc"
