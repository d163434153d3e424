#include "tests/engine/runs/made_runs.h"

#include "engine/store/csv_log.h"
#include "engine/store/run_folder.h"

#include <fstream>

namespace netsmith::test {

RunRecord madeRecord(std::int64_t seed)
{
    const auto offset = static_cast<double>(seed) / 1000.0;
    RunRecord record;
    record.state = RunState::done;
    record.title = "made";
    record.projectFile = "made.netsmith";
    record.started = "2026-01-02T03:04:05Z";
    record.updated = "2026-01-02T03:05:05Z";
    record.device = "cpu";
    record.deviceName = "a processor";
    record.precision = "fp32";
    record.epochs = 3;
    record.batch = 5;
    record.seed = seed;
    record.data = Message(NS_MESSAGE("test.data", "tiny images"));
    record.dataSource = "tiny";
    record.dataHash = std::string(64, 'd');
    record.graphHash = std::string(64, 'a');
    record.settingsHash = std::string(64, 'b');
    record.binary = "libnetsmith c3";
    record.trainSamples = 23;
    record.validationSamples = 7;
    record.parameters = 123;
    record.fingerprint = {{"build", "x"}, {"threads", "2"}};
    record.memoryBytes = 1 << 20;
    record.epochsDone = 3;
    record.steps = 15;
    record.seconds = 12.5 + offset;
    record.samplesPerSecond = 1000.0;
    record.values = {{"loss", 0.5 + offset}, {"accuracy", 0.7}, {"val_loss", 0.6}, {"val_accuracy", 0.75 + offset}};
    record.judgedBy = "val_accuracy";
    record.bestEpoch = 2;
    return record;
}

void writeRun(const std::filesystem::path& folder, const RunRecord& record, const Project* project)
{
    std::filesystem::create_directories(folder / "checkpoints");
    std::ofstream(folder / "run.json") << toJson(record);
    std::ofstream metrics(folder / "metrics.csv");
    metrics << "kind,epoch,step,lr,loss,accuracy,val_loss,val_accuracy\n";
    for (std::int64_t epoch = 1; epoch <= record.epochsDone; ++epoch) {
        const double loss = 1.0 / static_cast<double>(epoch);
        for (std::int64_t step = 5 * epoch - 4; step <= 5 * epoch; ++step)
            metrics << "step," << epoch << ',' << step << ",0.02," << loss << ",0.5,,\n";
        metrics << "epoch," << epoch << ',' << 5 * epoch << ",0.02," << loss << ",0.5," << loss + 0.25 << ','
                << csvNumber(0.5 + 0.1 * static_cast<double>(epoch)) << '\n';
    }
    std::ofstream timing(folder / "timing.csv");
    timing << "step,epoch,steps,ms\n";
    for (std::int64_t step = 5; step <= record.steps; step += 5)
        timing << step << ',' << step / 5 << ",5,2000\n";
    if (project)
        std::ofstream(projectPathOf(folder)) << toJson(*project);
}

} // namespace netsmith::test
