#include "engine/fields/field_fit.h"
#include "engine/input/sample_reading.h"
#include "engine/runner/netsmith.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/runner/trained_runs.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

#include <cfenv>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif
#include <thread>

namespace test_c_api {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

struct FreeModel {
    void operator()(netsmith_model* model) const { netsmith_free(model); }
};
struct FreeAnswers {
    void operator()(netsmith_answers* answers) const { netsmith_answers_free(answers); }
};
using Model = std::unique_ptr<netsmith_model, FreeModel>;
using Answers = std::unique_ptr<netsmith_answers, FreeAnswers>;

Model opened(const QString& file, std::int64_t batch = 0)
{
    netsmith_model* model = nullptr;
    if (netsmith_load(file.toLocal8Bit(), batch, &model) != NETSMITH_OK)
        qCritical("%s", netsmith_message());
    return Model(model);
}

/// All numbers of an output.
std::vector<float> valuesOf(const Model& model, const netsmith_answers* answers, std::size_t output = 0)
{
    std::vector<float> values;
    for (std::size_t i = 0; i < netsmith_answers_count(answers); ++i) {
        const float* sample = netsmith_answers_values(answers, output, i);
        values.insert(values.end(), sample, sample + netsmith_output_size(model.get(), output));
    }
    return values;
}

template <class T>
std::vector<float> predicted(const Model& model, netsmith_type type, const std::vector<T>& numbers, std::size_t samples)
{
    const netsmith_array array{type, numbers.data()};
    netsmith_answers* answers = nullptr;
    if (netsmith_predict(model.get(), &array, 1, samples, &answers) != NETSMITH_OK) {
        qCritical("%s", netsmith_message());
        return {};
    }
    return valuesOf(model, Answers(answers).get());
}

/// Tokens of a network that knows this many.
std::vector<std::int32_t> tokens(int count, int classes)
{
    std::vector<std::int32_t> out;
    for (int i = 0; i < count; ++i)
        out.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(i) * 2654435761u % static_cast<unsigned>(classes)));
    return out;
}

struct Ended {
    int code = -1;
    QByteArray out;
    QByteArray err;
};
Ended executed(const QString& program, const QStringList& arguments, const QString& folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(120000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

/// The library that other programs link.
class TestCApi : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answersAsTheEngine_data();
    void answersAsTheEngine();
    void takesNumbersOfAnyType();
    void readsFilesAndTexts();
    void threadsShareAModel();
    void answersOutliveTheirModel();
    void keepsTheCallersEnvironment();
    void refusesWrongCalls();
    void exportsOnlyItsFunctions();
    void isInstalledForOthers();
    void itsContainerHasItsLibraries();

private:
    std::unique_ptr<TrainedRuns> m_runs;
};

void TestCApi::initTestCase()
{
    m_runs = std::make_unique<TrainedRuns>();
    for (const QString& name : {u"mnist_cnn"_s, u"sentiment"_s, u"table_classifier"_s, u"text_lstm"_s})
        QVERIFY2(m_runs->train(name), qPrintable(name));
}

void TestCApi::answersAsTheEngine_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"mnist_cnn", "table_classifier", "text_lstm"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestCApi::answersAsTheEngine()
{
    QFETCH(QString, name);
    constexpr int samples = 70; // more than a batch
    Predictor predictor(m_runs->path(name).toStdString(), NETSMITH_TEST_DEVICE);
    const data::FieldSpec& input = predictor.inputs().front();
    const int numbers = samples * static_cast<int>(input.shape.elements());
    data::NewField field = data::makeField(data::unfitted(input), samples);
    const Model model = opened(m_runs->path(name + u".nsm"_s));
    QVERIFY(model);
    QCOMPARE(netsmith_inputs(model.get()), 1u);
    QCOMPARE(QByteArray(netsmith_input_name(model.get(), 0)), QByteArray::fromStdString(input.name));
    QCOMPARE(netsmith_input_size(model.get(), 0), static_cast<std::size_t>(input.shape.elements()));
    std::vector<float> answered;
    const auto ask = [&]<class T>(netsmith_type type, const std::vector<T>& given) {
        std::memcpy(field.bytes, given.data(), given.size() * sizeof(T));
        answered = predicted(model, type, given, samples);
    };
    if (input.type == DataType::u8) {
        std::vector<std::uint8_t> given;
        for (const std::int32_t token : tokens(numbers, 256))
            given.push_back(static_cast<std::uint8_t>(token));
        ask(NETSMITH_U8, given);
    } else if (input.type == DataType::i32) {
        ask(NETSMITH_I32, tokens(numbers, input.classes));
    } else {
        std::vector<float> given;
        for (const std::int32_t token : tokens(numbers, 80))
            given.push_back(static_cast<float>(token) / 10.0f);
        ask(NETSMITH_F32, given);
    }
    const std::vector<float> expected = predictor.predict(std::span(&field.field, 1)).front();
    QCOMPARE(answered.size(), expected.size());
    QVERIFY(std::memcmp(answered.data(), expected.data(), expected.size() * sizeof(float)) == 0);
}

void TestCApi::takesNumbersOfAnyType()
{
    const Model model = opened(m_runs->path(u"mnist_cnn.nsm"_s));
    const std::vector<std::int32_t> whole = tokens(3 * 784, 256);
    const std::vector<float> expected = predicted(model, NETSMITH_I32, whole, 3);
    QCOMPARE(expected.size(), 30u);
    QCOMPARE(predicted(model, NETSMITH_U8, std::vector<std::uint8_t>(whole.begin(), whole.end()), 3), expected);
    QCOMPARE(predicted(model, NETSMITH_I64, std::vector<std::int64_t>(whole.begin(), whole.end()), 3), expected);
    QCOMPARE(predicted(model, NETSMITH_I64, std::vector<std::int64_t>(), 0), std::vector<float>());
    // Pictures are bytes, as in files.
    const std::vector<float> shares(784, 0.5f);
    const netsmith_array array{NETSMITH_F32, shares.data()};
    netsmith_answers* answers = nullptr;
    QCOMPARE(netsmith_predict(model.get(), &array, 1, 1, &answers), NETSMITH_INPUT);
    QVERIFY2(std::string(netsmith_message()).find("takes u8") != std::string::npos, netsmith_message());

    const Model table = opened(m_runs->path(u"table_classifier.nsm"_s));
    const std::vector<std::int32_t> row = tokens(7, 9);
    const std::vector<float> expectedOfRow = predicted(table, NETSMITH_F32, std::vector<float>(row.begin(), row.end()), 1);
    QCOMPARE(expectedOfRow.size(), 3u);
    QCOMPARE(predicted(table, NETSMITH_F64, std::vector<double>(row.begin(), row.end()), 1), expectedOfRow);
    QCOMPARE(predicted(table, NETSMITH_I32, row, 1), expectedOfRow);
}

void TestCApi::readsFilesAndTexts()
{
    const Model pictures = opened(m_runs->path(u"mnist_cnn.nsm"_s)), texts = opened(m_runs->path(u"sentiment.nsm"_s));
    netsmith_answers* made = nullptr;
    QCOMPARE(netsmith_predict_file(pictures.get(), m_runs->path(u"data/mnist/t10k-images-idx3-ubyte"_s).toLocal8Bit(), &made),
             NETSMITH_OK);
    const Answers answers(made);
    QCOMPARE(netsmith_answers_count(made), 40u);
    const QJsonObject json = QJsonDocument::fromJson(netsmith_answers_json(made, 0, 3)).object();
    QCOMPARE(json[u"shares"].toArray().size(), 10);
    QCOMPARE(static_cast<float>(json[u"values"][4].toDouble()), netsmith_answers_values(made, 0, 3)[4]);
    QCOMPARE(json[u"name"].toString(), QString::number(json[u"class"].toInt()));
    QVERIFY(!netsmith_answers_json(made, 0, 40) && !netsmith_answers_values(made, 1, 0));

    QCOMPARE(netsmith_predict_text(texts.get(), "a fine film", &made), NETSMITH_OK);
    const Answers said(made);
    const QJsonObject sentiment = QJsonDocument::fromJson(netsmith_answers_json(made, 0, 0)).object();
    const QList<QJsonObject> lines = m_runs->run({u"sentiment.nsm"_s, u"--text"_s, u"a fine film"_s, u"--json"_s}).lines();
    QCOMPARE(sentiment[u"values"], lines.last()[u"values"]);
    QCOMPARE(sentiment[u"name"], lines.last()[u"name"]);
    const QJsonObject description = QJsonDocument::fromJson(netsmith_description(texts.get())).object();
    QCOMPARE(description[u"inputs"][0][u"kind"].toString(), u"text"_s);
}

void TestCApi::threadsShareAModel()
{
    const Model model = opened(m_runs->path(u"mnist_cnn.nsm"_s));
    constexpr int threads = 8, rounds = 12;
    const auto samplesOf = [](int thread) {
        std::vector<std::int32_t> given = tokens((thread + 1) * 784, 256);
        std::ranges::rotate(given, given.begin() + thread * 31);
        return std::vector<std::uint8_t>(given.begin(), given.end());
    };
    std::vector<std::vector<float>> expected;
    for (int thread = 0; thread < threads; ++thread)
        expected.push_back(predicted(model, NETSMITH_U8, samplesOf(thread), static_cast<std::size_t>(thread + 1)));
    std::vector<int> equal(threads), said(threads);
    std::vector<std::thread> running;
    for (int thread = 0; thread < threads; ++thread)
        running.emplace_back([&, thread] {
            const auto at = static_cast<std::size_t>(thread);
            for (int round = 0; round < rounds; ++round) {
                equal[at] += predicted(model, NETSMITH_U8, samplesOf(thread), at + 1) == expected[at] ? 1 : 0;
                // Each thread has its own last message.
                netsmith_answers* none = nullptr;
                const std::string name = "none" + std::to_string(thread) + ".png";
                said[at] += netsmith_predict_file(model.get(), name.c_str(), &none) == NETSMITH_INPUT
                        && std::string(netsmith_message()).find(name) != std::string::npos
                    ? 1
                    : 0;
            }
        });
    for (std::thread& each : running)
        each.join();
    QCOMPARE(equal, std::vector<int>(threads, rounds));
    QCOMPARE(said, std::vector<int>(threads, rounds));
}

void TestCApi::answersOutliveTheirModel()
{
    Model model = opened(m_runs->path(u"mnist_cnn.nsm"_s), 1);
    const std::vector<std::uint8_t> given(784, 9);
    const netsmith_array array{NETSMITH_U8, given.data()};
    netsmith_answers* made = nullptr;
    QCOMPARE(netsmith_predict(model.get(), &array, 1, 1, &made), NETSMITH_OK);
    const Answers answers(made);
    const std::vector<float> values = valuesOf(model, made);
    model.reset();
    const QJsonArray json = QJsonDocument::fromJson(netsmith_answers_json(made, 0, 0)).object()[u"values"].toArray();
    for (qsizetype i = 0; i < 10; ++i)
        QCOMPARE(static_cast<float>(json[i].toDouble()), values[static_cast<std::size_t>(i)]);
}

void TestCApi::keepsTheCallersEnvironment()
{
    const Model model = opened(m_runs->path(u"mnist_cnn.nsm"_s));
    const std::vector<std::uint8_t> given(784, 9);
    const std::vector<float> expected = predicted(model, NETSMITH_U8, given, 1);
    int rounding = 0;
    bool keepsDenormals = false;
    std::thread([&] {
        std::fesetenv(FE_DFL_ENV); // not that of this thread, in which the engine computed before
#ifdef __x86_64__
        _mm_setcsr(_mm_getcsr() & ~0x8040u); // the C library's default keeps what is said of denormals
#endif
        std::fesetround(FE_UPWARD);
        predicted(model, NETSMITH_U8, given, 1);
        rounding = std::fegetround();
        volatile float smallest = 1.2e-38f;
        keepsDenormals = smallest / 4.0f > 0.0f; // compared here, for this test's own thread takes denormals as 0
    }).join();
    QCOMPARE(rounding, FE_UPWARD);
    QVERIFY(keepsDenormals);
    QCOMPARE(predicted(model, NETSMITH_U8, given, 1), expected);
}

void TestCApi::refusesWrongCalls()
{
    netsmith_model* none = nullptr;
    QCOMPARE(netsmith_load("/nowhere.nsm", 0, &none), NETSMITH_INPUT);
    QVERIFY(!none && std::string(netsmith_message()).find("/nowhere.nsm") != std::string::npos);
    QCOMPARE(netsmith_load(nullptr, 0, &none), NETSMITH_USAGE);
    QCOMPARE(netsmith_load("/nowhere.nsm", 0, nullptr), NETSMITH_USAGE);
    QCOMPARE(netsmith_load("/nowhere.nsm", -1, &none), NETSMITH_USAGE);
    const Model model = opened(m_runs->path(u"text_lstm.nsm"_s));
    netsmith_answers* answers = nullptr;
    const std::vector<std::int64_t> given(20, -1);
    const netsmith_array array{NETSMITH_I64, given.data()}, empty{NETSMITH_I64, nullptr},
        other{static_cast<netsmith_type>(77), given.data()};
    const std::pair<netsmith_array, const char*> wrong[] = {{array, "-1"}, {empty, "numbers"}, {other, "no type 77"}};
    for (const auto& [given1, says] : wrong) {
        QVERIFY(netsmith_predict(model.get(), &given1, 1, 1, &answers) != NETSMITH_OK);
        QVERIFY2(!answers && std::string(netsmith_message()).find(says) != std::string::npos, netsmith_message());
    }
    QCOMPARE(netsmith_predict(model.get(), &array, 0, 1, &answers), NETSMITH_USAGE);
    QCOMPARE(netsmith_predict(model.get(), &array, 1, std::size_t{1} << 60, &answers), NETSMITH_USAGE);
    QCOMPARE(netsmith_predict(nullptr, &array, 1, 1, &answers), NETSMITH_USAGE);
    QCOMPARE(netsmith_predict_text(model.get(), nullptr, &answers), NETSMITH_USAGE);
    QCOMPARE(netsmith_predict_file(model.get(), "/nowhere.txt", &answers), NETSMITH_INPUT);
    QVERIFY(!netsmith_input_name(model.get(), 1) && netsmith_output_size(model.get(), 1) == 0 && netsmith_inputs(nullptr) == 0);
    netsmith_free(nullptr);
    netsmith_answers_free(nullptr);
}

void TestCApi::exportsOnlyItsFunctions()
{
    if (QStandardPaths::findExecutable(u"nm"_s).isEmpty())
        QSKIP("nm is missing");
    const Ended names = executed(u"nm"_s, {u"-D"_s, u"--defined-only"_s, QStringLiteral(NETSMITH_RUN_LIBRARY)}, m_runs->path({}));
    int functions = 0;
    for (const QByteArray& line : names.out.trimmed().split('\n')) {
        const QByteArray name = line.split(' ').last();
        functions += name.endsWith("@@NETSMITH_1") ? 1 : 0;
        QVERIFY2(name.startsWith("netsmith_") || name == "NETSMITH_1", line);
    }
    QCOMPARE(functions, 18);
}

/// As a person installs it: pkg-config, CMake's package and Python find everything in the new folder.
void TestCApi::isInstalledForOthers()
{
    for (const QString& tool : {u"cmake"_s, u"cc"_s, u"pkg-config"_s, u"python3"_s})
        if (QStandardPaths::findExecutable(tool).isEmpty())
            QSKIP(qPrintable(tool + u" is missing"_s));
#ifdef NETSMITH_SANITIZED
    QSKIP("a program without the sanitizers can't load libraries with them");
#endif
    const QString to = m_runs->path(u"installed"_s);
    const Ended installed =
        executed(u"cmake"_s,
                 {u"--install"_s, QStringLiteral(NETSMITH_BUILD), u"--component"_s, u"runner"_s, u"--strip"_s, u"--prefix"_s, to},
                 m_runs->path({}));
    QVERIFY2(installed.code == 0, installed.err);
    const QString picture = m_runs->path(u"data/mnist/t10k-images-idx3-ubyte"_s), model = m_runs->path(u"mnist_cnn.nsm"_s);
    const Ended expected = executed(to + u"/bin/netsmith-run"_s, {model, picture, u"--json"_s}, to);
    QVERIFY2(expected.code == 0, expected.err);
    const QList<QByteArray> lines = expected.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 40);

    const QDir libraries(to + u"/"_s + QStringLiteral(NETSMITH_LIBDIR));
    const auto compile = QStringLiteral("cc -Wall -Werror '%1/predict.c' -o by_pkg_config "
                                        "$(PKG_CONFIG_PATH='%2/pkgconfig' pkg-config --cflags --libs netsmith) -Wl,-rpath,'%2'")
                             .arg(QStringLiteral(NETSMITH_EXAMPLES), libraries.path());
    const Ended compiled = executed(u"sh"_s, {u"-c"_s, compile}, m_runs->path({}));
    QVERIFY2(compiled.code == 0, compiled.err);
    writeBytes(m_runs->path(u"by_cmake/CMakeLists.txt"_s),
               "cmake_minimum_required(VERSION 3.25)\nproject(example LANGUAGES C)\nfind_package(Netsmith 0.1 REQUIRED)\n"
               "add_executable(by_cmake " NETSMITH_EXAMPLES "/predict.c)\ntarget_link_libraries(by_cmake PRIVATE Netsmith::run)\n");
    const auto build =
        QStringLiteral("cmake -S by_cmake -B by_cmake/build -DCMAKE_PREFIX_PATH='%1' && cmake --build by_cmake/build").arg(to);
    const Ended built = executed(u"sh"_s, {u"-c"_s, build}, m_runs->path({}));
    QVERIFY2(built.code == 0, built.out + built.err);
    for (const QString& program : {u"by_pkg_config"_s, u"by_cmake/build/by_cmake"_s}) {
        const Ended answered = executed(m_runs->path(program), {model, picture}, m_runs->path({}));
        QVERIFY2(answered.code == 0, answered.err);
        const QList<QByteArray> numbers = answered.out.trimmed().split('\n');
        QCOMPARE(numbers.size(), lines.size());
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QList<QByteArray> row = numbers[i].split(' ');
            const QJsonArray values = QJsonDocument::fromJson(lines[i]).object()[u"values"].toArray();
            QCOMPARE(row.size(), 11);
            for (qsizetype c = 0; c < 10; ++c)
                QCOMPARE(row[c + 1].toFloat(), static_cast<float>(values[c].toDouble()));
        }
    }
    const Ended python =
        executed(u"python3"_s,
                 {QStringLiteral(NETSMITH_EXAMPLES "/predict.py"), libraries.filePath(u"libnetsmith-run.so.1"_s), model, picture},
                 m_runs->path({}));
    QVERIFY2(python.code == 0, python.err);
    const QList<QByteArray> objects = python.out.trimmed().split('\n');
    QCOMPARE(objects.size(), lines.size());
    for (qsizetype i = 0; i < lines.size(); ++i)
        QCOMPARE(QJsonDocument::fromJson(objects[i]).object()[u"values"], QJsonDocument::fromJson(lines[i]).object()[u"values"]);

    // Everything that has to be copied to another machine, apart from the libraries of C and C++, which apt itself needs.
    const Ended ldd =
        executed(u"sh"_s,
                 {u"-c"_s,
                  u"ldd '%1/bin/netsmith-run' '%2/netsmith/'*.so | sed -n 's/.* => \\(.*\\) (.*/\\1/p' | sort -u | "
                  "grep -v '/lib\\(c\\|m\\|dl\\|pthread\\|gcc_s\\|stdc++\\)[.]so' | xargs du -Lbc '%1/bin/netsmith-run' "
                  "'%2/netsmith/'*.so | tail -1"_s.arg(to, libraries.path())},
                 to);
    const qint64 bytes = ldd.out.split('\t').front().toLongLong();
    QVERIFY2(bytes > 1000000 && bytes <= 60000000, ldd.out + ldd.err);
}

/// The second stage of the container installs the packages of exactly the libraries that the program loads.
void TestCApi::itsContainerHasItsLibraries()
{
#ifdef NETSMITH_SANITIZED
    QSKIP("the sanitizers load more");
#endif
    QFile system(u"/etc/os-release"_s);
    if (!system.open(QIODevice::ReadOnly) || !system.readAll().contains("=bookworm"))
        QSKIP("its packages are named for Debian 12");
    QFile file(QStringLiteral(NETSMITH_CONTAINERFILE));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QStringList installed;
    auto words = QRegularExpression(u"[a-z][a-z0-9.+-]+"_s)
                     .globalMatch(text.section(u"--no-install-recommends"_s, 1).section(u"&&"_s, 0, 0));
    while (words.hasNext())
        installed << words.next().captured();
    const auto packagesOf = QStringLiteral(
        "for library in $(ldd '%1' '%2' '%3'/*cpu.so | sed -n 's,.* => \\(/[^ ]*\\) (.*,\\1,p' | sort -u); do "
        "dpkg -S $library 2>&- || dpkg -S /usr$library 2>&- || dpkg -S ${library#/usr} 2>&-; done | cut -d: -f1 | sort -u");
    const QString library = QStringLiteral(NETSMITH_RUN_LIBRARY);
    const Ended ldd = executed(
        u"sh"_s, {u"-c"_s, packagesOf.arg(QStringLiteral(NETSMITH_RUN), library, QFileInfo(library).path() + u"/netsmith"_s)},
        m_runs->path({}));
    QStringList needed = QString::fromUtf8(ldd.out).split(u'\n', Qt::SkipEmptyParts);
    needed.removeIf([](const QString& name) { return name == u"libc6"_s || name == u"libgcc-s1"_s; }); // every Debian has them
    needed.sort();
    QCOMPARE(installed.join(u' '), needed.join(u' '));
}

NETSMITH_TEST(TestCApi)

} // namespace test_c_api

#include "test_c_api.moc"
