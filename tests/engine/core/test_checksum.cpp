#include "engine/core/checksum.h"
#include "tests/test_program.h"

#include <QtTest>

#include <random>
#include <vector>

namespace test_checksum {

using namespace netsmith;

/// A checksum depends on every bit and on the order of the pieces, and not on how the content is cut.
class TestChecksum : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isThatOfTheWhole();
    void noticesEveryBit();
    void beginsAgain();
};

namespace {

std::vector<std::byte> someContent(std::size_t size)
{
    std::mt19937 random(7);
    std::vector<std::byte> content(size);
    for (std::byte& each : content)
        each = static_cast<std::byte>(random());
    return content;
}

Checksum::Value of(std::span<const std::byte> content, std::size_t piece)
{
    Checksum sum;
    for (; content.size() > piece; content = content.subspan(piece))
        sum.add(content.first(piece));
    sum.add(content);
    return sum.take();
}

} // namespace

void TestChecksum::isThatOfTheWhole()
{
    const std::vector<std::byte> content = someContent(100'003);
    for (const std::size_t piece : {1u, 15u, 16u, 17u, 4096u, 200'000u})
        QVERIFY(of(content, piece) == of(content, content.size()));
    QVERIFY(of({}, 1) != of(std::vector(1, std::byte{0}), 1));
    QVERIFY(of(std::vector(16, std::byte{0}), 16) != of(std::vector(32, std::byte{0}), 16));
}

void TestChecksum::noticesEveryBit()
{
    std::vector<std::byte> content = someContent(70);
    const Checksum::Value whole = of(content, 70);
    for (std::byte& each : content)
        for (int bit = 0; bit < 8; ++bit) {
            each ^= std::byte{1} << bit;
            QVERIFY(of(content, 70) != whole);
            each ^= std::byte{1} << bit;
        }
    std::swap(content[0], content[16]);
    QVERIFY(of(content, 70) != whole);
}

void TestChecksum::beginsAgain()
{
    const std::vector<std::byte> content = someContent(100);
    Checksum sum;
    sum.add(someContent(50));
    sum = {};
    sum.add(content);
    QVERIFY(sum.take() == of(content, 100));
}

NETSMITH_TEST(TestChecksum)

} // namespace test_checksum

#include "test_checksum.moc"
