#include "gui/data/data_panel.h"
#include "gui/data/transform_list.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLineEdit>
#include <QtTest>

namespace test_transform_list {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The chain of transforms, built and undone with clicks in the data panel.
class TestTransformList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void addingIsOneStep();
    void anotherTransformBringsItsParameters();
    void parametersAreSet();
    void orderCounts();
    void oneIsTakenOut();
    void picturesShowWhatTheNetworkSees();
    void everyControlHasAName();

private:
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }
    void click(const char* name) { QTest::mouseClick(child<QAbstractButton>(name), Qt::LeftButton); }
    QStringList chain() const
    {
        QStringList ids;
        for (const Component& transform : m_document->project().data.transforms)
            ids << QString::fromStdString(transform.id);
        return ids;
    }
    /// Picks a transform at a position of the chain.
    void pick(const char* field, const QString& id)
    {
        auto* choice = child<QComboBox>(field);
        const int index = choice->findData(id);
        QVERIFY(index >= 0);
        choice->setCurrentIndex(index);
        Q_EMIT choice->activated(index);
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<DataPanel> m_panel;
};

void TestTransformList::initTestCase()
{
    Theme::instance().apply();
}

void TestTransformList::init()
{
    m_panel.reset();
    m_document = std::make_unique<Document>();
    Project project;
    project.data.source = "synthetic_digits";
    m_document->reset(project, {});
    m_panel = std::make_unique<DataPanel>(*m_document);
    m_panel->resize(280, 1400);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestTransformList::addingIsOneStep()
{
    click("transformAdd");
    QCOMPARE(chain(), QStringList{u"random_flip"_s});
    QCOMPARE(m_document->undoStack().count(), 1);
    m_document->undoStack().undo();
    QVERIFY(chain().isEmpty());
    QVERIFY(!child<QComboBox>("transform1Field") || !child<QComboBox>("transform1Field")->isVisible());
    m_document->undoStack().redo();
    QCOMPARE(chain(), QStringList{u"random_flip"_s});
}

void TestTransformList::anotherTransformBringsItsParameters()
{
    click("transformAdd");
    QVERIFY(child<QWidget>("modeField"));
    pick("transform1Field", u"random_translation"_s);
    QCOMPARE(chain(), QStringList{u"random_translation"_s});
    QTRY_VERIFY(child<QLineEdit>("heightFactorField"));
}

void TestTransformList::parametersAreSet()
{
    click("transformAdd");
    pick("transform1Field", u"random_rotation"_s);
    auto* factor = child<QLineEdit>("factorField");
    QVERIFY(factor);
    factor->setFocus();
    factor->selectAll();
    QTest::keyClicks(factor, u"0.25"_s);
    QTest::keyClick(factor, Qt::Key_Return);
    QCOMPARE(std::get<double>(m_document->project().data.transforms[0].parameters.at("factor")), 0.25);
}

void TestTransformList::orderCounts()
{
    click("transformAdd");
    click("transformAdd");
    pick("transform2Field", u"random_erasing"_s);
    QVERIFY(!child<QAbstractButton>("transform1Up")->isEnabled());
    QVERIFY(!child<QAbstractButton>("transform2Down")->isEnabled());
    click("transform2Up");
    QCOMPARE(chain(), (QStringList{u"random_erasing"_s, u"random_flip"_s}));
    click("transform1Down");
    QCOMPARE(chain(), (QStringList{u"random_flip"_s, u"random_erasing"_s}));
}

void TestTransformList::oneIsTakenOut()
{
    click("transformAdd");
    click("transformAdd");
    pick("transform2Field", u"random_zoom"_s);
    click("transform1Remove");
    QCOMPARE(chain(), QStringList{u"random_zoom"_s});
    QCOMPARE(child<QComboBox>("transform1Field")->currentData().toString(), u"random_zoom"_s);
    m_document->undoStack().undo();
    QCOMPARE(chain(), (QStringList{u"random_flip"_s, u"random_zoom"_s}));
}

void TestTransformList::picturesShowWhatTheNetworkSees()
{
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("sampleGrid")->isVisible(), 120000);
    QVERIFY(!child<QWidget>("transformedGrid")->isVisible());
    click("transformAdd");
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("transformedGrid")->isVisible(), 60000);
    const QImage flipped = child<QWidget>("transformedGrid")->grab().toImage();
    pick("transform1Field", u"random_erasing"_s);
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("transformedGrid")->grab().toImage() != flipped, 60000);
    pick("transform1Field", u"random_hue"_s); // digits have no colours
    QTRY_VERIFY_WITH_TIMEOUT(!child<QWidget>("transformedGrid")->isVisible(), 60000);
}

void TestTransformList::everyControlHasAName()
{
    click("transformAdd");
    for (const QAbstractButton* button : m_panel->findChild<QWidget*>(u"transformList"_s)->findChildren<QAbstractButton*>())
        QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(), qPrintable(button->objectName()));
}

NETSMITH_WINDOW_TEST(TestTransformList)

} // namespace test_transform_list

#include "test_transform_list.moc"
