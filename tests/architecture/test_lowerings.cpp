#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace test_lowerings {

namespace fs = std::filesystem;

namespace {

/// Ops that the CPU and CUDA lower separately, by the files that do it in both rooms, and why one lowering can't serve both: how it
/// is done on the CPU ("there") and on a GPU ("here").
const std::map<std::string, std::string> separate = {
    {"all_reduce", "a GPU copies to the host's memory, where the ranks exchange, and back within its stream"},
    {"batch_matmul", "oneDNN's primitive or our dot products there, cuBLASLt's product here"},
    {"conv2d", "oneDNN chooses layouts and algorithms when it is created, cuDNN by plans that are timed"},
    {"conv3d", "as conv2d"},
    {"dense", "oneDNN, small products of our own or weights split among the threads there; cuBLASLt with its epilogues here"},
    {"quantized_product",
     "weights are packed once for AMX, VNNI or products of 16 bits there; a GPU rounds floats instead, and this is only exact"},
    {"recurrence", "one loop over the steps there; cuDNN, or products and steps of our own, whichever is faster, here"},
};

/// The ops that the sources of a room lower, by the names of the files without their endings.
std::map<std::string, std::set<std::string>> loweringsIn(const std::string& room)
{
    static const std::regex lowering("\\blower<ops::(\\w+)>\\(const LoweringContext");
    std::map<std::string, std::set<std::string>> found;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(NETSMITH_SOURCE_DIR) / "engine" / room)) {
        if (entry.path().extension() != ".cpp")
            continue;
        std::ifstream stream(entry.path());
        std::stringstream text;
        text << stream.rdbuf();
        const std::string source = text.str();
        for (std::sregex_iterator match(source.begin(), source.end(), lowering), end; match != end; ++match)
            found[entry.path().stem().string()].insert((*match)[1].str());
    }
    return found;
}

} // namespace

/// An op is lowered once: in engine/lowering for the CPU and CUDA, unless there is a reason against it.
class TestLowerings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachOpIsLoweredOnce();
    void reasonsAreNeeded();
};

void TestLowerings::eachOpIsLoweredOnce()
{
    const auto cuda = loweringsIn("cuda");
    std::set<std::string> onCuda;
    for (const auto& [file, ops] : cuda)
        onCuda.insert(ops.begin(), ops.end());
    QVERIFY(!loweringsIn("lowering").empty() && !onCuda.empty()); // the pattern still matches
    QStringList twice;
    for (const auto& [file, ops] : loweringsIn("cpu"))
        for (const std::string& op : ops)
            if (onCuda.contains(op) && !separate.contains(file))
                twice << QString::fromStdString(op + " in " + file + ".cpp");
    QVERIFY2(twice.isEmpty(), qPrintable(u"lowered twice, and not once in engine/lowering: "_qs + twice.join(u", ")));
}

void TestLowerings::reasonsAreNeeded()
{
    const auto cpu = loweringsIn("cpu");
    for (const auto& [file, reason] : separate)
        QVERIFY2(cpu.contains(file), qPrintable(QString::fromStdString(file + ".cpp is lowered once: remove its reason")));
}

NETSMITH_TEST(TestLowerings)

} // namespace test_lowerings

#include "test_lowerings.moc"
