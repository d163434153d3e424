#include "engine/core/files/safe_file.h"
#include "engine/core/philox.h"
#include "engine/graph/project/project.h"
#include "engine/graph/project/settings.h"
#include "engine/layers/registry.h"
#include "tests/sample_names.h"
#include "tests/test_program.h"

#include <QtTest>

#include <filesystem>

namespace test_mutations {

using namespace netsmith;

namespace {

/// Breaks JSON so that most of it stays a project: another value, or a key or an element removed, duplicated or moved.
class Mutation {
public:
    explicit Mutation(std::uint64_t number)
        : m_draws(number, nameHash("mutation"))
    {
    }

    void apply(Json& root)
    {
        const std::uint32_t changes = 1 + m_draws.below(4);
        for (std::uint32_t i = 0; i < changes; ++i)
            change(*pick(root), root);
    }

private:
    Json* pick(Json& root)
    {
        Json* at = &root;
        while (at->is_structured() && !at->empty() && (at == &root || m_draws.below(5) != 0)) {
            auto child = at->begin();
            std::advance(child, m_draws.below(static_cast<std::uint32_t>(at->size())));
            at = &*child;
        }
        return at;
    }

    void change(Json& value, Json& root)
    {
        switch (m_draws.below(5)) {
        case 0: value = hostile(); break;
        case 1: value = Json(*pick(root)); break; // a copy: a part may replace the whole
        case 2:
            if (value.is_structured() && !value.empty())
                value.erase(std::next(value.begin(), m_draws.below(static_cast<std::uint32_t>(value.size()))));
            break;
        case 3:
            if (value.is_array() && !value.empty())
                value.push_back(Json(value[m_draws.below(static_cast<std::uint32_t>(value.size()))]));
            else if (value.is_number_integer())
                value = value.get<std::int64_t>() ^ (std::int64_t{1} << m_draws.below(63));
            break;
        case 4:
            if (value.is_string())
                value = value.get<std::string>() + value.get<std::string>();
            else
                value = Json::array({value});
            break;
        }
    }

    Json hostile()
    {
        static const std::vector<Json> values{nullptr,
                                              true,
                                              0,
                                              -1,
                                              1,
                                              2147483647,
                                              std::numeric_limits<std::int64_t>::max(),
                                              std::numeric_limits<std::int64_t>::min(),
                                              std::numeric_limits<std::uint64_t>::max(),
                                              0.5,
                                              -1e300,
                                              "",
                                              "conv2d",
                                              "block",
                                              "residual",
                                              "input",
                                              "\u0000",
                                              std::string(300, 'x'),
                                              Json::array(),
                                              Json::object(),
                                              Json::array({0, 0}),
                                              Json::array({"input_1", "output"})};
        return values[m_draws.below(static_cast<std::uint32_t>(values.size()))];
    }

    RandomStream m_draws;
};

std::vector<std::string> sampleTexts()
{
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(NETSMITH_PROJECTS))
        if (entry.path().extension() == ".netsmith")
            texts.push_back(readTextFile(entry.path()).take());
    std::ranges::sort(texts, {}, &std::string::size); // the file system decides the order
    return texts;
}

/// Reads and checks the text; what can be read must give the same bytes when written and read again. True if it was read.
bool survive(const std::string& text)
{
    const Expected<Project> project = projectFromJson(text);
    if (!project) {
        if (project.error().kind() != ErrorKind::input || std::string(project.error().what()).empty())
            throw project.error();
        return false;
    }
    for (const Problem& problem : validate((*project).graph, layers()).problems)
        if (problem.message.text().empty())
            throw Error(ErrorKind::failed, NS_MESSAGE("test.problem", "a problem without words"));
    (void)settingsProblems(*project);
    const std::string written = toJson(*project);
    if (toJson(projectFromJson(written).take()) != written)
        throw Error(ErrorKind::failed, NS_MESSAGE("test.bytes", "the project was written differently the second time"));
    return true;
}

} // namespace

/// Broken projects give error messages, and nothing worse.
class TestMutations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mutatedValues();
    void mutatedBytes();
    void cutOffAnywhere();
};

void TestMutations::mutatedValues()
{
    const std::vector<std::string> samples = sampleTexts();
    QCOMPARE(samples.size(), test::sampleNames(NETSMITH_PROJECTS).size());
    int readable = 0;
    constexpr int count = 1200;
    for (int i = 0; i < count; ++i) {
        Json json = Json::parse(samples[static_cast<std::size_t>(i) % samples.size()]);
        Mutation(static_cast<std::uint64_t>(i)).apply(json);
        readable += survive(json.dump());
    }
    QVERIFY2(readable > count / 10 && readable < count, "the mutations should reach both the reader and the checks after it");
}

void TestMutations::mutatedBytes()
{
    RandomStream draws(1, nameHash("bytes"));
    for (const std::string& sample : sampleTexts())
        for (int i = 0; i < 100; ++i) {
            std::string text = sample;
            for (std::uint32_t change = 0; change <= draws.below(4); ++change)
                text[draws.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(draws.below(256));
            survive(text);
        }
}

void TestMutations::cutOffAnywhere()
{
    const std::string sample = sampleTexts().front();
    for (std::size_t size = 0; size + 2 < sample.size(); ++size)
        QVERIFY(!survive(sample.substr(0, size)));
}

NETSMITH_TEST(TestMutations)

} // namespace test_mutations

#include "test_mutations.moc"
