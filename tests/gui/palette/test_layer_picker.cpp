#include "engine/layers/registry.h"
#include "gui/document/document.h"
#include "gui/palette/layer_catalog.h"
#include "gui/palette/layer_picker.h"
#include "gui/widgets/lists/search_field.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_layer_picker {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Quick-add: the layers offered for a shape, and picking with keys and mouse.
class TestLayerPicker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void offersEverythingWithoutAShape();
    void offersWhatFitsAShape();
    void picksByKeys();
    void picksAnAdapter();
    void picksByAClick();
    void escapeDismisses();

private:
    SectionedList* list() const { return m_picker->findChild<SectionedList*>(); }
    SearchField* field() const { return m_picker->findChild<SearchField*>(); }

    Document m_document;
    std::unique_ptr<LayerPicker> m_picker;
};

void TestLayerPicker::init()
{
    Theme::instance().apply();
    m_picker = std::make_unique<LayerPicker>(m_document);
}

void TestLayerPicker::offersEverythingWithoutAShape()
{
    m_picker->openFor(std::nullopt, {100, 100});
    QVERIFY(m_picker->isVisible());
    QCOMPARE(list()->rowCount(), static_cast<int>(layersInOrder(m_document.layers()).size()));
    QVERIFY(list()->ids().contains(u"input"_s));
}

void TestLayerPicker::offersWhatFitsAShape()
{
    m_picker->openFor(netsmith::Shape{28, 28, 1}, {100, 100});
    QStringList ids = list()->ids();
    QVERIFY(ids.contains(u"conv2d"_s));
    QVERIFY(ids.contains(u"dense"_s));
    QVERIFY(!ids.contains(u"input"_s)); // it has no input
    QVERIFY(ids.contains(u"adapted:dense"_s));
    QVERIFY(ids.last().startsWith(u"adapted:"_s)); // after those that fit directly
    m_picker->close();
    m_picker->openFor(netsmith::Shape{576}, {100, 100});
    ids = list()->ids();
    QVERIFY(!ids.contains(u"conv2d"_s));
    QVERIFY(!ids.contains(u"adapted:dense"_s));
}

void TestLayerPicker::picksByKeys()
{
    QSignalSpy picked(m_picker.get(), &LayerPicker::picked);
    QSignalSpy dismissed(m_picker.get(), &PickerPopup::dismissed);
    m_picker->openFor(netsmith::Shape{28, 28, 1}, {100, 100});
    QTest::keyClicks(field(), u"maxpool"_s);
    QVERIFY(list()->ids().contains(u"max_pooling2d"_s));
    QCOMPARE(list()->ids().first(), u"max_pooling2d"_s);
    QTest::keyClick(field(), Qt::Key_Return);
    QVERIFY(!m_picker->isVisible());
    QCOMPARE(picked.size(), 1);
    QCOMPARE(picked[0][0].toString(), u"max_pooling2d"_s);
    QCOMPARE(picked[0][1].toBool(), false);
    QCOMPARE(dismissed.size(), 0);
    // Opened again, it starts empty.
    m_picker->openFor(std::nullopt, {100, 100});
    QVERIFY(field()->text().isEmpty());
    QCOMPARE(list()->rowCount(), static_cast<int>(layersInOrder(m_document.layers()).size()));
}

void TestLayerPicker::picksAnAdapter()
{
    QSignalSpy picked(m_picker.get(), &LayerPicker::picked);
    m_picker->openFor(netsmith::Shape{3, 3, 64}, {100, 100});
    QTest::keyClicks(field(), u"fc"_s);
    QCOMPARE(list()->ids(), (QStringList{u"dense"_s, u"adapted:dense"_s}));
    QTest::keyClick(field(), Qt::Key_Down);
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(picked.size(), 1);
    QCOMPARE(picked[0][0].toString(), u"dense"_s);
    QCOMPARE(picked[0][1].toBool(), true);
}

void TestLayerPicker::picksByAClick()
{
    QSignalSpy picked(m_picker.get(), &LayerPicker::picked);
    m_picker->openFor(netsmith::Shape{28, 28, 1}, {100, 100});
    QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->rectOf(u"conv2d"_s).center());
    QCOMPARE(picked.size(), 1);
    QCOMPARE(picked[0][0].toString(), u"conv2d"_s);
}

void TestLayerPicker::escapeDismisses()
{
    QSignalSpy picked(m_picker.get(), &LayerPicker::picked);
    QSignalSpy dismissed(m_picker.get(), &PickerPopup::dismissed);
    m_picker->openFor(std::nullopt, {100, 100});
    QTest::keyClicks(field(), u"de"_s);
    QTest::keyClick(field(), Qt::Key_Escape);
    QVERIFY(!m_picker->isVisible());
    QCOMPARE(picked.size(), 0);
    QCOMPARE(dismissed.size(), 1);
}

NETSMITH_WINDOW_TEST(TestLayerPicker)

} // namespace test_layer_picker

#include "test_layer_picker.moc"
