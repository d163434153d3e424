#include "gui/tryit/class_bars.h"
#include "gui/tryit/text_panel.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "tests/test_program.h"

#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QtTest>

#include <memory>

namespace test_text_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

ShownToken token(const QString& text, double probability, const QStringList& names, std::vector<float> shares)
{
    return {text, text, probability, names, std::move(shares)};
}

std::vector<ParameterSpec> settings()
{
    ParameterSpec temperature;
    temperature.name = "temperature";
    temperature.title = "Temperature";
    temperature.type = ParameterType::real;
    temperature.defaultValue = 1.0;
    temperature.hard = Range{0.0, 1e9};
    return {temperature};
}

} // namespace

/// A prompt is continued, and each token shows the alternatives.
class TestTextPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void withoutANetworkItSaysSo();
    void theButtonGeneratesAndStops();
    void keysInThePromptGenerate();
    void settingsGoAlong();
    void tokensAppearAsTheyCome();
    void eachTokenTellsWhatElseMightHaveCome();
    void whatIsReadIsNotScrolledAway();
    void otherScriptsAreWrittenToo();
    void badInputIsExplained();

private:
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }
    QPoint middleOf(int position) const;
    void hover(const QPoint& place) const;

    std::unique_ptr<TextPanel> m_panel;
    QPushButton* m_button = nullptr;
    QPlainTextEdit* m_prompt = nullptr;
    TokenView* m_view = nullptr;
};

void TestTextPanel::init()
{
    m_panel = std::make_unique<TextPanel>();
    m_panel->setSettings(settings());
    m_panel->setReady(true);
    m_panel->resize(320, 640);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    m_button = child<QPushButton>("textWrite");
    m_prompt = child<QPlainTextEdit>("textPrompt");
    m_view = child<TokenView>("textView");
}

/// The middle of a character in the view.
QPoint TestTextPanel::middleOf(int position) const
{
    QTextCursor cursor(m_view->document());
    cursor.setPosition(position);
    const QRect begin = m_view->cursorRect(cursor);
    cursor.setPosition(position + 1);
    return (begin.center() + m_view->cursorRect(cursor).center()) / 2;
}

void TestTextPanel::hover(const QPoint& place) const
{
    QWidget& view = *m_view->viewport();
    QMouseEvent event(QEvent::MouseMove, place, view.mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&view, &event);
}

void TestTextPanel::withoutANetworkItSaysSo()
{
    m_panel->setReady(false);
    QVERIFY(child<NoteBox>("textNote")->isVisible());
    QVERIFY(!m_button->isEnabled());
    m_panel->setReady(true);
    QVERIFY(!child<NoteBox>("textNote")->isVisible());
    QVERIFY(m_button->isEnabled());
}

void TestTextPanel::theButtonGeneratesAndStops()
{
    QSignalSpy asked(m_panel.get(), &TextPanel::writeAsked);
    QSignalSpy stopped(m_panel.get(), &TextPanel::stopAsked);
    QTest::keyClicks(m_prompt, u"hell"_s);
    const QString generate = m_button->text();
    QTest::mouseClick(m_button, Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.front().front().toString(), u"hell"_s);
    QVERIFY(m_panel->isWriting());
    QVERIFY(m_button->text() != generate);
    QCOMPARE(m_view->toPlainText(), u"hell"_s);
    QTest::mouseClick(m_button, Qt::LeftButton);
    QCOMPARE(stopped.size(), 1);
    QVERIFY(!m_panel->isWriting());
    QCOMPARE(m_button->text(), generate);
    QTest::mouseClick(m_button, Qt::LeftButton);
    m_panel->finish();
    QVERIFY(!m_panel->isWriting());
    QCOMPARE(stopped.size(), 1);
}

void TestTextPanel::keysInThePromptGenerate()
{
    QSignalSpy asked(m_panel.get(), &TextPanel::writeAsked);
    QSignalSpy stopped(m_panel.get(), &TextPanel::stopAsked);
    QVERIFY(m_button->toolTip().contains(u"Ctrl+Enter"_s));
    m_prompt->setFocus();
    QTest::keyClicks(m_prompt, u"hell"_s);
    QTest::keyClick(m_prompt, Qt::Key_Return);
    QCOMPARE(m_prompt->toPlainText(), u"hell\n"_s);
    QVERIFY(asked.isEmpty());
    QTest::keyClick(m_prompt, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.back().front().toString(), u"hell\n"_s); // without another line
    QVERIFY(m_panel->isWriting());
    QTest::keyClick(m_prompt, Qt::Key_Return, Qt::ControlModifier); // it is already writing
    QCOMPARE(asked.size(), 1);
    QVERIFY(stopped.isEmpty());
    m_panel->finish();
    QTest::keyClick(m_prompt, Qt::Key_Enter, Qt::ControlModifier | Qt::KeypadModifier);
    QCOMPARE(asked.size(), 2);
    m_panel->finish();
    m_panel->setReady(false);
    QTest::keyClick(m_prompt, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(asked.size(), 2);
}

void TestTextPanel::settingsGoAlong()
{
    QSignalSpy asked(m_panel.get(), &TextPanel::writeAsked);
    auto* temperature = child<QLineEdit>("temperatureField");
    temperature->setFocus();
    temperature->selectAll();
    QTest::keyClicks(temperature, u"0.5"_s); // and no Enter
    m_button->setFocus();
    QTest::keyClick(m_button, Qt::Key_Space);
    QCOMPARE(asked.size(), 1);
    const auto map = asked.front()[1].value<ParameterMap>();
    QCOMPARE(std::get<double>(map.at("temperature")), 0.5);
}

void TestTextPanel::tokensAppearAsTheyCome()
{
    m_prompt->setPlainText(u"hell"_s);
    QTest::mouseClick(m_button, Qt::LeftButton);
    m_panel->showTokens({token(u"o"_s, 0.9, {}, {})}, u"run 1"_s, 6204);
    QCOMPARE(m_view->toPlainText(), u"hello"_s);
    m_panel->showTokens({token(u","_s, 0.8, {}, {}), token(u"\n"_s, 0.1, {}, {})}, u"run 1"_s, 6205);
    QCOMPARE(m_view->toPlainText(), u"hello,\n"_s);
    QCOMPARE(m_view->tokenCount(), std::size_t{3});
    const QString caption = child<TextLabel>("textCaption")->text();
    QVERIFY(caption.contains(u"run 1"_s) && caption.contains(u"205"_s));
    QTest::mouseClick(m_button, Qt::LeftButton); // stop
    QTest::mouseClick(m_button, Qt::LeftButton); // and start again
    QCOMPARE(m_view->toPlainText(), u"hell"_s);
    QCOMPARE(m_view->tokenCount(), std::size_t{0});
}

void TestTextPanel::eachTokenTellsWhatElseMightHaveCome()
{
    m_prompt->setPlainText(u"he"_s);
    QTest::mouseClick(m_button, Qt::LeftButton);
    auto* bars = child<ClassBars>("textChances");
    QVERIFY(!bars->isVisible());
    m_panel->showTokens({token(u"ll"_s, 0.25, {u"ll"_s, u"y"_s}, {0.7f, 0.2f}), token(u"o"_s, 1.0, {u"o"_s, u"p"_s}, {0.9f, 0.1f})},
                        u"run"_s, 1);
    QVERIFY(bars->isVisible());
    QCOMPARE(bars->accessibleDescription(), u"o, 90 %"_s); // the last one
    hover(middleOf(3));
    QCOMPARE(m_view->lookedAt()->text, u"ll"_s);
    QCOMPARE(bars->accessibleDescription(), u"ll, 70 %"_s);
    QVERIFY(child<TextLabel>("textDrawn")->text().contains(u"25"_s));
    m_panel->showTokens({token(u"!"_s, 1.0, {u"!"_s}, {1.0f})}, u"run"_s, 1);
    QCOMPARE(m_view->lookedAt()->text, u"ll"_s); // the inspected token stays
    hover(middleOf(0)); // the prompt
    QCOMPARE(m_view->lookedAt()->text, u"!"_s);

    // With the keyboard only.
    m_view->setFocus();
    QTextCursor cursor = m_view->textCursor();
    cursor.setPosition(4);
    m_view->setTextCursor(cursor);
    QCOMPARE(m_view->lookedAt()->text, u"o"_s);
    m_panel->showTokens({token(u"?"_s, 1.0, {u"?"_s}, {1.0f})}, u"run"_s, 1);
    QCOMPARE(m_view->lookedAt()->text, u"o"_s);
}

void TestTextPanel::whatIsReadIsNotScrolledAway()
{
    QTest::mouseClick(m_button, Qt::LeftButton);
    for (int i = 0; i < 200; ++i)
        m_panel->showTokens({token(u"line\n"_s, 1.0, {}, {})}, u"run"_s, 1);
    QScrollBar* bar = m_view->verticalScrollBar();
    QVERIFY(bar->maximum() > 0);
    QCOMPARE(bar->value(), bar->maximum()); // it scrolls to the end
    bar->setValue(3);
    m_panel->showTokens({token(u"line\n"_s, 1.0, {}, {})}, u"run"_s, 1);
    QCOMPARE(bar->value(), 3); // unless a person has scrolled up
}

void TestTextPanel::otherScriptsAreWrittenToo()
{
    QSignalSpy asked(m_panel.get(), &TextPanel::writeAsked);
    m_prompt->setPlainText(u"床前明月"_s);
    QTest::mouseClick(m_button, Qt::LeftButton);
    QCOMPARE(asked.front().front().toString(), u"床前明月"_s);
    const QString rare = QString::fromUcs4(U"\U00020000"); // outside the basic plane: two units of UTF-16
    m_panel->showTokens(
        {token(u"光"_s, 0.9, {u"光"_s}, {0.9f}), token(rare, 0.5, {rare}, {0.5f}), token(u"霜"_s, 0.4, {u"霜"_s}, {0.4f})},
        u"run"_s, 1);
    QCOMPARE(m_view->toPlainText(), u"床前明月光"_s + rare + u"霜"_s);
    const auto at = [this](int position) {
        QTextCursor cursor = m_view->textCursor();
        cursor.setPosition(position);
        m_view->setTextCursor(cursor);
        return m_view->lookedAt()->text;
    };
    QCOMPARE(at(4), u"光"_s);
    QCOMPARE(at(5), rare);
    QCOMPARE(at(7), u"霜"_s);
}

void TestTextPanel::badInputIsExplained()
{
    auto* note = child<NoteBox>("textNote");
    QTest::mouseClick(m_button, Qt::LeftButton); // no prompt: noted, not rejected
    QVERIFY(m_panel->isWriting());
    QVERIFY(note->isVisible());
    m_panel->finish();
    m_prompt->setPlainText(u"a§b"_s);
    QTest::mouseClick(m_button, Qt::LeftButton);
    QVERIFY(!note->isVisible());
    m_panel->showUnknown({u"§"_s});
    QVERIFY(note->isVisible() && note->text().contains(u"§"_s));
    QVERIFY(m_panel->isWriting());
    QStringList many;
    for (int i = 0; i < 1000; ++i)
        many << QString::number(i);
    m_panel->showUnknown(many);
    QVERIFY(note->text().size() < 300);
    m_panel->finish(u"It went wrong."_s);
    QCOMPARE(note->text(), u"It went wrong."_s);
    QVERIFY(!m_panel->isWriting());
    m_panel->setReady(false);
    QCOMPARE(m_view->tokenCount(), std::size_t{0});
    QVERIFY(note->text() != u"It went wrong."_s);
}

NETSMITH_WINDOW_TEST(TestTextPanel)

} // namespace test_text_panel

#include "test_text_panel.moc"
