#include "gui/tryit/class_bars.h"
#include "gui/tryit/sentence_panel.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "tests/gui/quiet.h"
#include "tests/test_program.h"

#include <QPlainTextEdit>
#include <QtTest>

#include <memory>

namespace test_sentence_panel {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Typed text is classified, and its class is shown.
class TestSentencePanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void typingAsks();
    void onlyWhatIsNewIsAsked();
    void answersAreShown();
    void howItWasReadIsTold();
    void withoutANetworkItSaysSo();

private:
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }

    std::unique_ptr<SentencePanel> m_panel;
    QPlainTextEdit* m_text = nullptr;
};

void TestSentencePanel::init()
{
    m_panel = std::make_unique<SentencePanel>();
    m_panel->setReady(true);
    m_panel->resize(320, 360);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    m_text = child<QPlainTextEdit>("sentenceText");
}

void TestSentencePanel::typingAsks()
{
    QSignalSpy asked(m_panel.get(), &SentencePanel::asked);
    QTest::keyClicks(m_text, u"the plot was good"_s);
    QTRY_VERIFY(!asked.isEmpty() && asked.back().front().toString() == u"the plot was good"_s);
    QVERIFY(asked.size() < 17); // not for each letter
    m_text->setPlainText(u"这部电影很好"_s);
    QTRY_COMPARE(asked.back().front().toString(), u"这部电影很好"_s);
}

void TestSentencePanel::onlyWhatIsNewIsAsked()
{
    QSignalSpy asked(m_panel.get(), &SentencePanel::asked);
    m_text->setPlainText(u"good"_s);
    QTRY_COMPARE(asked.size(), 1);
    m_panel->hide();
    m_panel->show(); // the same again
    QTRY_VERIFY(netsmith::test::isQuiet(*m_panel));
    QCOMPARE(asked.size(), 1);
    m_panel->networkChanged();
    QTRY_COMPARE(asked.size(), 2);
    m_text->clear();
    QTRY_VERIFY(netsmith::test::isQuiet(*m_panel));
    QCOMPARE(asked.size(), 2); // nothing to classify
}

void TestSentencePanel::answersAreShown()
{
    m_text->setPlainText(u"good"_s);
    auto* bars = child<ClassBars>("sentenceBars");
    m_panel->showAnswer({0.1f, 0.9f}, {u"negative"_s, u"positive"_s}, {1, 16, {}}, u"run 1"_s, 6204);
    QCOMPARE(bars->accessibleDescription(), u"positive, 90 %"_s);
    QVERIFY(child<TextLabel>("sentenceCaption")->text().contains(u"run 1"_s));
    QVERIFY(!child<NoteBox>("sentenceNote")->isVisible());
    m_panel->showAnswer({0.2f}, {u"negative"_s, u"positive"_s}, {1, 16, {}}, u"run 1"_s, 6205); // one sigmoid for two classes
    QCOMPARE(bars->accessibleDescription(), u"negative, 80 %"_s);
    m_panel->showAnswer({-3.0f, 5.0f, 1.0f}, {u"a"_s, u"b"_s, u"c"_s}, {1, 16, {}}, u"run"_s, 1); // logits
    QCOMPARE(bars->accessibleDescription(), u"b, 98 %"_s);
    m_text->clear();
    QVERIFY(!child<TextLabel>("sentenceCaption")->isVisible());
}

void TestSentencePanel::howItWasReadIsTold()
{
    auto* note = child<NoteBox>("sentenceNote");
    m_text->setPlainText(u"good zebra"_s);
    m_panel->showAnswer({0.5f, 0.5f}, {}, {2, 16, {u"zebra"_s}}, u"run"_s, 1);
    QVERIFY(note->isVisible() && note->text().contains(u"zebra"_s));
    m_panel->showAnswer({0.5f, 0.5f}, {}, {20, 16, {}}, u"run"_s, 1);
    QVERIFY(note->text().contains(u"20"_s) && note->text().contains(u"16"_s));
    m_panel->showProblem(u"It went wrong."_s);
    QCOMPARE(note->text(), u"It went wrong."_s);
}

void TestSentencePanel::withoutANetworkItSaysSo()
{
    m_panel->setReady(false);
    QVERIFY(child<NoteBox>("sentenceNote")->isVisible());
    QSignalSpy asked(m_panel.get(), &SentencePanel::asked);
    m_text->setPlainText(u"good"_s);
    QTRY_VERIFY(netsmith::test::isQuiet(*m_panel));
    QCOMPARE(asked.size(), 0);
    m_panel->setReady(true);
    QTRY_COMPARE(asked.size(), 1); // the text typed before is classified now
    QVERIFY(!child<NoteBox>("sentenceNote")->isVisible());
    m_panel->showProblem(u"It went wrong."_s);
    m_panel->setReady(false);
    QVERIFY(child<NoteBox>("sentenceNote")->text() != u"It went wrong."_s); // the message was about another network
}

NETSMITH_WINDOW_TEST(TestSentencePanel)

} // namespace test_sentence_panel

#include "test_sentence_panel.moc"
