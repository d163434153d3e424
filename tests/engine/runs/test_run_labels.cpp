#include "tests/engine/runs/run_root.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace test_run_labels {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

/// The name, tag and note that a person gives a run.
class TestRunLabels : public RunRootTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeRoot(); }
    void labelsAreKept();
    void labelsRefuse();
    void severalProgramsLabelAtOnce();
};

void TestRunLabels::labelsAreKept()
{
    writeRun(at("a"), madeRecord());
    changeLabel(at("a"), [](RunLabel& label) {
        label.name = "夜间运行";
        label.add("night");
        label.add("night");
        label.add("two words");
    });
    QCOMPARE(readLabel(at("a")).take().tags, (Names{"night", "two words"}));
    changeLabel(at("a"), [](RunLabel& label) { label.remove("night"); });
    const RunLabel label = readLabel(at("a")).take();
    QCOMPARE(label.name, std::string("夜间运行"));
    QCOMPARE(label.tags, Names{"two words"});
    QVERIFY(labelFromJson(toJson(label), "x").take() == label);
    QCOMPARE(errorOf([&] { changeLabel(at("nowhere"), [](RunLabel&) {}); }).message().id(), std::string("run.none"));
}

void TestRunLabels::labelsRefuse()
{
    writeRun(at("a"), madeRecord());
    for (const char* tag : {"", " a", "a ", "a,b", "a\nb"})
        QCOMPARE(errorOf([&] { RunLabel().add(tag); }).message().id(), std::string("runs.tag"));
    QVERIFY(!writeLabel(opened("a"), {.name = "two\nlines", .tags = {}, .notes = {}, .colour = {}}));
    for (const char* text : {"", "[]", "{}", R"({"schema": 9})", R"({"schema": 1, "tags": [1]})", R"({"schema": 1, "colour": -1})",
                             R"({"schema": 1, "name": 5})"}) {
        const auto label = labelFromJson(text, "some label.json");
        QVERIFY2(!label && mentions(label.error(), "some label.json"), text);
    }
}

void TestRunLabels::severalProgramsLabelAtOnce()
{
    constexpr int programs = 8, each = 25;
    writeRun(at("a"), madeRecord());
    std::vector<pid_t> children;
    for (int i = 0; i < programs; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            try {
                for (int j = 0; j < each; ++j)
                    changeLabel(at("a"), [&](RunLabel& label) { label.add(std::to_string(i) + '-' + std::to_string(j)); });
            } catch (const Error&) {
                ::_exit(1);
            }
            ::_exit(0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    QCOMPARE(readLabel(at("a")).take().tags.size(), std::size_t{programs * each});
    QVERIFY(!fs::exists(at("a") / ".label.lock"));
    std::ofstream(at("a") / ".label.lock"); // left by a killed program
    changeLabel(at("a"), [](RunLabel& label) { label.add("last"); });
    QVERIFY(readLabel(at("a")).take().has("last"));
}

NETSMITH_TEST(TestRunLabels)

} // namespace test_run_labels

#include "test_run_labels.moc"
