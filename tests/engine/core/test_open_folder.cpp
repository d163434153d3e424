#include "engine/core/files/open_folder.h"
#include "tests/engine/core/file_root.h"
#include "tests/test_program.h"

#include <fstream>

namespace test_open_folder {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;

/// Operations below a folder by its descriptor follow no link.
class TestOpenFolder : public FileRootTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeRoot(); }
    void cleanup() { dropRoot(); }
    void leadsNowhereInsideAFolder();
    void removesInsideAFolder();
};

void TestOpenFolder::leadsNowhereInsideAFolder()
{
    fs::create_directories(at("elsewhere"));
    fs::create_directories(at("folder/sub"));
    std::ofstream(at("folder/file")) << "x";
    fs::create_symlink(at("elsewhere"), at("folder/link"));
    fs::create_symlink(at("nothing"), at("folder/dangling"));
    fs::create_symlink(at("folder"), at("chosen")); // the folder itself may be reached by one
    const OpenFolder chosen = OpenFolder::open(at("chosen")).take();
    QCOMPARE(chosen.inside("sub").take().path(), at("chosen/sub"));
    for (const char* below : {"link", "link/sub", "dangling", "sub/../link"}) {
        for (const auto& refused : {chosen.inside(below), chosen.make(below)})
            QVERIFY2(!refused && refused.error().kind() == ErrorKind::input, below);
        QVERIFY2(!chosen.find(below), below);
        QVERIFY2(!writeFileSafely(chosen, below, "x"), below);
    }
    for (const char* link : {"link", "dangling"}) {
        QCOMPARE(chosen.inside(link).error().message().id(), std::string("file.link"));
        QCOMPARE(writeFileSafely(chosen, link, "x").error().message().id(), std::string("file.link"));
    }
    QVERIFY(fs::is_empty(at("elsewhere")) && !fs::exists(at("nothing")));
    for (const char* none : {"none", "file", "none/sub", "file/sub"}) {
        QVERIFY2(!chosen.find(none).take(), none);
        QCOMPARE(chosen.inside(none).error().message().id(), std::string("folder.open"));
    }
    QCOMPARE(chosen.make("file/sub").error().message().id(), std::string("folder.make"));
    QVERIFY(writeFileSafely(chosen.make("sub/new").take(), "file", "x"));
    QCOMPARE(textOf("folder/sub/new/file"), std::string("x"));
}

/// Everything in a folder is removed, but of a link only the link itself.
void TestOpenFolder::removesInsideAFolder()
{
    fs::create_directories(at("elsewhere"));
    std::ofstream(at("elsewhere/mine")) << "mine";
    fs::create_directories(at("folder/a/b/c"));
    std::ofstream(at("folder/a/b/file")) << "x";
    fs::create_symlink(at("elsewhere"), at("folder/a/b/link"));
    fs::create_symlink(at("elsewhere"), at("folder/link"));
    const OpenFolder folder = OpenFolder::open(at("folder")).take();
    for (const char* wrong : {".", "..", "../elsewhere", "link/mine", "a/b"})
        QCOMPARE(folder.remove(wrong).error().message().id(), std::string("folder.remove"));
    QVERIFY(folder.holds("a") && folder.holds("link") && !folder.holds("b"));
    QVERIFY(folder.remove("a").take() && folder.remove("link").take());
    QVERIFY(!folder.remove("a").take());
    QVERIFY(folder.names().empty());
    QCOMPARE(textOf("elsewhere/mine"), std::string("mine"));
}

NETSMITH_TEST(TestOpenFolder)

} // namespace test_open_folder

#include "test_open_folder.moc"
