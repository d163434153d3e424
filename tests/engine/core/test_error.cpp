#include "engine/core/error.h"
#include "engine/core/expected.h"

#include <QtTest>

#include <filesystem>
#include <limits>
#include <memory>

using namespace netsmith;

/// Messages, the exception that carries them, and the result that makes a caller look.
class TestError : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rendersArgumentsInAnyOrder();
    void keepsArgumentsTyped();
    void rendersNumbersAsWritten();
    void leavesOtherBracesAlone();
    void doesNotExpandArguments();
    void carriesAnotherMessage();
    void errorSaysItsSentence();
    void exitCodesStay();
    void expectedHoldsAValue();
    void expectedHoldsAnError();
    void expectedOfNothing();
};

void TestError::rendersArgumentsInAnyOrder()
{
    const Message message(NS_MESSAGE("test.id", "{1} before {0}, then {1}"), "a", std::string("b"));
    QCOMPARE(message.text(), std::string("b before a, then b"));
    QCOMPARE(message.id(), std::string("test.id"));
    QCOMPARE(message.pattern(), std::string("{1} before {0}, then {1}"));
}

void TestError::keepsArgumentsTyped()
{
    const Message message(NS_MESSAGE("test.id", ""), 3, 2.5f, std::string_view("c"), std::filesystem::path("/d"), 'e', true);
    const std::vector<MessageArgument> expected{std::int64_t{3},   2.5, std::string("c"), std::string("/d"), std::string("e"),
                                                std::int64_t{true}};
    QVERIFY(message.arguments() == expected);
}

void TestError::rendersNumbersAsWritten()
{
    const Message message(NS_MESSAGE("test.id", "{0} {1} {2} {3}"), std::numeric_limits<std::int64_t>::min(),
                          std::numeric_limits<std::uint64_t>::max(), 0.1, 1e-7);
    QCOMPARE(message.text(), std::string("-9223372036854775808 18446744073709551615 0.1 1e-07"));
}

void TestError::leavesOtherBracesAlone()
{
    const Message message(NS_MESSAGE("test.id", "{} {a} {1} {0 {0}} {0"), "x");
    QCOMPARE(message.text(), std::string("{} {a} {1} {0 x} {0"));
}

void TestError::doesNotExpandArguments()
{
    const Message message(NS_MESSAGE("test.id", "{0} {1}"), "{1}", "{0}");
    QCOMPARE(message.text(), std::string("{1} {0}"));
}

void TestError::carriesAnotherMessage()
{
    const Message inner(NS_MESSAGE("test.inner", "expected {0}, got {1}"), 3, "{0}");
    const Message outer(NS_MESSAGE("test.outer", "conv \"{0}\": {1}"), "stem", inner);
    QCOMPARE(outer.text(), std::string("conv \"stem\": expected 3, got {0}"));
    const auto& nested = std::get<NestedMessage>(outer.arguments()[1]);
    QCOMPARE(nested->id(), std::string("test.inner"));
    QVERIFY(nested->arguments() == inner.arguments());

    // Compared by content, not by address.
    const Message again(NS_MESSAGE("test.outer", "conv \"{0}\": {1}"), "stem",
                        Message(NS_MESSAGE("test.inner", "expected {0}, got {1}"), 3, "{0}"));
    QVERIFY(outer == again);
    const Message other(NS_MESSAGE("test.outer", "conv \"{0}\": {1}"), "stem",
                        Message(NS_MESSAGE("test.inner", "expected {0}, got {1}"), 4, "{0}"));
    QVERIFY(outer != other);
}

void TestError::errorSaysItsSentence()
{
    const Error error(ErrorKind::diverged, NS_MESSAGE("train.nan", "layer {0} made a NaN in step {1}"), "conv", 12);
    QCOMPARE(error.kind(), ErrorKind::diverged);
    QCOMPARE(error.message().id(), std::string("train.nan"));
    const Error copy = error;
    QCOMPARE(std::string(copy.what()), std::string("layer conv made a NaN in step 12"));
}

void TestError::exitCodesStay()
{
    // Scripts rely on these.
    QCOMPARE(static_cast<int>(ErrorKind::failed), 1);
    QCOMPARE(static_cast<int>(ErrorKind::usage), 2);
    QCOMPARE(static_cast<int>(ErrorKind::input), 3);
    QCOMPARE(static_cast<int>(ErrorKind::resources), 4);
    QCOMPARE(static_cast<int>(ErrorKind::diverged), 5);
    QCOMPARE(static_cast<int>(ErrorKind::deviceLost), 6);
}

void TestError::expectedHoldsAValue()
{
    Expected<std::unique_ptr<int>> result(std::make_unique<int>(5));
    QVERIFY(result);
    QCOMPARE(**result, 5);
    const std::unique_ptr<int> taken = std::move(result).take();
    QCOMPARE(*taken, 5);
}

void TestError::expectedHoldsAnError()
{
    Expected<int> result(Error(ErrorKind::input, NS_MESSAGE("test.id", "no")));
    QVERIFY(!result);
    QCOMPARE(result.error().message().id(), std::string("test.id"));
    QVERIFY_EXCEPTION_THROWN((void)std::move(result).take(), Error);
}

void TestError::expectedOfNothing()
{
    Expected<void> done;
    QVERIFY(done);
    std::move(done).take();
    Expected<void> failed(Error(ErrorKind::failed, NS_MESSAGE("test.id", "no")));
    QVERIFY(!failed);
    QVERIFY_EXCEPTION_THROWN(std::move(failed).take(), Error);
}

QTEST_GUILESS_MAIN(TestError)
#include "test_error.moc"
