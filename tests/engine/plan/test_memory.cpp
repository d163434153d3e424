#include "engine/core/philox.h"
#include "engine/ops/activation.h"
#include "engine/ops/add.h"
#include "engine/ops/reshape.h"
#include "engine/plan/memory/arena_layout.h"
#include "engine/plan/memory/memory_planner.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <map>

namespace test_memory {

using namespace netsmith;

namespace {

std::vector<BufferRequest> randomRequests(std::uint64_t seed)
{
    RandomStream random(seed, 1);
    std::vector<BufferRequest> requests(1 + random.below(60));
    for (BufferRequest& request : requests) {
        request.bytes = random.below(5000);
        request.first = static_cast<int>(random.below(40));
        request.last = request.first + static_cast<int>(random.below(12));
    }
    return requests;
}

/// The most bytes alive at one moment: no placement can need less.
std::int64_t peak(const std::vector<BufferRequest>& requests)
{
    std::int64_t most = 0;
    for (int moment = 0; moment < 64; ++moment) {
        std::int64_t alive = 0;
        for (const BufferRequest& request : requests)
            if (request.first <= moment && moment <= request.last)
                alive += (request.bytes + 63) / 64 * 64;
        most = std::max(most, alive);
    }
    return most;
}

/// input → relu → relu → add(input of the first relu) …: a plan of one program to lay out.
struct SmallPlan {
    LogicalPlan plan;
    TensorId in, first, second, view, sum;

    SmallPlan()
    {
        plan.programs.push_back({"forward", {}});
        Emitter emitter(plan.tensors, plan.programs[0]);
        in = emitter.add({"in", Shape{4, 16}, DataType::f32, Role::input, Arena::none, -1});
        first = emitActivation(emitter, in, Activation::relu);
        second = emitActivation(emitter, first, Activation::relu);
        view = emitReshape(emitter, second, Shape{64});
        const TensorId other = emitReshape(emitter, first, Shape{64});
        sum = emitAdd(emitter, view, other);
    }

    ArenaLayout layOut(const std::vector<std::vector<OpMemory>>& needs, bool keepAll) const
    {
        return layOutArena(
            plan, [&](TensorId id) { return plan.tensor(id).shape.elements() * 4; }, needs, keepAll);
    }
};

} // namespace

class TestMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesOneAfterTheOther();
    void reusesWhatIsFree();
    void fillsTheTightestGap();
    void neverOverlapsWhatLivesTogether();
    void staysNearTheLowerBound();
    void placesThousandsInOrder();
    void viewsShareTheirBase();
    void worksInPlaceOnlyAfterTheLastReader();
    void keepsEverythingApart();
    void workspacesLiveForOneOp();
    void whatABackendHandsOnHasItsOwnSize();
};

void TestMemory::placesOneAfterTheOther()
{
    const std::vector<BufferRequest> requests{{100, 0, 1}, {200, 1, 2}};
    const MemoryPlacement placement = placeBuffers(requests);
    QCOMPARE(placement.offsets[1], 0); // the larger first
    QCOMPARE(placement.offsets[0], 256);
    QCOMPARE(placement.bytes, 384);
}

void TestMemory::reusesWhatIsFree()
{
    const std::vector<BufferRequest> requests{{100, 0, 1}, {100, 2, 3}, {0, 0, 3}};
    QCOMPARE(placeBuffers(requests).bytes, 128);
}

void TestMemory::fillsTheTightestGap()
{
    // At moment 2 the first and the third are alive, with the place of the second between them free again.
    const std::vector<BufferRequest> requests{{640, 0, 3}, {320, 0, 1}, {256, 0, 3}, {128, 2, 3}};
    const MemoryPlacement placement = placeBuffers(requests);
    QCOMPARE(placement.offsets[3], 640);
    QCOMPARE(placement.bytes, 640 + 320 + 256);
}

void TestMemory::neverOverlapsWhatLivesTogether()
{
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const auto requests = randomRequests(seed);
        const MemoryPlacement placement = placeBuffers(requests);
        for (std::size_t i = 0; i < requests.size(); ++i) {
            QCOMPARE(placement.offsets[i] % 64, 0);
            QVERIFY(placement.offsets[i] + requests[i].bytes <= placement.bytes);
            for (std::size_t j = 0; j < i; ++j) {
                const bool together = requests[i].first <= requests[j].last && requests[j].first <= requests[i].last;
                const bool overlap = placement.offsets[i] < placement.offsets[j] + requests[j].bytes
                    && placement.offsets[j] < placement.offsets[i] + requests[i].bytes;
                QVERIFY2(!(together && overlap), qPrintable(QString("seed %1, buffers %2 and %3").arg(seed).arg(i).arg(j)));
            }
        }
    }
}

void TestMemory::staysNearTheLowerBound()
{
    double worst = 1.0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const auto requests = randomRequests(seed);
        const std::int64_t bound = peak(requests);
        const std::int64_t bytes = placeBuffers(requests).bytes;
        QVERIFY(bytes >= bound);
        if (bound > 0)
            worst = std::max(worst, static_cast<double>(bytes) / static_cast<double>(bound));
    }
    QVERIFY2(worst < 1.4, qPrintable(QString::number(worst)));
}

/// As many as a deep network has: alive from the forward pass to the backward pass, or for a few moments.
void TestMemory::placesThousandsInOrder()
{
    RandomStream random(7, 1);
    const int moments = 40000;
    std::vector<BufferRequest> requests(3 * mostComparedBuffers);
    for (BufferRequest& request : requests) {
        request.bytes = random.below(5000);
        request.first = static_cast<int>(random.below(moments / 2));
        request.last = random.below(2) ? moments - request.first : request.first + static_cast<int>(random.below(12));
    }
    const MemoryPlacement placement = placeBuffers(requests);
    std::map<int, std::vector<std::size_t>> begins, ends;
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (requests[i].bytes > 0) {
            begins[requests[i].first].push_back(i);
            ends[requests[i].last].push_back(i);
        }
    std::map<std::int64_t, std::int64_t> standing; // ends by offsets
    std::int64_t alive = 0, most = 0;
    for (int moment = 0; moment <= moments; ++moment) {
        for (const std::size_t i : begins[moment]) {
            const std::int64_t offset = placement.offsets[i], end = offset + requests[i].bytes;
            QCOMPARE(offset % 64, 0);
            QVERIFY(end <= placement.bytes);
            const auto [at, isNew] = standing.emplace(offset, end);
            QVERIFY(isNew);
            QVERIFY(std::next(at) == standing.end() || end <= std::next(at)->first);
            QVERIFY(at == standing.begin() || std::prev(at)->second <= offset);
            alive += (requests[i].bytes + 63) / 64 * 64;
        }
        most = std::max(most, alive);
        for (const std::size_t i : ends[moment]) {
            standing.erase(placement.offsets[i]);
            alive -= (requests[i].bytes + 63) / 64 * 64;
        }
    }
    QVERIFY2(static_cast<double>(placement.bytes) < 1.2 * static_cast<double>(most),
             qPrintable(QString("%1 of %2").arg(placement.bytes).arg(most)));
}

void TestMemory::viewsShareTheirBase()
{
    const SmallPlan small;
    const std::vector<std::vector<OpMemory>> needs{std::vector<OpMemory>(5)};
    const ArenaLayout layout = small.layOut(needs, false);
    QCOMPARE(layout.storage[static_cast<std::size_t>(small.view)], small.second);
    QCOMPARE(layout.tensors[static_cast<std::size_t>(small.view)], layout.tensors[static_cast<std::size_t>(small.second)]);
    QCOMPARE(layout.tensors[static_cast<std::size_t>(small.in)], ArenaLayout::elsewhere);
}

void TestMemory::worksInPlaceOnlyAfterTheLastReader()
{
    const SmallPlan small;
    std::vector<std::vector<OpMemory>> needs{std::vector<OpMemory>(5)};
    needs[0][1].inPlace = {{0, 0}}; // allowed for the second relu, but a view of its input is read later
    needs[0][4].inPlace = {{0, 0}}; // the sum may reuse the bytes of the second relu's result
    const ArenaLayout layout = small.layOut(needs, false);
    QVERIFY(layout.tensors[static_cast<std::size_t>(small.second)] != layout.tensors[static_cast<std::size_t>(small.first)]);
    QCOMPARE(layout.storage[static_cast<std::size_t>(small.sum)], small.second);
    QCOMPARE(layout.bytes, 2 * 256);
}

void TestMemory::keepsEverythingApart()
{
    const SmallPlan small;
    std::vector<std::vector<OpMemory>> needs{std::vector<OpMemory>(5)};
    needs[0][4].inPlace = {{0, 0}};
    const ArenaLayout layout = small.layOut(needs, true);
    QCOMPARE(layout.storage[static_cast<std::size_t>(small.sum)], small.sum);
    QCOMPARE(layout.bytes, 3 * 256);
}

void TestMemory::workspacesLiveForOneOp()
{
    const SmallPlan small;
    std::vector<std::vector<OpMemory>> needs{std::vector<OpMemory>(5)};
    needs[0][0].workspace = 1000;
    needs[0][1].workspace = 700;
    const ArenaLayout layout = small.layOut(needs, false);
    QCOMPARE(layout.activationBytes, 3 * 256);
    // Neither workspace overlaps what its op reads or writes.
    const auto overlaps = [&](std::int64_t begin, std::int64_t bytes, TensorId id) {
        const std::int64_t at = layout.tensors[static_cast<std::size_t>(id)];
        return begin < at + 256 && at < begin + bytes;
    };
    QVERIFY(!overlaps(layout.workspaces[0][0].offset, 1000, small.first));
    QVERIFY(!overlaps(layout.workspaces[0][1].offset, 700, small.first)
            && !overlaps(layout.workspaces[0][1].offset, 700, small.second));
}

void TestMemory::whatABackendHandsOnHasItsOwnSize()
{
    const SmallPlan small;
    std::vector<std::vector<OpMemory>> needs{std::vector<OpMemory>(5)};
    needs[0][4].inPlace = {{0, 0}};
    needs[0][1].sizes = {{0, 1024}};
    const ArenaLayout apart = small.layOut(needs, false); // the sum is smaller than the buffer it would reuse
    QCOMPARE(apart.storage[static_cast<std::size_t>(small.sum)], small.sum);
    QCOMPARE(apart.bytes, 256 + 1024 + 256);
    needs[0][4].sizes = {{0, 1024}};
    const ArenaLayout together = small.layOut(needs, false);
    QCOMPARE(together.storage[static_cast<std::size_t>(small.sum)], small.second);
    QCOMPARE(together.bytes, 256 + 1024);
}

NETSMITH_TEST(TestMemory)

} // namespace test_memory

#include "test_memory.moc"
