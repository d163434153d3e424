#include "gui/widgets/forms/parameter_text.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_parameter_text {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

ParameterSpec specOf(ParameterType type, std::optional<Range> hard = std::nullopt, std::optional<Range> usual = std::nullopt)
{
    ParameterSpec spec;
    spec.name = "value";
    spec.doc = "What it does.";
    spec.type = type;
    spec.hard = hard;
    spec.usual = usual;
    switch (type) {
    case ParameterType::boolean: spec.defaultValue = false; break;
    case ParameterType::integer: spec.defaultValue = std::int64_t{1}; break;
    case ParameterType::real: spec.defaultValue = 0.5; break;
    case ParameterType::choice:
    case ParameterType::text: spec.defaultValue = std::string(); break;
    case ParameterType::sizes:
        spec.defaultValue = std::vector<std::int64_t>{3, 3};
        spec.minimumSizes = 2;
        spec.maximumSizes = 2;
        break;
    case ParameterType::names: spec.defaultValue = std::vector<std::string>{}; break;
    case ParameterType::reals:
        spec.defaultValue = std::vector<double>{};
        spec.maximumSizes = 3;
        break;
    }
    return spec;
}

} // namespace

/// Reading values from fields, writing them to fields, stepping and explaining them.
class TestParameterText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void reading_data();
    void reading();
    void writing();
    void everyTextIsReadBack();
    void allowed();
    void steppingReals();
    void steppingKeepsWithinItsRange();
    void hints();
};

void TestParameterText::reading_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value"); // as the engine writes it; empty: rejected
    const auto row = [](ParameterType type, const char* text, const char* value) {
        QTest::addRow("%s %s", std::string(nameOf(type)).c_str(), text)
            << static_cast<int>(type) << QString::fromUtf8(text) << QString::fromUtf8(value);
    };
    using enum ParameterType;
    row(integer, "64", "64");
    row(integer, " 64 ", "64");
    row(integer, "1,024", "1024");
    row(integer, "1e3", "1000");
    row(integer, "-1", "-1");
    row(integer, "−1", "-1");
    row(integer, "1.5", "");
    row(integer, "", "");
    row(integer, "99999999999999999999", "");
    row(real, "1e-3", "0.001");
    row(real, ".5", "0.5");
    row(real, "1,000.25", "1000.25");
    row(real, "half", "");
    row(sizes, "3", "3×3");
    row(sizes, "3,5", "3×5");
    row(sizes, "3x5", "3×5");
    row(sizes, "3 X 5", "3×5");
    row(sizes, "3 × 5", "3×5");
    row(sizes, "3 5", "3×5");
    row(sizes, "3*5", "3×5");
    row(sizes, "", "");
    row(sizes, "3,a", "");
    row(reals, "1, 2.5 0.5", "1, 2.5, 0.5");
    row(reals, "1, much", "");
    row(names, "dense_1, res_1/conv2d_1", "dense_1, res_1/conv2d_1");
    row(names, " dense_1 dense_2,", "dense_1, dense_2");
    row(names, "", "none");
}

void TestParameterText::reading()
{
    QFETCH(int, type);
    QFETCH(QString, text);
    QFETCH(QString, value);
    const auto read = valueFromText(specOf(static_cast<ParameterType>(type)), text);
    QCOMPARE(read ? QString::fromStdString(textOf(*read)) : QString(), value);
}

void TestParameterText::writing()
{
    QCOMPARE(valueText(specOf(ParameterType::integer), std::int64_t{1048576}), u"1048576"_s); // to be edited: no separators
    QCOMPARE(valueText(specOf(ParameterType::real), 1e-7), u"1e-7"_s);
    QCOMPARE(valueText(specOf(ParameterType::real), 0.001), u"0.001"_s);
    QCOMPARE(valueText(specOf(ParameterType::sizes), std::vector<std::int64_t>{3, 5}), u"3 × 5"_s);
    QCOMPARE(valueText(specOf(ParameterType::names), std::vector<std::string>{"a", "b"}), u"a, b"_s);
    QCOMPARE(valueText(specOf(ParameterType::names), std::vector<std::string>{}), QString());
    ParameterSpec choice = specOf(ParameterType::choice);
    choice.choices = {{"same", "Same"}};
    QCOMPARE(valueText(choice, std::string("same")), u"Same"_s);
    QCOMPARE(valueText(choice, std::string("other")), u"other"_s);
}

void TestParameterText::everyTextIsReadBack()
{
    for (const double value : {0.1, 1e-7, 1e-300, 123456.789, -0.25, 1e21, 0.0})
        QCOMPARE(valueFromText(specOf(ParameterType::real), valueText(specOf(ParameterType::real), value)),
                 std::optional<ParameterValue>(value));
}

void TestParameterText::allowed()
{
    const double huge = 3.4e38;
    QCOMPARE(allowedText(specOf(ParameterType::integer, Range{1, 512})), u"Enter a whole number from 1 to 512."_s);
    QCOMPARE(allowedText(specOf(ParameterType::real, Range{0, 1})), u"Enter a number from 0 to 1."_s);
    QCOMPARE(allowedText(specOf(ParameterType::real, Range{0, 1, false, true})),
             u"Enter a number of at least 0 and less than 1."_s);
    QCOMPARE(allowedText(specOf(ParameterType::real, Range{0, 1, true, false})), u"Enter a number greater than 0 and at most 1."_s);
    QCOMPARE(allowedText(specOf(ParameterType::real, Range{0, 1, true, true})),
             u"Enter a number greater than 0 and less than 1."_s);
    QCOMPARE(allowedText(specOf(ParameterType::real, Range{0, huge, true, false})), u"Enter a number greater than 0."_s);
    QCOMPARE(allowedText(specOf(ParameterType::real, Range{0, huge})), u"Enter a number of at least 0."_s);
    QCOMPARE(allowedText(specOf(ParameterType::real, Range{-huge, huge})), u"Enter a number, such as 0.5 or 1e-3."_s);
    QCOMPARE(allowedText(specOf(ParameterType::text)), QString());
}

void TestParameterText::steppingReals()
{
    // Over decades (a learning rate): 1, 2, 5.
    const ParameterSpec decades = specOf(ParameterType::real, Range{0, 1e6, true, false}, Range{1e-5, 1e-1});
    ParameterValue value = 0.001;
    QStringList met;
    for (int i = 0; i < 4; ++i) {
        value = stepped(decades, value, 1);
        met << valueText(decades, value);
    }
    for (int i = 0; i < 5; ++i) {
        value = stepped(decades, value, -1);
        met << valueText(decades, value);
    }
    QCOMPARE(
        met,
        (QStringList{u"0.002"_s, u"0.005"_s, u"0.01"_s, u"0.02"_s, u"0.01"_s, u"0.005"_s, u"0.002"_s, u"0.001"_s, u"0.0005"_s}));
    QCOMPARE(stepped(decades, 0.003, 1), ParameterValue(0.005)); // to the next of these
    QCOMPARE(stepped(decades, 0.003, -1), ParameterValue(0.002));
    // Within one decade (a rate): in equal steps.
    const ParameterSpec even = specOf(ParameterType::real, Range{0, 1, false, true}, Range{0.1, 0.5});
    QCOMPARE(stepped(even, 0.5, 1), ParameterValue(0.55));
    QCOMPARE(stepped(even, 0.15, 3), ParameterValue(0.3)); // not 0.30000000000000004
}

void TestParameterText::steppingKeepsWithinItsRange()
{
    const ParameterSpec integer = specOf(ParameterType::integer, Range{1, 10});
    QCOMPARE(stepped(integer, std::int64_t{4}, 10), ParameterValue(std::int64_t{10}));
    QCOMPARE(stepped(integer, std::int64_t{4}, -10), ParameterValue(std::int64_t{1}));
    const ParameterSpec rate = specOf(ParameterType::real, Range{0, 1, false, true}, Range{0.1, 0.5});
    QCOMPARE(stepped(rate, 0.98, 1), ParameterValue(0.98)); // 1 itself is not allowed
    QCOMPARE(stepped(rate, 0.02, -1), ParameterValue(0.0));
    using Sizes = std::vector<std::int64_t>;
    const ParameterSpec sizes = specOf(ParameterType::sizes, Range{1, 7});
    QCOMPARE(stepped(sizes, Sizes{3, 7}, 1), ParameterValue(Sizes{4, 7}));
    QCOMPARE(stepped(sizes, Sizes{3, 3}, 1, 1), ParameterValue(Sizes{3, 4}));
}

void TestParameterText::hints()
{
    ParameterSpec spec = specOf(ParameterType::integer, Range{1, 1 << 20}, Range{1, 4096});
    QCOMPARE(hintTexts(spec), QStringList{u"1–4,096"_s});
    spec.unit = "channels";
    QCOMPARE(hintTexts(spec), (QStringList{u"1–4,096 channels"_s, u"1–4,096"_s}));
    const QString said = explanation(spec);
    QVERIFY(said.startsWith(u"What it does."_s));
    QVERIFY(said.contains(u"Usual: 1 to 4,096"_s));
    QVERIFY(said.contains(u"Default: 1"_s));
}

NETSMITH_WINDOW_TEST(TestParameterText)

} // namespace test_parameter_text

#include "test_parameter_text.moc"
