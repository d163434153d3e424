#include "gui/app/language.h"
#include "gui/app/window/dock.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/notice_bar.h"
#include "tests/gui/app/cut_off.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/gui/loud_language.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QRegularExpression>
#include <QTabBar>
#include <QtTest>

namespace test_controls_in_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

/// The location of a widget: the names of its ancestors.
QString placeOf(const QWidget& widget)
{
    QString place;
    for (const QWidget* each = &widget; each; each = each->parentWidget())
        place = nameOf(each) + (place.isEmpty() ? QString() : u'/' + place);
    return place;
}

/// Qt's own parts of a widget: arrows of tabs and scroll bars, the field of a spin box.
bool isQtsOwn(const QWidget& widget)
{
    return widget.objectName().startsWith(u"qt_"_s) || qobject_cast<QTabBar*>(widget.parentWidget())
        || qobject_cast<QAbstractSpinBox*>(widget.parentWidget()) || qobject_cast<QComboBox*>(widget.parentWidget())
        || qobject_cast<QAbstractItemView*>(widget.parentWidget()) || widget.inherits("QLineEditIconButton");
}

/// The texts of a control, by property.
QMap<QString, QString> wordsOf(const QWidget& widget)
{
    QMap<QString, QString> words;
    for (const char* const property : {"text", "toolTip", "accessibleName", "placeholderText"}) {
        const QVariant value = widget.property(property);
        if (value.isValid() && !(qobject_cast<const QLineEdit*>(&widget) && qstrcmp(property, "text") == 0))
            words[QString::fromLatin1(property)] = value.toString();
    }
    return words;
}

/// Whether the button's text needs no tool tip: the answers in a notice bar, and a few plain ones.
bool saysItAll(const QAbstractButton& button)
{
    static const QStringList plain{u"newProjectButton"_s,
                                   u"openProjectButton"_s,
                                   u"compareStart"_s,
                                   u"twinStart"_s,
                                   u"twinPause"_s,
                                   u"dataCancel"_s,
                                   u"dataChoosePlace"_s,
                                   u"compare_bf16-emulated"_s,
                                   u"compare_fp16-emulated"_s};
    for (const QWidget* each = &button; each; each = each->parentWidget())
        if (qobject_cast<const NoteBox*>(each) || qobject_cast<const NoticeBar*>(each))
            return true;
    return plain.contains(button.objectName());
}

template <class T>
QList<T*> controls()
{
    QList<T*> all;
    for (QWidget* widget : QApplication::allWidgets())
        if (auto* control = qobject_cast<T*>(widget); control && !isQtsOwn(*control))
            all << control;
    return all;
}

/// Fails with one line for each.
void expectNone(const QStringList& complaints)
{
    for (const QString& complaint : complaints)
        QTest::qFail(qPrintable(complaint), __FILE__, __LINE__);
}

} // namespace

/// Every button, field and list in all docks, pages and windows, after a run.
class TestControlsInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_studio.reset(); }
    void buttonsSayWhatTheyDo();
    void menusOpenAtOnce();
    void fieldsSayWhatTheyAreFor();
    void everythingFollowsTheLanguage();

private:
    MainWindow& window() { return m_studio->window(); }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestControlsInWindow::initTestCase()
{
    speak(u"en"_s);
    m_studio = std::make_unique<StudioFixture>();
    const QString path = m_studio->path(u"small.netsmith"_s);
    QVERIFY(saveProject(smallProject(1), path.toStdString()).hasValue());
    window().files().open(path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), path);
    window().resize(1600, 1000);
    window().show();
    QVERIFY(QTest::qWaitForWindowExposed(&window()));
    window().session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, 60000);
    auto* table = m_studio->child<QAbstractItemView>("runsTree");
    QTRY_COMPARE(table->model()->rowCount(), 1);
    for (Dock* dock : window().findChildren<Dock*>()) {
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
    }
    for (const char* const page : {"compare", "twin", "predictions", "embedding", "profiler", "compress", "network"}) {
        window().openPage(QString::fromLatin1(page));
        QCoreApplication::processEvents();
    }
    window().document().selection().select(window().document().graph().nodes[1].id);
    window().raisePanel("runsDock");
    table->setCurrentIndex(table->model()->index(0, 0));
    m_studio->press("seeMistakesButton");
    m_studio->press("trashButton");
    QTest::mouseClick(m_studio->child<QToolButton>("cardOfRunButton"), Qt::LeftButton);
    QTest::mouseClick(m_studio->child<QToolButton>("tryItWhy"), Qt::LeftButton);
    QTRY_VERIFY(m_studio->child<QWidget>("attributionWindow")->isVisible());
    for (const char* const action : {"helpAction", "guideAction", "shortcutsAction", "initialWeightsAction"})
        if (auto* found = window().findChild<QAction*>(QString::fromLatin1(action)))
            found->trigger();
    QTRY_VERIFY(m_studio->child<QWidget>("runCardWindow")->isVisible());
}

void TestControlsInWindow::buttonsSayWhatTheyDo()
{
    QStringList silent;
    for (const QAbstractButton* button : controls<QAbstractButton>()) {
        const bool hasText = !button->text().isEmpty();
        if (!hasText && button->icon().isNull() && button->accessibleName().isEmpty())
            silent << placeOf(*button) + u" shows nothing"_s;
        if (button->toolTip().isEmpty() && !(hasText && saysItAll(*button)))
            silent << placeOf(*button) + u" has no tip"_s;
        if (!hasText && button->accessibleName().isEmpty() && button->toolTip().isEmpty())
            silent << placeOf(*button) + u" has no name"_s;
        const auto* tool = qobject_cast<const QToolButton*>(button);
        if (tool && tool->toolButtonStyle() != Qt::ToolButtonTextOnly && tool->icon().isNull()
            && tool->toolButtonStyle() != Qt::ToolButtonIconOnly)
            silent << placeOf(*button) + u" has no icon beside its text"_s;
    }
    expectNone(silent);
}

void TestControlsInWindow::menusOpenAtOnce()
{
    int menus = 0;
    for (const QToolButton* button : controls<QToolButton>())
        if (button->menu()) {
            ++menus;
            QVERIFY2(button->popupMode() != QToolButton::DelayedPopup, qPrintable(placeOf(*button)));
        }
    QVERIFY(menus > 0);
}

void TestControlsInWindow::fieldsSayWhatTheyAreFor()
{
    QStringList silent;
    for (const QLineEdit* field : controls<QLineEdit>()) {
        if (field->accessibleName().isEmpty() && field->placeholderText().isEmpty())
            silent << placeOf(*field);
        const QString name = field->objectName().toLower();
        if ((name.contains(u"search"_s) || name.contains(u"filter"_s) || name.contains(u"find"_s))
            && field->placeholderText().isEmpty())
            silent << placeOf(*field) + u" looks empty"_s;
    }
    for (const QComboBox* box : controls<QComboBox>())
        if (box->accessibleName().isEmpty())
            silent << placeOf(*box);
    for (const QAbstractItemView* view : controls<QAbstractItemView>())
        if (view->isVisible() && view->accessibleName().isEmpty())
            silent << placeOf(*view);
    expectNone(silent);
}

/// The visible texts, dock by dock; hidden ones are translated when they are shown. Names, numbers and units stay.
void TestControlsInWindow::everythingFollowsTheLanguage()
{
    static const QRegularExpression isData(
        u"^(small|Netsmith|reference|flatten_1|Reference \\(.*|<b>Netsmith</b>.*|[≈ ]*[0-9., ]+(KiB|MiB|[KM]?FLOP/s))$"_s);
    const auto isWords = [](const QString& text) {
        return std::ranges::any_of(text, [](QChar letter) { return letter.isLower(); }) && !isData.match(text).hasMatch();
    };
    QMap<QWidget*, QMap<QString, QString>> before;
    for (QWidget* widget : QApplication::allWidgets())
        before[widget] = wordsOf(*widget);
    const LoudLanguage loud;
    QCoreApplication::processEvents();
    QSet<QString> left;
    int seen = 0;
    for (Dock* dock : window().findChildren<Dock*>()) {
        dock->raise();
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        for (const QWidget* widget : QApplication::allWidgets()) {
            if (!widget->isVisible() || isQtsOwn(*widget))
                continue;
            const QMap<QString, QString> words = wordsOf(*widget);
            for (const auto& [property, text] : words.asKeyValueRange()) {
                seen += text.isEmpty() ? 0 : 1;
                if (isWords(text) && before.value(const_cast<QWidget*>(widget)).value(property) == text)
                    left << u"%1 %2: %3"_s.arg(placeOf(*widget), property, text);
            }
        }
    }
    QVERIFY2(seen > 500, qPrintable(QString::number(seen)));
    expectNone(left.values());
}

NETSMITH_WINDOW_TEST(TestControlsInWindow)

} // namespace test_controls_in_window

#include "test_controls_in_window.moc"
