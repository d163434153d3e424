#include "engine/cuda/backend.h"
#include "engine/cuda/convolutions/convolution.h"
#include "engine/cuda/convolutions/im2col_convolution.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <utility>

namespace test_ops {

using namespace netsmith;
using namespace netsmith::test;

/// All of our GPU kernels, run by the host, against the reference in double.
class TestOps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8()); }
    void cleanup();
    void agreesWithTheReference_data();
    void agreesWithTheReference();
    void convolvesPartByPart_data();
    void convolvesPartByPart();

private:
    QTemporaryDir m_cache;
    cuda::CudaBackend m_backend;
};

void TestOps::cleanup()
{
    cuda::kernels::hostBlockSize = 1;
    cuda::planConvolutions = true;
}

void TestOps::agreesWithTheReference_data()
{
    QTest::addColumn<int>("precision");
    QTest::addColumn<int>("block");
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < opCases().size(); ++i) {
        const OpCase& each = opCases()[i];
        const bool low = std::ranges::any_of(each.inputs, &OpInput::low);
        for (const Precision precision : {Precision::fp32, Precision::tf32, Precision::bf16, Precision::fp16})
            for (const int block : {1, 4})
                if (precision == Precision::fp32 || low)
                    QTest::addRow("%s, block of %d, %s", nameOf(precision).data(), block, each.name.c_str())
                        << static_cast<int>(precision) << block << static_cast<int>(i);
    }
}

void TestOps::agreesWithTheReference()
{
    QFETCH(int, precision);
    QFETCH(int, block);
    QFETCH(int, index);
    cuda::kernels::hostBlockSize = block;
    const std::string difference =
        differenceFromReference(m_backend, opCases()[static_cast<std::size_t>(index)], static_cast<Precision>(precision));
    QVERIFY2(difference.empty(), difference.c_str());
}

void TestOps::convolvesPartByPart_data()
{
    QTest::addColumn<qlonglong>("bytes");
    for (const qlonglong bytes : {1, 1500, 6000, 1 << 26})
        QTest::addRow("%lld bytes of patches", bytes) << bytes;
}

/// Without the library: one image or slice of a volume at a time, with a smaller last part, and all at once.
void TestOps::convolvesPartByPart()
{
    QFETCH(qlonglong, bytes);
    cuda::planConvolutions = false;
    const std::int64_t usual = std::exchange(cuda::mostPatchBytes, bytes);
    for (const OpCase& each : opCases())
        if (each.spec == &ops::conv2d || each.spec == &ops::conv3d)
            for (const Precision precision : {Precision::fp32, Precision::tf32, Precision::bf16, Precision::fp16}) {
                const std::string difference = differenceFromReference(m_backend, each, precision);
                QVERIFY2(difference.empty(), (each.name + ": " + difference).c_str());
            }
    cuda::mostPatchBytes = usual;
}

NETSMITH_TEST(TestOps)

} // namespace test_ops

#include "test_ops.moc"
