#include "resources/screenshots/runs_to_show.h"

#include "engine/graph/blocks/blocks.h"
#include "engine/graph/project/project_hash.h"
#include "engine/runs/store/run_label.h"
#include "tests/engine/runs/made_runs.h"

namespace netsmith {

int makeRuns(const Project& project, const std::filesystem::path& folder)
{
    Project wider = project;
    wider.training.batch = 32;
    applySetting(wider, "optimizer.learning_rate=0.0005");
    for (Node& node : wider.graph.nodes)
        if (node.id == "conv2d_3")
            node.parameters["filters"] = std::int64_t{96};
    constexpr int count = 14;
    for (int i = 0; i < count; ++i) {
        const bool wide = i % 5 > 2;
        const Project& trained = wide ? wider : project;
        RunRecord record = test::madeRecord(i);
        record.title = project.title;
        record.started =
            "2026-0" + std::to_string(1 + i / 5) + "-1" + std::to_string(i % 5) + "T0" + std::to_string(i % 10) + ":24:05Z";
        record.state = i == 3 ? RunState::stopped : i == 6 ? RunState::diverged : RunState::done;
        record.error = i == 6 ? "the loss of step 812 is not a number" : "";
        record.precision = wide ? "bf16" : "fp32";
        record.batch = trained.training.batch;
        record.epochs = 5;
        record.epochsDone = i == 3 ? 2 : 5;
        record.bestEpoch = record.epochsDone;
        record.graphHash = graphHash(trained.graph);
        record.settingsHash = settingsHash(trained);
        record.parameters = wide ? 121898 : 93322;
        record.seconds = 64.0 + 3.7 * i + (wide ? 41.0 : 0.0);
        record.samplesPerSecond = 4683.0 - 13.0 * i - (wide ? 1900.0 : 0.0);
        record.memoryBytes = (wide ? 118 : 83) << 20;
        record.values = {{"loss", 0.031}, {"val_loss", 0.029 + 0.0004 * i}, {"val_accuracy", 0.9874 + 0.0003 * (i * 7 % 5)}};
        const std::filesystem::path run = folder / (record.started.substr(0, 10) + '-' + std::to_string(i) + "-mnist_cnn");
        test::writeRun(run, record, &trained);
        runs::RunLabel label;
        if (i == count - 1) {
            label.name = "Night shift, wide, learning rate halved twice";
            label.tags = {"wide", "keep"};
            label.notes = "The best so far: try it with augmentation.";
        } else if (i % 4 == 1)
            label.tags = {"baseline"};
        runs::writeLabel(OpenFolder::open(run).take(), label).take();
    }
    return count;
}

} // namespace netsmith
