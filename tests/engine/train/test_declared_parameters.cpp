#include "engine/data/source.h"
#include "engine/graph/project/settings.h"
#include "engine/layers/registry.h"
#include "engine/losses/registry.h"
#include "engine/optimizers/registry.h"
#include "engine/schedules/registry.h"
#include "engine/transforms/registry.h"
#include "tests/test_program.h"

#include <QFile>
#include <QtTest>

namespace test_declared_parameters {

using namespace netsmith;

namespace {

std::string lineOf(const ParameterSpec& spec)
{

    std::string line = "  " + spec.name + ": " + std::string(nameOf(spec.type)) + ", default " + textOf(spec.defaultValue);
    if (spec.hard)
        line += ", in " + spec.hard->text();
    if (spec.usual)
        line += ", usually in " + spec.usual->text();
    if (spec.maximumSizes > 0)
        line += ", " + std::to_string(spec.minimumSizes) + " to " + std::to_string(spec.maximumSizes) + " numbers";
    if (!spec.unit.empty())
        line += ", in " + spec.unit;
    for (const Choice& choice : spec.choices)
        line += (&choice == &spec.choices.front() ? ", one of " : " ") + (choice.id.empty() ? std::string("-") : choice.id);
    return line + "\n";
}

std::string textOf(const std::string& owner, const std::vector<ParameterSpec>& specs)
{
    std::string text = owner + "\n";
    for (const ParameterSpec& spec : specs)
        text += lineOf(spec);
    return text;
}

template <class Registry>
std::string textOfAll(const std::string& room, const Registry& registry)
{
    std::string text;
    for (const auto& spec : registry)
        text += textOf(room + "/" + spec.id, spec.parameters);
    return text;
}

} // namespace

/// Project files depend on names, types, defaults and ranges: a change of any shows in a list that people review.
/// NETSMITH_WRITE_GOLDEN rewrites it.
class TestDeclaredParameters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areThoseOfTheList();
};

void TestDeclaredParameters::areThoseOfTheList()
{
    std::string text = textOf("data", dataSettings().specs()) + textOf("training", trainingSettings().specs())
        + textOf("training.early_stopping", earlyStoppingSettings().specs()) + textOf("training.groups", groupSettings().specs())
        + textOf("training.phases", phaseSettings().specs());
    for (const data::Source* source : data::sources())
        text += textOf("sources/" + source->info().id, source->info().parameters);
    text += textOfAll("transforms", transforms()) + textOfAll("layers", layers()) + textOfAll("losses", losses())
        + textOfAll("metrics", metrics()) + textOfAll("optimizers", optimizers()) + textOfAll("schedules", schedules());
    QFile golden(QStringLiteral(NETSMITH_SOURCE_DIR "/tests/engine/train/declared_parameters.txt"));
    if (qEnvironmentVariableIsSet("NETSMITH_WRITE_GOLDEN")) {
        QVERIFY(golden.open(QIODevice::WriteOnly));
        golden.write(text.c_str());
        QSKIP("the list was rewritten");
    }
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromStdString(text).split(u'\n'), QString::fromUtf8(golden.readAll()).split(u'\n'));
}

NETSMITH_TEST(TestDeclaredParameters)

} // namespace test_declared_parameters

#include "test_declared_parameters.moc"
