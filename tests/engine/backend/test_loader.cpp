#include "engine/backend/loader.h"
#include "engine/backend/proven_devices.h"
#include "engine/core/files/safe_file.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace test_loader {

using namespace netsmith;
using namespace Qt::StringLiterals;

/// Which backend a device's name selects where a module reports a GPU.
class TestLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modulesOfThisBuildLoad_data();
    void modulesOfThisBuildLoad();
    void init();
    void autoTakesAProvenGpu();
    void aProofIsOfOneDriver();
    void aProofIsTakenBack();
    void aDamagedProofIsNone();
    void withoutADriverThereIsNoGpu();

private:
    std::unique_ptr<QTemporaryDir> m_cache;
};

namespace {

DeviceInfo gpu()
{
    return (*loadBackend("cuda").take()).devices().at(0);
}

/// The backend that "auto" selects; the CPU backend is not among the modules here, so the error names it.
std::string automatic()
{
    const Expected<Backend*> backend = backendFor("auto");
    if (backend)
        return std::string((*backend)->name());
    const std::string reason = backend.error().what();
    return reason.find("netsmith_cpu.so") != std::string::npos ? "cpu" : reason;
}

} // namespace

void TestLoader::modulesOfThisBuildLoad_data()
{
    QTest::addColumn<bool>("built");
    QTest::newRow("reference") << true;
    QTest::newRow("cpu") << bool(NETSMITH_CPU);
}

/// In other tests a row is skipped where its backend is missing: only here is a backend that was built and does not load an error.
void TestLoader::modulesOfThisBuildLoad()
{
    QFETCH(bool, built);
    const char* name = QTest::currentDataTag();
    if (!built)
        QSKIP("this build has no such backend");
    const Expected<Backend*> backend = loadBackend(name);
    QVERIFY2(backend, backend ? "" : backend.error().what());
    QCOMPARE((*backend)->name(), std::string_view(name));
}

/// From here on with the modules of a machine with a GPU.
void TestLoader::init()
{
    if (QByteArrayView(QTest::currentTestFunction()) == "modulesOfThisBuildLoad")
        return;
    qputenv("NETSMITH_BACKEND_DIR", FAKE_BACKENDS);
    m_cache = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_cache->path().toUtf8());
    qputenv("FAKE_GPU_DRIVER", "13.0");
}

void TestLoader::autoTakesAProvenGpu()
{
    QCOMPARE(automatic(), std::string("cpu"));
    QVERIFY(backendFor("cuda:0")); // it can still be named
    QVERIFY(noteProof(gpu(), true));
    QCOMPARE(automatic(), std::string("cuda"));
}

void TestLoader::aProofIsOfOneDriver()
{
    QVERIFY(noteProof(gpu(), true));
    qputenv("FAKE_GPU_DRIVER", "14.0");
    QCOMPARE(automatic(), std::string("cpu"));
    QVERIFY(noteProof(gpu(), true));
    QCOMPARE(automatic(), std::string("cuda"));
    qputenv("FAKE_GPU_DRIVER", "13.0");
    QCOMPARE(automatic(), std::string("cuda"));
}

void TestLoader::aProofIsTakenBack()
{
    QVERIFY(noteProof(gpu(), true));
    QVERIFY(noteProof(gpu(), false));
    QCOMPARE(automatic(), std::string("cpu"));
}

void TestLoader::aDamagedProofIsNone()
{
    QVERIFY(noteProof(gpu(), true));
    const QString file = m_cache->filePath(u"netsmith/proven_devices.json"_s);
    const std::string whole = readTextFile(file.toStdString()).take();
    QString another = QString::fromStdString(whole);
    another.replace(u": \"libnetsmith"_s, u": \"another libnetsmith"_s); // as another build would install it
    QVERIFY(another != QString::fromStdString(whole));
    for (const std::string& content : {std::string(), whole.substr(0, whole.size() / 2), std::string("[]"),
                                       std::string(R"({"format": 1, "devices": {"a GPU": 3}})"), another.toStdString()}) {
        QVERIFY(writeFileSafely(file.toStdString(), content));
        QCOMPARE(automatic(), std::string("cpu"));
    }
    QVERIFY(noteProof(gpu(), true));
    QCOMPARE(automatic(), std::string("cuda"));
}

void TestLoader::withoutADriverThereIsNoGpu()
{
    QVERIFY(noteProof(gpu(), true));
    qunsetenv("FAKE_GPU_DRIVER");
    QCOMPARE(automatic(), std::string("cpu"));
    const Expected<Backend*> named = backendFor("cuda:0");
    QVERIFY(!named);
    QVERIFY2(std::string(named.error().what()).find("there is no driver") != std::string::npos, named.error().what());
}

NETSMITH_TEST(TestLoader)

} // namespace test_loader

#include "test_loader.moc"
