#include "tests/gui/properties/properties_fixture.h"

#include "engine/graph/blocks/block_inside.h"
#include "gui/properties/weights_row.h"
#include "gui/widgets/lists/picker_popup.h"
#include "gui/widgets/lists/search_field.h"
#include "tests/test_program.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QToolButton>

namespace test_block_properties {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::gui::test;

/// Overrides of a block in one place, and shared weights of layers.
class TestBlockProperties : public PropertiesFixture {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { closePanel(); }

    void aBlockSaysWhatItIs();
    void itIsRenamedWhereverItStands();
    void itIsOpenedFromHere();
    void aValueInItIsSetAndReset();
    void severalOfOneBlockAreSetAtOnce();
    void anEndHasAName();
    void nothingChosenInABlockShowsTheBlock();
    void weightsAreSharedWithWhatFits();
    void aLenderKeepsItsOwn();
    void blocksShareToo();

private:
    QStringList offers() const
    {
        QStringList texts;
        const auto* box = find<QComboBox>(u"weightsField"_s);
        for (int i = 0; i < box->count() && !find<QWidget>(u"weightsRow"_s)->isHidden(); ++i)
            texts << box->itemText(i);
        return texts;
    }
    void offer(const QString& words);
};

void TestBlockProperties::init()
{
    openPanel();
    m_document->reset(loadProject(NETSMITH_PROJECTS "/mnist_residual/mnist_residual.netsmith").take(), {});
}

/// Picks one of the offered values by typing.
void TestBlockProperties::offer(const QString& words)
{
    QTest::mouseClick(find<QPushButton>(u"innerValuesButton"_s), Qt::LeftButton);
    auto* picker = find<PickerPopup>(u"innerValuesPicker"_s);
    QVERIFY(picker->isVisible());
    QTest::keyClicks(picker->findChild<SearchField*>(), words);
    QTest::keyClick(picker->findChild<SearchField*>(), Qt::Key_Return);
    QVERIFY(!picker->isVisible());
}

void TestBlockProperties::aBlockSaysWhatItIs()
{
    choose({"res_1"});
    QCOMPARE(find<QLabel>(u"propertiesTitle"_s)->text(), u"Residual block"_s);
    QCOMPARE(field(u"blockName"_s)->text(), u"Residual block"_s);
    QCOMPARE(fact(u"shape"_s), u"14×14×32 → 14×14×32"_s);
    QVERIFY(fact(u"uses"_s).startsWith(u"3 "_s));
    QVERIFY(!find<QWidget>(u"blockField"_s)); // the id of its block can't be edited
    QVERIFY(!field(u"conv2d1.filters"_s)); // nothing is set here so far
    choose({"conv2d_1"});
    QVERIFY(find<QWidget>(u"blockForm"_s)->isHidden());
    QVERIFY(find<QPushButton>(u"innerValuesButton"_s)->isHidden());
}

void TestBlockProperties::itIsRenamedWhereverItStands()
{
    choose({"res_1"});
    enter(field(u"blockName"_s), u"Skip"_s);
    QCOMPARE(findBlock(m_document->graph(), "residual")->title, std::string("Skip"));
    QCOMPARE(find<QLabel>(u"propertiesTitle"_s)->text(), u"Skip"_s);
    QCOMPARE(steps(), 1);
    enter(field(u"blockName"_s), u""_s); // a block has a name
    QCOMPARE(field(u"blockName"_s)->text(), u"Skip"_s);
    QCOMPARE(steps(), 1);
}

void TestBlockProperties::itIsOpenedFromHere()
{
    choose({"res_2"});
    QTest::mouseClick(find<QPushButton>(u"openBlockButton"_s), Qt::LeftButton);
    QCOMPARE(m_document->place(), std::string("res_2"));
}

void TestBlockProperties::aValueInItIsSetAndReset()
{
    choose({"res_1"});
    offer(u"conv2d_1 bias"_s);
    auto* bias = find<QCheckBox>(u"conv2d1.useBiasField"_s);
    QVERIFY(bias && bias->isVisible());
    QVERIFY(find<QLabel>(u"innerLayer_conv2d_1"_s)); // under the layer's name
    QVERIFY(!bias->isChecked()); // the block's value
    QCOMPARE(steps(), 0);
    QTest::mouseClick(bias, Qt::LeftButton, {}, {8, bias->height() / 2});
    QCOMPARE(m_document->graph().find("res_1")->parameters.at("conv2d_1.use_bias"), ParameterValue(true));
    QCOMPARE(steps(), 1);
    // Still shown when the node is selected again; the others have none.
    choose({"res_2"});
    QVERIFY(!find<QCheckBox>(u"conv2d1.useBiasField"_s) || !find<QCheckBox>(u"conv2d1.useBiasField"_s)->isVisible());
    choose({"res_1"});
    QVERIFY(find<QCheckBox>(u"conv2d1.useBiasField"_s)->isChecked());
    QTest::mouseClick(find<QToolButton>(u"conv2d1.useBiasReset"_s), Qt::LeftButton);
    QVERIFY(!m_document->graph().find("res_1")->parameters.contains("conv2d_1.use_bias"));
    QCOMPARE(steps(), 2);
}

void TestBlockProperties::severalOfOneBlockAreSetAtOnce()
{
    choose({"res_1", "res_3"});
    QCOMPARE(find<QLabel>(u"propertiesTitle"_s)->text(), u"2 × Residual block"_s);
    auto* trainable = find<QCheckBox>(u"trainableField"_s);
    QVERIFY(trainable);
    QTest::mouseClick(trainable, Qt::LeftButton, {}, {8, trainable->height() / 2});
    QCOMPARE(m_document->graph().find("res_1")->parameters.at("trainable"), ParameterValue(false));
    QCOMPARE(m_document->graph().find("res_3")->parameters.at("trainable"), ParameterValue(false));
    QVERIFY(!m_document->graph().find("res_2")->parameters.contains("trainable"));
    QCOMPARE(steps(), 1);
}

void TestBlockProperties::anEndHasAName()
{
    m_document->open("res_1");
    choose({"in:input"});
    QCOMPARE(find<QLabel>(u"propertiesTitle"_s)->text(), u"Block input"_s);
    enter(field(u"name"_s), u"Picture"_s);
    QCOMPARE(endsOf(*findBlock(m_document->graph(), "residual"))[0].title, std::string("Picture"));
}

void TestBlockProperties::nothingChosenInABlockShowsTheBlock()
{
    const QString whole = fact(u"parameters"_s);
    m_document->open("res_1");
    QCOMPARE(find<QLabel>(u"propertiesTitle"_s)->text(), u"Residual block"_s);
    QCOMPARE(fact(u"input"_s), u"14×14×32"_s);
    QCOMPARE(fact(u"output"_s), u"14×14×32"_s);
    QVERIFY(fact(u"parameters"_s) != whole && !fact(u"parameters"_s).isEmpty());
}

void TestBlockProperties::weightsAreSharedWithWhatFits()
{
    m_document->open("res_1");
    choose({"conv2d_1"});
    QCOMPARE(offers(), (QStringList{u"Its own"_s, u"Those of conv2d_2"_s}));
    auto* box = find<QComboBox>(u"weightsField"_s);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(m_document->graph().find("conv2d_1")->shares, std::string("conv2d_2"));
    QCOMPARE(steps(), 1);
    QCOMPARE(m_document->analysis().errorCount(), 0);
    QTest::keyClick(box, Qt::Key_Up);
    QCOMPARE(m_document->graph().find("conv2d_1")->shares, std::string());
    choose({"relu_1"});
    QCOMPARE(offers(), QStringList()); // no weights
    // One of another size is not offered.
    m_document->editGraph(u"size"_s, [this](Graph& graph) {
        setParameter(graph, m_document->layers(), {"conv2d_2"}, "kernel_size", std::vector<std::int64_t>{1, 1});
    });
    choose({"conv2d_1"});
    QCOMPARE(offers(), QStringList());
}

void TestBlockProperties::aLenderKeepsItsOwn()
{
    m_document->open("res_1");
    m_document->editGraph(u"share"_s, [](Graph& graph) { share(graph, "conv2d_1", "conv2d_2"); });
    choose({"conv2d_2"});
    QCOMPARE(offers(), QStringList());
    choose({"conv2d_1"});
    QCOMPARE(offers(), (QStringList{u"Its own"_s, u"Those of conv2d_2"_s}));
    QCOMPARE(find<QComboBox>(u"weightsField"_s)->currentText(), u"Those of conv2d_2"_s);
}

void TestBlockProperties::blocksShareToo()
{
    choose({"res_2"});
    QCOMPARE(offers(), (QStringList{u"Its own"_s, u"Those of res_1"_s, u"Those of res_3"_s}));
    const std::int64_t before = m_document->analysis().parameters();
    find<QComboBox>(u"weightsField"_s)->setFocus();
    QTest::keyClick(find<QComboBox>(u"weightsField"_s), Qt::Key_Down);
    QCOMPARE(m_document->graph().find("res_2")->shares, std::string("res_1"));
    QVERIFY(m_document->analysis().parameters() < before);
    QCOMPARE(m_document->analysis().errorCount(), 0);
    QCOMPARE(offers(), (QStringList{u"Its own"_s, u"Those of res_1"_s, u"Those of res_3"_s})); // a borrower may choose another
}

NETSMITH_WINDOW_TEST(TestBlockProperties)

} // namespace test_block_properties

#include "test_block_properties.moc"
