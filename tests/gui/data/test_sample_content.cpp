#include "engine/fields/text/vocabulary.h"
#include "gui/data/data_preview.h"
#include "gui/data/sample_grid.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cstring>

namespace test_sample_content {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

template <class T>
data::Field fieldOf(data::FieldSpec spec, const std::vector<T>& elements, std::int64_t count)
{
    data::NewField made = data::makeField(std::move(spec), count);
    std::memcpy(made.bytes, elements.data(), elements.size() * sizeof(T));
    return made.field;
}

std::shared_ptr<const data::Vocabulary> letters()
{
    return std::make_shared<const data::Vocabulary>(data::TokenRule{}, std::vector<std::string>{"a", "b", "\n"});
}

} // namespace

/// How samples that are not pictures are shown.
class TestSampleContent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void picturesAreSeen();
    void boxesLieOnTheirPictures();
    void textsAreRead();
    void rowsAreTheirColumns();
    void seriesAreCurves();
    void numbersAreCutShort();
    void previewsNameTokens();
    void previewsWithoutClassesComeFromEverywhere();
};

void TestSampleContent::picturesAreSeen()
{
    const data::Field field =
        fieldOf<std::uint8_t>({.name = "image", .type = DataType::u8, .shape = {1, 2, 1}}, {0, 255, 255, 0}, 2);
    const SampleContent second = contentOf(field, 1);
    QCOMPARE(second.picture.size(), QSize(2, 1));
    QCOMPARE(second.picture.pixelColor(0, 0).value(), 255);
    QVERIFY(second.text.isEmpty() && second.curve.empty());
}

void TestSampleContent::boxesLieOnTheirPictures()
{
    data::DataSet set;
    set.train.fields.push_back(fieldOf<std::uint8_t>({.name = "image", .type = DataType::u8, .shape = {10, 20, 1}},
                                                     std::vector<std::uint8_t>(400, 128), 2));
    set.train.fields.push_back(fieldOf<float>(
        {.name = "target", .type = DataType::f32, .shape = {2, 5}, .kind = data::FieldKind::boxes, .lengths = "target_length"},
        {2.0f,      1.0f, 12.0f, 9.0f, 3.0f, 0.0f,  0.0f, 0.0f,  0.0f,  0.0f,
         /**/ 0.0f, 0.0f, 4.0f,  5.0f, 1.0f, 10.0f, 5.0f, 20.0f, 10.0f, 1.0f},
        2));
    set.train.fields.push_back(
        fieldOf<std::int32_t>({.name = "target_length", .type = DataType::i32, .shape = {}}, std::vector<std::int32_t>{1, 2}, 2));
    const DataPreview preview = previewOf(set);
    QCOMPARE(preview.samples[0].content.boxes, (std::vector<QRectF>{{2, 1, 10, 8}})); // padding is not a box
    QCOMPARE(preview.samples[1].content.boxes, (std::vector<QRectF>{{0, 0, 4, 5}, {10, 5, 10, 5}}));

    SampleGrid grid;
    grid.show({preview.samples[0]});
    grid.resize(100, grid.heightForWidth(100));
    const QImage drawn = grid.grab().toImage();
    DataPreview::Sample bare = preview.samples[0];
    bare.content.boxes.clear();
    grid.show({bare});
    const QImage without = grid.grab().toImage();
    QRect changed;
    for (int y = 0; y < drawn.height(); ++y)
        for (int x = 0; x < drawn.width(); ++x)
            if (drawn.pixel(x, y) != without.pixel(x, y))
                changed |= QRect(x, y, 1, 1);
    const QRectF expected(4.8, 4.8, 24.0, 38.4); // 48 pixels for 20 and for 10
    QVERIFY2(std::abs(changed.left() - expected.left()) < 3 && std::abs(changed.right() - expected.right()) < 3
                 && std::abs(changed.top() - expected.top()) < 3 && std::abs(changed.bottom() - expected.bottom()) < 3,
             qPrintable(QDebug::toString(changed)));
    QCOMPARE(drawn.pixel(changed.center()), without.pixel(changed.center())); // an outline
}

void TestSampleContent::textsAreRead()
{
    const data::Field field = fieldOf<std::int32_t>(
        {.name = "text", .type = DataType::i32, .shape = {4}, .classes = 5, .vocabulary = letters()}, {2, 4, 3, 0, 3, 2, 2, 3}, 2);
    QCOMPARE(contentOf(field, 0).text, u"a ⏎ b"_s); // padding is not shown
    QCOMPARE(contentOf(field, 1).text, u"baab"_s);
}

void TestSampleContent::rowsAreTheirColumns()
{
    const std::vector<data::Column> columns{
        {.name = "length"}, {.name = "colour", .categories = {"red", "blue"}}, {.name = "width"}};
    const data::Field field = fieldOf<float>({.name = "features", .type = DataType::f32, .shape = {4}, .columns = columns},
                                             {1.5f, 0.0f, 1.0f, NAN, 2.0f, 0.0f, 0.0f, 3.0f}, 2);
    QCOMPARE(contentOf(field, 0).text, u"1.50 · blue · –"_s);
    QCOMPARE(contentOf(field, 1).text, u"2.00 · – · 3.00"_s);
}

void TestSampleContent::seriesAreCurves()
{
    const data::Field field =
        fieldOf<float>({.name = "series", .type = DataType::f32, .shape = {3, 2}}, {1.0f, 9.0f, 2.0f, 9.0f, 3.0f, 9.0f}, 1);
    QCOMPARE(contentOf(field, 0).curve, (std::vector<double>{1.0, 2.0, 3.0}));
}

void TestSampleContent::numbersAreCutShort()
{
    const std::vector<float> numbers(20, 0.5f);
    const data::Field field = fieldOf<float>({.name = "x", .type = DataType::f32, .shape = {20}}, numbers, 1);
    QCOMPARE(contentOf(field, 0).text.count(u"0.500"_s), 12);
    QVERIFY(contentOf(field, 0).text.endsWith(u"…"_s));
}

void TestSampleContent::previewsNameTokens()
{
    data::DataSet set;
    set.train.fields.push_back(fieldOf<std::int32_t>(
        {.name = "text", .type = DataType::i32, .shape = {2}, .classes = 5, .vocabulary = letters()}, {2, 3, 3, 2}, 2));
    set.train.fields.push_back(fieldOf<std::int32_t>(
        {.name = "next", .type = DataType::i32, .shape = {}, .classes = 5, .vocabulary = letters()}, {4, 3}, 2));
    const DataPreview preview = previewOf(set);
    QCOMPARE(preview.balance[4].name, u"⏎"_s);
    QCOMPARE(preview.balance[4].count, 1);
    QCOMPARE(preview.samples[0].label, u"b"_s); // in the order of the classes
    QCOMPARE(preview.samples[0].content.text, u"ba"_s);
    QVERIFY(!preview.pictures);
}

void TestSampleContent::previewsWithoutClassesComeFromEverywhere()
{
    std::vector<float> numbers(1000);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i);
    data::DataSet set;
    set.train.fields.push_back(fieldOf<float>({.name = "x", .type = DataType::f32, .shape = {1}}, numbers, 1000));
    const DataPreview preview = previewOf(set);
    QCOMPARE(preview.samples.size(), std::size_t{previewSamples});
    QCOMPARE(preview.samples[1].label, u"25"_s);
    QCOMPARE(preview.samples.back().label, u"975"_s);
}

NETSMITH_WINDOW_TEST(TestSampleContent)

} // namespace test_sample_content

#include "test_sample_content.moc"
