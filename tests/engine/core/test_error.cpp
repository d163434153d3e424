#include "engine/core/error.h"
#include "engine/core/expected.h"
#include "engine/core/system_reason.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cerrno>
#include <filesystem>
#include <limits>
#include <memory>

namespace test_error {

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
    void factsAreOfTheWhole();
    void everyReasonOfTheDiskSaysSo();
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

void TestError::factsAreOfTheWhole()
{
    using enum MessageFacts::Cause;
    const Message plain(NS_MESSAGE("test.id", "{0}"), "x");
    QVERIFY(plain.facts() == MessageFacts());
    const Message inner = Message(NS_MESSAGE("test.id", "{0}"), "x").with({.cause = download, .setting = "batch", .batch = 3});
    QVERIFY(inner == plain); // they say the same
    const Message outer(NS_MESSAGE("test.outer", "{0}, {1} and {2}"), plain, inner, Message(plain).with({.cause = disk}));
    QVERIFY(outer.facts() == inner.facts()); // of the first that has some
    QVERIFY(Message(NS_MESSAGE("test.more", "{0}"), outer).facts() == inner.facts());
    const Message own = Message(NS_MESSAGE("test.own", "{0}"), inner).with({.cause = cancelled});
    QVERIFY(own.facts() == MessageFacts{.cause = cancelled});
    QCOMPARE(Error(ErrorKind::failed, NS_MESSAGE("test.outer", "{0}"), own).cause(), cancelled);
    QVERIFY(Message("test.outer", "{0}", {NestedMessage(inner)}).facts() == inner.facts()); // as it is read from a file
}

void TestError::everyReasonOfTheDiskSaysSo()
{
    for (const int code : {EACCES, ENOSPC, EDQUOT, EROFS, EFBIG, EIO, 12345})
        QCOMPARE(Error(ErrorKind::resources, NS_MESSAGE("test.id", "{0}"), systemReason(code)).cause(), MessageFacts::Cause::disk);
    QCOMPARE(Error(ErrorKind::resources, NS_MESSAGE("test.id", "{0}"), systemReason(ENOMEM)).cause(), MessageFacts::Cause::other);
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

NETSMITH_TEST(TestError)

} // namespace test_error

#include "test_error.moc"
