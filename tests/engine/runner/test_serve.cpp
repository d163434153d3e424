#include "tests/engine/cli/fixture.h"
#include "tests/engine/input/npy_bytes.h"
#include "tests/engine/runner/trained_runs.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QtTest>

#include <arpa/inet.h>
#include <atomic>
#include <csignal>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace test_serve {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

namespace {

struct Reply {
    int status = 0; ///< 0: the connection ended without one
    QByteArray head;
    QByteArray body;

    QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
};

/// A connection that is kept, on which one request follows the other.
class Connection {
public:
    explicit Connection(int port)
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        m_socket = ::socket(AF_INET, SOCK_STREAM, 0);
        if (::connect(m_socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            qWarning("can't connect");
    }
    ~Connection() { ::close(m_socket); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void send(const QByteArray& bytes) const
    {
        for (qsizetype sent = 0; sent < bytes.size();) {
            const ssize_t some = ::send(m_socket, bytes.data() + sent, static_cast<std::size_t>(bytes.size() - sent), MSG_NOSIGNAL);
            if (some <= 0)
                return;
            sent += some;
        }
    }
    Reply receive()
    {
        Reply reply;
        while (m_read.indexOf("\r\n\r\n") < 0)
            if (!more())
                return {};
        const qsizetype end = m_read.indexOf("\r\n\r\n");
        reply.head = m_read.left(end);
        reply.status = reply.head.mid(9, 3).toInt();
        const qsizetype length = reply.head.toLower().indexOf("content-length: ");
        const qsizetype size = length < 0 ? 0 : reply.head.mid(length + 16).split('\r').front().toLongLong();
        while (m_read.size() < end + 4 + size)
            if (!more())
                return {};
        reply.body = m_read.mid(end + 4, size);
        m_read.remove(0, end + 4 + size);
        return reply;
    }
    Reply ask(const QByteArray& method, const QByteArray& path, const QByteArray& body = {}, const QByteArray& headers = {})
    {
        QByteArray request = method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers;
        if (method == "POST")
            request += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        send(request + "\r\n" + body);
        return receive();
    }

private:
    bool more()
    {
        char part[65536];
        const ssize_t size = ::recv(m_socket, part, sizeof part, 0);
        if (size > 0)
            m_read.append(part, size);
        return size > 0;
    }

    int m_socket = -1;
    QByteArray m_read;
};

constexpr int columns = 7;

std::vector<float> numbersOf(int samples, int seed)
{
    std::vector<float> numbers;
    for (int i = 0; i < samples * columns; ++i)
        numbers.push_back(static_cast<float>((seed * 31 + i * 11) % 64) / 8.0f);
    return numbers;
}

const QByteArray inferPath = "/v2/models/table_classifier/infer";

/// A tensor of `samples` rows of a table, which depend on `seed`.
QJsonObject rowsTensor(int samples, int seed)
{
    QJsonArray numbers;
    for (const float number : numbersOf(samples, seed))
        numbers.append(static_cast<double>(number));
    return {
        {u"name"_s, u"features"_s}, {u"shape"_s, QJsonArray{samples, columns}}, {u"datatype"_s, u"FP32"_s}, {u"data"_s, numbers}};
}
QByteArray rows(int samples, int seed = 0)
{
    return QJsonDocument(QJsonObject{{u"id"_s, QString::number(seed)}, {u"inputs"_s, QJsonArray{rowsTensor(samples, seed)}}})
        .toJson(QJsonDocument::Compact);
}

} // namespace

/// A packed model over HTTP.
class TestServe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void tellsOfItself();
    void infersAsTheProgram();
    void takesBinaryTensors();
    void takesTexts();
    void refusesOtherRequests_data();
    void refusesOtherRequests();
    void refusesTooMuch();
    void losesNothing();
    void answersCurl();
    void endsWhenAllIsAnswered();

private:
    /// Starts a server with these arguments and returns its port; 0 if it does not start.
    int started(QProcess& server, const QStringList& arguments) const;
    void stop(QProcess& server) const;

    std::unique_ptr<TrainedRuns> m_runs;
    QProcess m_server;
    int m_port = 0;
};

int TestServe::started(QProcess& server, const QStringList& arguments) const
{
    server.setWorkingDirectory(m_runs->path({}));
    server.start(QStringLiteral(NETSMITH_RUN), QStringList{u"serve"_s, u"--port"_s, u"0"_s, u"--json"_s} + arguments);
    if (!server.waitForStarted() || !server.waitForReadyRead(-1))
        return 0;
    return QJsonDocument::fromJson(server.readLine()).object()[u"port"].toInt();
}

void TestServe::stop(QProcess& server) const
{
    ::kill(static_cast<pid_t>(server.processId()), SIGTERM);
    QVERIFY(server.waitForFinished(-1));
    QCOMPARE(server.exitStatus(), QProcess::NormalExit);
    QCOMPARE(server.exitCode(), 0);
    QVERIFY(server.readAllStandardOutput().contains("stopped"));
}

void TestServe::initTestCase()
{
    m_runs = std::make_unique<TrainedRuns>();
    for (const QString& name : {u"sentiment"_s, u"table_classifier"_s})
        QVERIFY2(m_runs->train(name), qPrintable(name));
    m_port = started(m_server, {u"table_classifier.nsm"_s, u"--max-body"_s, u"1"_s});
    QVERIFY2(m_port > 0, m_server.readAllStandardError());
}

void TestServe::cleanupTestCase()
{
    if (m_server.state() == QProcess::Running)
        stop(m_server);
}

void TestServe::tellsOfItself()
{
    Connection connection(m_port);
    QCOMPARE(connection.ask("GET", "/v2/health/live").status, 200);
    QCOMPARE(connection.ask("GET", "/v2/health/ready").status, 200);
    QCOMPARE(connection.ask("GET", "/v2").json()[u"name"].toString(), u"netsmith"_s);
    QCOMPARE(connection.ask("GET", "/v2/models/table_classifier/ready").json()[u"ready"].toBool(), true);
    const QJsonObject model = connection.ask("GET", "/v2/models/table_classifier/versions/1").json();
    QCOMPARE(model, connection.ask("GET", "/v2/models/table_classifier").json());
    QCOMPARE(model[u"inputs"][0][u"name"].toString(), u"features"_s);
    QCOMPARE(model[u"inputs"][0][u"datatype"].toString(), u"FP32"_s);
    QCOMPARE(model[u"inputs"][0][u"shape"].toArray(), (QJsonArray{-1, columns}));
    const QByteArray metrics = connection.ask("GET", "/metrics").body;
    QVERIFY2(metrics.contains("# TYPE netsmith_request_seconds histogram"), metrics);
}

void TestServe::infersAsTheProgram()
{
    Connection connection(m_port);
    writeBytes(m_runs->path(u"rows.npy"_s),
               QByteArray::fromStdString(npyFile(npyHeader("<f4", "(3, 7)"), netsmith::test::bytesOf(numbersOf(3, 5)))));
    const CliResult expected = m_runs->run({u"table_classifier.nsm"_s, u"rows.npy"_s, u"--json"_s});
    QVERIFY2(expected.code == 0, expected.words());
    const Reply reply = connection.ask("POST", inferPath, rows(3, 5));
    QVERIFY2(reply.status == 200, reply.body);
    QCOMPARE(reply.json()[u"id"].toString(), u"5"_s);
    QCOMPARE(reply.json()[u"model_name"].toString(), u"table_classifier"_s);
    const QJsonArray numbers = reply.json()[u"outputs"][0][u"data"].toArray();
    qsizetype at = 0;
    for (const QJsonObject& line : expected.lines())
        for (const QJsonValue& value : line[u"values"].toArray())
            QVERIFY(std::abs(value.toDouble() - numbers[at++].toDouble()) < 1e-6);
    QCOMPARE(at, numbers.size());
    QCOMPARE(reply.json()[u"outputs"][0][u"shape"].toArray(), (QJsonArray{3, at / 3}));
}

void TestServe::takesBinaryTensors()
{
    Connection connection(m_port);
    const QJsonArray expected = connection.ask("POST", inferPath, rows(2, 9)).json()[u"outputs"][0][u"data"].toArray();
    QJsonObject tensor = rowsTensor(2, 9);
    QByteArray bytes;
    for (const QJsonValue& number : tensor[u"data"].toArray()) {
        const auto value = static_cast<float>(number.toDouble());
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    tensor.remove(u"data"_s);
    tensor[u"parameters"_s] = QJsonObject{{u"binary_data_size"_s, bytes.size()}};
    const QByteArray json = QJsonDocument(QJsonObject{{u"inputs"_s, QJsonArray{tensor}},
                                                      {u"parameters"_s, QJsonObject{{u"binary_data_output"_s, true}}}})
                                .toJson(QJsonDocument::Compact);
    const QByteArray header = "Inference-Header-Content-Length: " + QByteArray::number(json.size()) + "\r\n";
    const Reply reply = connection.ask("POST", inferPath, json + bytes, header);
    QVERIFY2(reply.status == 200, reply.body);
    const qsizetype place = reply.head.toLower().indexOf("inference-header-content-length: ");
    QVERIFY2(place > 0, reply.head);
    const QByteArray values = reply.body.mid(reply.head.mid(place + 33).split('\r').front().toLongLong());
    QCOMPARE(values.size(), expected.size() * 4);
    for (qsizetype i = 0; i < expected.size(); ++i) {
        float value = 0.0f;
        std::memcpy(&value, values.data() + i * 4, sizeof value);
        QCOMPARE(value, static_cast<float>(expected[i].toDouble()));
    }
    QCOMPARE(connection.ask("POST", inferPath, json + bytes.left(8), header).status, 400);
    QCOMPARE(connection.ask("POST", inferPath, json + bytes + bytes, header).status, 400);
    QCOMPARE(connection.ask("POST", inferPath, json, "Inference-Header-Content-Length: 99999\r\n").status, 400);
    QCOMPARE(connection.ask("POST", inferPath, json, "Inference-Header-Content-Length: -1\r\n").status, 400);
}

void TestServe::takesTexts()
{
    QProcess server;
    const int port = started(server, {u"sentiment.nsm"_s, u"--name"_s, u"mood"_s});
    QVERIFY2(port > 0, server.readAllStandardError());
    {
        Connection connection(port);
        const QJsonObject input = connection.ask("GET", "/v2/models/mood").json()[u"inputs"][0].toObject();
        QCOMPARE(input[u"datatype"].toString(), u"BYTES"_s);
        const QJsonObject tensor{{u"name"_s, input[u"name"]},
                                 {u"shape"_s, QJsonArray{2}},
                                 {u"datatype"_s, u"BYTES"_s},
                                 {u"data"_s, QJsonArray{u"good"_s, u"a bad film"_s}}};
        const Reply reply =
            connection.ask("POST", "/v2/models/mood/infer", QJsonDocument(QJsonObject{{u"inputs"_s, QJsonArray{tensor}}}).toJson());
        QVERIFY2(reply.status == 200, reply.body);
        const QJsonArray numbers = reply.json()[u"outputs"][0][u"data"].toArray();
        qsizetype at = 0;
        for (const QJsonObject& line :
             m_runs->run({u"sentiment.nsm"_s, u"--text"_s, u"good"_s, u"--text"_s, u"a bad film"_s, u"--json"_s}).lines())
            for (const QJsonValue& value : line[u"values"].toArray())
                QVERIFY(std::abs(value.toDouble() - numbers[at++].toDouble()) < 1e-6);
        QCOMPARE(at, numbers.size());
    }
    stop(server);
}

void TestServe::refusesOtherRequests_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* method, const QByteArray& path, const QByteArray& body, int status,
                        const char* says) {
        QTest::newRow(name) << QByteArray(method) << path << body << status << QByteArray(says);
    };
    const auto tensor = [](const char* rest) { return QByteArray("{\"inputs\": [{\"name\": \"features\", ") + rest + "}]}"; };
    row("another model", "GET", "/v2/models/other", {}, 404, "there is no model");
    row("another path", "GET", "/v3", {}, 404, "there is nothing");
    row("another method", "GET", inferPath, {}, 405, "POST");
    row("posted elsewhere", "POST", "/v2", "{}", 404, "nothing to send");
    row("a long path", "GET", "/" + QByteArray(2000, 'a'), {}, 414, "too long");
    row("no JSON", "POST", inferPath, "{", 400, "line 1");
    row("no inputs", "POST", inferPath, "{}", 400, "no tensor for the input");
    row("deep", "POST", inferPath, QByteArray(100, '['), 400, "nested more than 64 deep");
    row("no shape", "POST", inferPath, tensor("\"datatype\": \"FP32\", \"data\": [1,2,3,4]"), 400, "shape");
    row("a wrong shape", "POST", inferPath, tensor("\"datatype\": \"FP32\", \"shape\": [1,3], \"data\": [1,2,3]"), 400, "1×3");
    row("a huge shape", "POST", inferPath, tensor("\"datatype\": \"FP32\", \"shape\": [9223372036854775807, 4], \"data\": []"), 400,
        "not valid");
    row("too few", "POST", inferPath, tensor("\"datatype\": \"FP32\", \"shape\": [1,7], \"data\": [1,2,3]"), 400, "3 elements");
    row("another type", "POST", inferPath, tensor("\"datatype\": \"FP16\", \"shape\": [1,7], \"data\": [1,2,3,4,5,6,7]"), 400,
        "FP16");
    row("a text", "POST", inferPath, tensor("\"datatype\": \"BYTES\", \"shape\": [1], \"data\": [\"a\"]"), 400, "just a text");
    row("no number", "POST", inferPath, tensor("\"datatype\": \"FP32\", \"shape\": [1,7], \"data\": [1,2,3,4,5,6,\"7\"]"), 400,
        "no number of its type");
    row("a fraction", "POST", inferPath, tensor("\"datatype\": \"INT32\", \"shape\": [1,7], \"data\": [1,2,3,4,5,6,7.5]"), 400,
        "no number of its type");
}

void TestServe::refusesOtherRequests()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    QFETCH(QByteArray, says);
    Connection connection(m_port);
    const Reply reply = connection.ask(method, path, body);
    QVERIFY2(reply.status == status, reply.head + reply.body);
    QVERIFY2(reply.json()[u"error"].toString().toUtf8().contains(says), reply.body);
}

void TestServe::refusesTooMuch()
{
    const QByteArray large(3 << 20, ' ');
    QCOMPARE(Connection(m_port).ask("POST", inferPath, large).status, 413);
    {
        Connection chunked(m_port);
        chunked.send("POST " + inferPath + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 48; ++i)
            chunked.send("10000\r\n" + QByteArray(65536, ' ') + "\r\n");
        chunked.send("0\r\n\r\n");
        QCOMPARE(chunked.receive().status, 413);
    }
    QCOMPARE(Connection(m_port).ask("POST", inferPath, rows(1), "Content-Encoding: gzip\r\n").status, 415);
    QCOMPARE(Connection(m_port).ask("POST", inferPath, rows(1)).status, 200);
}

void TestServe::losesNothing()
{
    constexpr int connections = 32, total = 10000, kinds = 16;
    std::vector<QJsonValue> expected;
    {
        Connection connection(m_port);
        for (int kind = 0; kind < kinds; ++kind)
            expected.push_back(connection.ask("POST", inferPath, rows(1 + kind % 3, kind)).json()[u"outputs"][0][u"data"]);
    }
    std::atomic<int> next = 0, right = 0, lost = 0;
    std::vector<std::thread> clients;
    for (int client = 0; client < connections; ++client)
        clients.emplace_back([&] {
            Connection connection(m_port);
            for (int request = next++; request < total; request = next++) {
                const int kind = request % kinds;
                const Reply reply = connection.ask("POST", inferPath, rows(1 + kind % 3, kind));
                const QJsonArray said = reply.json()[u"outputs"][0][u"data"].toArray();
                const QJsonArray known = expected[static_cast<std::size_t>(kind)].toArray();
                bool equal =
                    reply.status == 200 && reply.json()[u"id"].toString() == QString::number(kind) && said.size() == known.size();
                for (qsizetype i = 0; equal && i < said.size(); ++i)
                    equal = std::abs(said[i].toDouble() - known[i].toDouble()) < 1e-6;
                ++(reply.status == 0 ? lost : right);
                if (!equal)
                    --right;
            }
        });
    for (std::thread& client : clients)
        client.join();
    QCOMPARE(lost.load(), 0);
    QCOMPARE(right.load(), total);
    const QByteArray metrics = Connection(m_port).ask("GET", "/metrics").body;
    const auto counted = [&](const QByteArray& name) {
        const qsizetype at = metrics.indexOf('\n' + name + '{');
        return metrics.mid(at + 1).split('\n').front().split(' ').last().toLongLong();
    };
    QVERIFY2(counted("netsmith_requests_total") >= total, metrics);
    // Those that came together were computed together.
    QVERIFY2(counted("netsmith_batches_total") < counted("netsmith_batched_requests_total"), metrics);
    QCOMPARE(counted("netsmith_waiting_requests"), 0);
}

void TestServe::answersCurl()
{
    if (QStandardPaths::findExecutable(u"curl"_s).isEmpty())
        QSKIP("curl is missing");
    writeBytes(m_runs->path(u"request.json"_s), rows(2));
    QProcess curl;
    curl.start(u"curl"_s,
               {u"-sS"_s, u"--noproxy"_s, u"*"_s, u"--fail"_s, u"--data-binary"_s, u"@"_s + m_runs->path(u"request.json"_s),
                u"http://127.0.0.1:%1%2"_s.arg(m_port).arg(QString::fromLatin1(inferPath))});
    QVERIFY(curl.waitForFinished(-1));
    const QJsonObject answer = QJsonDocument::fromJson(curl.readAllStandardOutput()).object();
    QVERIFY2(curl.exitCode() == 0 && answer[u"outputs"][0][u"shape"][0].toInt() == 2, curl.readAllStandardError());
}

void TestServe::endsWhenAllIsAnswered()
{
    QProcess server;
    const int port = started(server, {u"table_classifier.nsm"_s});
    QVERIFY(port > 0);
    // A request whose body is being read is still answered.
    const QByteArray body = rows(500);
    Connection connection(port);
    connection.send("POST " + inferPath + " HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
                    + QByteArray::number(body.size()) + "\r\n\r\n");
    QCOMPARE(connection.receive().status, 100);
    ::kill(static_cast<pid_t>(server.processId()), SIGTERM);
    connection.send(body);
    const Reply reply = connection.receive();
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.json()[u"outputs"][0][u"shape"][0].toInt(), 500);
    QVERIFY(server.waitForFinished(-1));
    QCOMPARE(server.exitCode(), 0);
}

NETSMITH_TEST(TestServe)

} // namespace test_serve

#include "test_serve.moc"
