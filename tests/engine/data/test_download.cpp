#include "engine/data/download.h"

#include "engine/core/files/safe_file.h"
#include "engine/data/model_shelf.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/data/local_server.h"
#include "tests/engine/data/tls_server.h"
#include "tests/test_program.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>
#include <stdexcept>

namespace test_download {

namespace fs = std::filesystem;
using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

namespace {

std::string makeContent()
{
    std::string content(300000, '\0');
    for (std::size_t i = 0; i < content.size(); ++i)
        content[i] = static_cast<char>(i * 31 + i / 997);
    return content;
}

const std::string content = makeContent();
const std::string other(content.size(), 'x');

/// The rest of `body` after what the client has, as a server that supports ranges sends it.
Reply ranged(const std::string& body, const Request& request)
{
    if (request.from == 0)
        return {.body = body};
    const std::string range =
        std::to_string(request.from) + "-" + std::to_string(body.size() - 1) + "/" + std::to_string(body.size());
    return {
        .status = "206 Partial Content", .headers = "Content-Range: bytes " + range + "\r\n", .body = body.substr(request.from)};
}

/// A server with a path for each behaviour of a mirror, right or wrong.
Reply behave(const Request& request)
{
    const auto is = [&](std::string_view path) { return request.path.starts_with(path); };
    if (is("/good"))
        return ranged(content, request);
    if (is("/no-ranges"))
        return {.body = content};
    if (is("/other"))
        return ranged(other, request);
    if (is("/short"))
        return {.body = content.substr(0, 1000)};
    if (is("/cut"))
        return {.body = content, .cut = 100000};
    if (is("/other-cut"))
        return {.body = other, .cut = 100000};
    if (is("/all-but-cut"))
        return {.body = content + "lost", .cut = 4};
    if (is("/other-all-but-cut"))
        return {.body = other + "lost", .cut = 4};
    if (is("/undeclared"))
        return {.body = content.substr(0, 200000), .declareLength = false};
    if (is("/long"))
        return {.body = content + "more"};
    if (is("/endless"))
        return {.body = content + content + content, .declareLength = false};
    if (is("/empty"))
        return {};
    if (is("/held"))
        return {.body = content, .cut = 100000, .hold = true};
    if (is("/moved"))
        return {.status = "302 Found", .headers = "Location: /good\r\n"};
    if (is("/to-disk"))
        return {.status = "302 Found", .headers = "Location: file:///etc/hostname\r\n"};
    if (is("/round"))
        return {.status = "302 Found", .headers = "Location: /round\r\n"};
    if (is("/broken"))
        return {.status = "500 Internal Server Error", .body = content};
    return {.status = "404 Not Found", .body = "<html>not here</html>"};
}

/// Four small files on a local server in place of a published data set.
class LocalSource final : public Source {
public:
    explicit LocalSource(std::vector<RemoteFile> files)
    {
        m_info.id = "local";
        m_info.title = "local files";
        m_info.files = std::move(files);
    }
    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override { return {}; }
    Expected<DataSet> load(const DataPaths&, const Watch&) const override { return DataSet{}; }

private:
    SourceInfo m_info;
    std::vector<FieldSpec> m_fields;
};

} // namespace

class TestDownload : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("no_proxy", "127.0.0.1"); }
    void init();
    void cleanup();

    void bringsTheFile_data();
    void bringsTheFile();
    void goesOnWhereAMirrorBrokeOff();
    void refusesWrongFiles_data();
    void refusesWrongFiles();
    void failureKeepsTheOldFile();
    void passesThroughAFile();
    void fullDiskEndsIt();
    void keepsWhatIsThere();
    void replacesWhatIsDamaged();
    void stopsOnRequest();
    void passesOnWhatTheReportThrows();
    void speaksHttpsAlone();
    void trustsNoUnknownCertificate();
    void followsToHttpsAlone();
    void nobodyListens();
    void folderCanNotBeMade();
    void fetchesAllFilesOfASource();
    void fetchStopsAtTheFirstFailure();
    void builtInSourcesNeedNoFetch();
    void modelsComeToTheShelf();
    void shelfModelsSayWhatTheyAre();

private:
    RemoteFile fileOn(const QStringList& paths) const;
    std::string stored() const { return readTextFile(m_folder / "file.gz").take(); }
    std::ptrdiff_t entries() const { return fs::exists(m_folder) ? std::distance(fs::directory_iterator(m_folder), {}) : 0; }

    const DownloadOptions m_http{.protocols = "http", .patienceSeconds = 30};
    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_folder;
    std::unique_ptr<LocalServer> m_server;
};

void TestDownload::init()
{
    m_temporary = std::make_unique<QTemporaryDir>();
    QVERIFY(m_temporary->isValid());
    m_folder = fs::path(m_temporary->path().toStdString()) / "deep" / "down";
    m_server = std::make_unique<LocalServer>(behave);
}

void TestDownload::cleanup()
{
    m_server.reset();
    m_temporary.reset();
}

RemoteFile TestDownload::fileOn(const QStringList& paths) const
{
    RemoteFile file{"file.gz", std::ssize(content), sha256(std::as_bytes(std::span(content))), {}};
    for (const QString& path : paths)
        file.urls.push_back(m_server->url(path.toStdString()));
    return file;
}

void TestDownload::bringsTheFile_data()
{
    QTest::addColumn<QStringList>("mirrors");
    QTest::newRow("at once") << QStringList{"/good"};
    QTest::newRow("redirected") << QStringList{"/moved"};
    QTest::newRow("404, then found") << QStringList{"/missing", "/good"};
    QTest::newRow("500, then found") << QStringList{"/broken", "/good"};
    QTest::newRow("other content, then right") << QStringList{"/other", "/good"};
    QTest::newRow("short, then right") << QStringList{"/short", "/good"};
    QTest::newRow("cut, then resumed") << QStringList{"/cut", "/good"};
    QTest::newRow("cut, then without ranges") << QStringList{"/cut", "/no-ranges"};
    QTest::newRow("cut, 404, then resumed") << QStringList{"/cut", "/missing", "/good"};
    QTest::newRow("other content cut, then right") << QStringList{"/other-cut", "/good"};
    QTest::newRow("whole, then cut") << QStringList{"/all-but-cut"};
    QTest::newRow("other content whole, then cut, then right") << QStringList{"/other-all-but-cut", "/good"};
    QTest::newRow("undeclared length, then right") << QStringList{"/undeclared", "/good"};
    QTest::newRow("too long, then right") << QStringList{"/long", "/good"};
    QTest::newRow("endless, then right") << QStringList{"/endless", "/good"};
    QTest::newRow("in circles, then right") << QStringList{"/round", "/good"};
}

void TestDownload::bringsTheFile()
{
    QFETCH(QStringList, mirrors);
    std::int64_t last = -1;
    const Watch watch{[&](const Progress& progress) {
                          QCOMPARE(progress.what, std::string("file.gz"));
                          QCOMPARE(progress.total, std::ssize(content));
                          QVERIFY(progress.done >= 0 && progress.done <= progress.total);
                          last = progress.done;
                      },
                      {}};
    const auto done = download(fileOn(mirrors), m_folder, watch, m_http);
    QVERIFY2(done.hasValue(), done ? "" : done.error().what());
    QVERIFY(stored() == content);
    QCOMPARE(entries(), 1);
    QCOMPARE(last, std::ssize(content));
}

void TestDownload::goesOnWhereAMirrorBrokeOff()
{
    QVERIFY(download(fileOn({"/cut", "/good"}), m_folder, {}, m_http));
    const auto requests = m_server->requests();
    QCOMPARE(requests.size(), std::size_t{2});
    QCOMPARE(requests[1].from, content.size() - 100000);
}

void TestDownload::refusesWrongFiles_data()
{
    QTest::addColumn<QStringList>("mirrors");
    QTest::addColumn<QString>("reason");
    QTest::newRow("404") << QStringList{"/missing"} << "404";
    QTest::newRow("500") << QStringList{"/broken"} << "500";
    QTest::newRow("other content") << QStringList{"/other"} << "SHA-256 differs";
    QTest::newRow("other content twice") << QStringList{"/other", "/other"} << "SHA-256 differs";
    QTest::newRow("short") << QStringList{"/short"} << "1000 bytes, expected 300000";
    QTest::newRow("empty") << QStringList{"/empty"} << "0 bytes, expected 300000";
    QTest::newRow("cut") << QStringList{"/cut"} << "was lost after 200000 bytes of 300000";
    QTest::newRow("undeclared") << QStringList{"/undeclared"} << "200000 bytes, expected 300000";
    QTest::newRow("long") << QStringList{"/long"} << "more than 300000 bytes";
    QTest::newRow("endless") << QStringList{"/endless"} << "more than 300000 bytes";
    QTest::newRow("in circles") << QStringList{"/round"} << "redirect";
    QTest::newRow("redirected to a file") << QStringList{"/to-disk"} << "rotocol";
}

void TestDownload::refusesWrongFiles()
{
    QFETCH(QStringList, mirrors);
    QFETCH(QString, reason);
    const auto done = download(fileOn(mirrors), m_folder, {}, m_http);
    QVERIFY(!done);
    QCOMPARE(done.error().message().id(), std::string("data.download"));
    const QString sentence = done.error().what();
    QVERIFY2(sentence.contains(reason), done.error().what());
    for (const QString& mirror : mirrors)
        QVERIFY2(sentence.contains(QString::fromStdString(m_server->url(mirror.toStdString()))), done.error().what());
    QCOMPARE(entries(), 0);
}

void TestDownload::failureKeepsTheOldFile()
{
    fs::create_directories(m_folder);
    QVERIFY(writeFileSafely(m_folder / "file.gz", "an older one"));
    QVERIFY(!download(fileOn({"/other", "/cut"}), m_folder, {}, m_http));
    QCOMPARE(stored(), std::string("an older one"));
    QCOMPARE(entries(), 1);
}

void TestDownload::passesThroughAFile()
{
    // What has been received so far is beside the file, not in memory.
    std::uintmax_t most = 0;
    const Watch watch{[&](const Progress& progress) {
                          for (const auto& entry : fs::directory_iterator(m_folder))
                              if (progress.done > 0 && entry.path().filename() != "file.gz")
                                  most = std::max(most, entry.file_size());
                      },
                      {}};
    QVERIFY(download(fileOn({"/good"}), m_folder, watch, m_http));
    QCOMPARE(most, std::uintmax_t{content.size()});
    QCOMPARE(entries(), 1);
}

void TestDownload::fullDiskEndsIt()
{
    fs::create_directories(m_folder);
    QVERIFY(writeFileSafely(m_folder / "file.gz", "an older one"));
    const auto done = [&] {
        const FileSizeLimit limit(100000);
        return download(fileOn({"/good", "/good"}), m_folder, {}, m_http);
    }();
    QVERIFY(!done);
    QCOMPARE(done.error().message().id(), std::string("file.write"));
    QCOMPARE(done.error().kind(), ErrorKind::resources);
    QCOMPARE(m_server->requests().size(), std::size_t{1}); // another mirror would not help
    QCOMPARE(stored(), std::string("an older one"));
    QCOMPARE(entries(), 1);
}

void TestDownload::keepsWhatIsThere()
{
    fs::create_directories(m_folder);
    QVERIFY(writeFileSafely(m_folder / "file.gz", content));
    QVERIFY(download(fileOn({"/missing"}), m_folder, {}, m_http));
    QVERIFY(m_server->requests().empty());
}

void TestDownload::replacesWhatIsDamaged()
{
    fs::create_directories(m_folder);
    QVERIFY(writeFileSafely(m_folder / "file.gz", other));
    QVERIFY(download(fileOn({"/good"}), m_folder, {}, m_http));
    QVERIFY(stored() == content);
}

void TestDownload::stopsOnRequest()
{
    std::stop_source stop;
    int toldAfterwards = 0;
    const Watch watch{[&](const Progress& progress) {
                          toldAfterwards += stop.stop_requested() ? 1 : 0;
                          if (progress.done > 0)
                              stop.request_stop();
                      },
                      stop.get_token()};
    const auto done = download(fileOn({"/held", "/good"}), m_folder, watch, m_http);
    QVERIFY(!done);
    QCOMPARE(done.error().message().id(), std::string("data.cancelled"));
    QCOMPARE(toldAfterwards, 0);
    QCOMPARE(m_server->requests().size(), std::size_t{1});
    QCOMPARE(entries(), 0);
}

void TestDownload::passesOnWhatTheReportThrows()
{
    const Watch watch{[](const Progress&) { throw std::runtime_error("the window is gone"); }, {}};
    QVERIFY_EXCEPTION_THROWN(std::ignore = download(fileOn({"/good"}), m_folder, watch, m_http), std::runtime_error);
    QCOMPARE(entries(), 0);
}

void TestDownload::speaksHttpsAlone()
{
    const auto done = download(fileOn({"/good"}), m_folder, {});
    QVERIFY(!done);
    QVERIFY2(QString(done.error().what()).contains("rotocol"), done.error().what());
    QVERIFY(m_server->requests().empty());
}

void TestDownload::trustsNoUnknownCertificate()
{
    const std::string reply =
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
    const fs::path certificate = fs::path(m_temporary->path().toStdString()) / "certificate.pem";
    const auto failure = [&](const TlsServer& server, const std::string& authorities) {
        RemoteFile file = fileOn({});
        file.urls = {server.url()};
        const auto done = download(file, m_folder, {}, {.authorities = authorities});
        return done ? QString() : QString(done.error().what());
    };
    {
        const TlsServer server(reply, "IP:127.0.0.1", certificate);
        const QString unknown = failure(server, {});
        QVERIFY2(unknown.contains("its certificate can't be trusted"), qPrintable(unknown));
        QCOMPARE(server.connections(), 1);
        QCOMPARE(server.requests(), 0);
        QCOMPARE(entries(), 0);
        // Only trust in the certificate was missing.
        QCOMPARE(failure(server, certificate), QString());
        QVERIFY(stored() == content);
    }
    fs::remove(m_folder / "file.gz");
    const TlsServer another(reply, "DNS:elsewhere.example", certificate);
    const QString other = failure(another, certificate);
    QVERIFY2(other.contains("its certificate can't be trusted"), qPrintable(other));
    QCOMPARE(another.requests(), 0);
    QCOMPARE(entries(), 0);
}

/// Even a trusted mirror may redirect anywhere, even to the expected content.
void TestDownload::followsToHttpsAlone()
{
    const fs::path root(m_temporary->path().toStdString());
    QVERIFY(writeFileSafely(root / "here", content));
    const LocalServer listening([](const Request&) { return Reply{}; });
    const std::string host = listening.url("").substr(std::string("http").size()); // "://127.0.0.1:port"
    for (const std::string& target :
         {"file://" + (root / "here").string(), "ftp" + host + "/file", "ftps" + host + "/file", "http" + host + "/file",
          "gopher" + host + "/file", "dict" + host + "/file", "scp" + host + "/file", "tftp" + host + "/file"}) {
        const TlsServer server("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: " + target + "\r\n\r\n",
                               "IP:127.0.0.1", root / "certificate.pem");
        RemoteFile file = fileOn({});
        file.urls = {server.url()};
        const auto done = download(file, m_folder, {}, {.authorities = root / "certificate.pem"});
        QVERIFY2(!done, target.c_str());
        QVERIFY2(QString(done.error().what()).contains("rotocol"), done.error().what());
        QCOMPARE(server.requests(), 1);
        QCOMPARE(entries(), 0);
    }
    QVERIFY(listening.requests().empty());
}

void TestDownload::nobodyListens()
{
    const RemoteFile file = fileOn({"/good"});
    m_server.reset();
    const auto done = download(file, m_folder, {}, m_http);
    QVERIFY(!done);
    QCOMPARE(done.error().message().id(), std::string("data.download"));
    QCOMPARE(done.error().kind(), ErrorKind::failed);
}

void TestDownload::folderCanNotBeMade()
{
    fs::create_directories(m_folder.parent_path());
    QVERIFY(writeFileSafely(m_folder, "a file where the folder should be"));
    const auto done = download(fileOn({"/good"}), m_folder, {}, m_http);
    QVERIFY(!done);
    QCOMPARE(done.error().message().id(), std::string("data.make_folder"));
    QVERIFY(m_server->requests().empty());
}

void TestDownload::fetchesAllFilesOfASource()
{
    RemoteFile first = fileOn({"/good"}), second = fileOn({"/missing", "/good"});
    second.name = "second.gz";
    const LocalSource source({first, second});
    const auto folder = fetch(source, {m_folder, {}, {}}, {}, m_http);
    QVERIFY(folder);
    QCOMPARE(*folder, m_folder / "local");
    for (const char* name : {"file.gz", "second.gz"})
        QVERIFY(readTextFile(m_folder / "local" / name).take() == content);
    QVERIFY(fetch(source, {{}, {}, m_folder}, {}, m_http)); // the cache, which has it already
    QCOMPARE(m_server->requests().size(), std::size_t{3});
}

void TestDownload::fetchStopsAtTheFirstFailure()
{
    const auto folder = fetch(LocalSource({fileOn({"/missing"}), fileOn({"/good"})}), {m_folder, {}, {}}, {}, m_http);
    QVERIFY(!folder);
    QCOMPARE(folder.error().message().id(), std::string("data.download"));
    QCOMPARE(m_server->requests().size(), std::size_t{1});
}

void TestDownload::builtInSourcesNeedNoFetch()
{
    const auto folder = fetch(source("synthetic_digits"), {m_folder, {}, {}}, {});
    QVERIFY(!folder);
    QCOMPARE(folder.error().message().id(), std::string("data.nothing_to_fetch"));
}

void TestDownload::modelsComeToTheShelf()
{
    RemoteFile network = fileOn({"/missing", "/good"}), weights = fileOn({"/good"});
    network.name = "net.cfg";
    weights.name = "net.weights";
    ShelfModel model = shelfModels().front();
    model.id = "net";
    model.files = {network, weights};
    const DataPaths paths{m_folder, {}, {}};
    QVERIFY(shelfFolder(model, paths).empty());
    const Expected<fs::path> folder = fetchModel(model, paths, {}, m_http);
    QVERIFY2(folder.hasValue(), folder ? "" : folder.error().what());
    QCOMPARE(*folder, m_folder / "models" / "net");
    QCOMPARE(shelfFolder(model, paths), *folder);
    QCOMPARE(readTextFile(*folder / "net.weights").take(), content);
    fs::remove(*folder / "net.cfg"); // the first of its files
    QVERIFY(shelfFolder(model, paths).empty());
    weights.sha256[0] = weights.sha256[0] == '0' ? '1' : '0';
    model.id = "wrong";
    model.files[1].sha256 = weights.sha256;
    QVERIFY(!fetchModel(model, paths, {}, m_http));
}

/// Each is pinned to a state of its publisher's that can't change.
void TestDownload::shelfModelsSayWhatTheyAre()
{
    std::string before;
    for (const ShelfModel& model : shelfModels()) {
        QVERIFY2(before < model.id, model.id.c_str());
        before = model.id;
        QVERIFY(!model.title.empty() && !model.doc.empty() && !model.licence.empty() && !model.input.empty());
        QVERIFY(model.home.starts_with("https://") && !model.files.empty());
        for (const RemoteFile& file : model.files) {
            QVERIFY(file.size > 0 && file.sha256.size() == 64 && !file.urls.empty());
            for (const std::string& url : file.urls)
                QVERIFY2(QRegularExpression(u"^https://.*/[0-9a-f]{40}/.*"_s).match(QString::fromStdString(url)).hasMatch(),
                         url.c_str());
        }
        QCOMPARE(findShelfModel(model.id), &model);
    }
    QVERIFY(!findShelfModel("none"));
}

NETSMITH_TEST(TestDownload)

} // namespace test_download

#include "test_download.moc"
