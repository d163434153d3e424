#include "engine/cli/compress_stages.h"
#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

using compress::SparseNetwork;

std::string percentText(double share)
{
    return fmt::format("{:.2f} %", 100.0 * share);
}

double shareOf(std::int64_t zeros, std::int64_t weights)
{
    return static_cast<double>(zeros) / static_cast<double>(weights);
}

void showArrays(Console& console, const SparseNetwork& network)
{
    using enum Table::Align;
    Table table({left, right, right, right}, 2);
    table.add({"weights", "number", "zeros", ""});
    for (const compress::SparseArray& array : network.arrays)
        table.add({visibleText(array.id), grouped(array.weights), grouped(array.zeros),
                   percentText(shareOf(array.zeros, array.weights))});
    console.print(table.text());
}

void showShared(Console& console, const compress::SharedNetwork& network)
{
    using enum Table::Align;
    Table table({left, right, right, right}, 2);
    table.add({"weights", "number", "values", "RMS change"});
    for (const compress::SharedArray& array : network.arrays)
        table.add({visibleText(array.id), grouped(array.weights), grouped(array.values), fmt::format("{:.2e}", array.error)});
    console.print(table.text());
}

/// A row for each stage.
void showWeightStages(Console& console, const std::vector<CompressStage>& stages)
{
    const auto& values = stages.front().evaluation.values;
    std::vector<Table::Align> columns(3 + values.size(), Table::Align::right);
    columns.front() = Table::Align::left;
    Table table(std::move(columns), 2);
    std::vector<std::string> header{"", "zeros", "weights file"};
    for (const auto& [name, value] : values)
        header.push_back(name);
    table.add(std::move(header));
    for (const CompressStage& stage : stages) {
        std::vector<std::string> row{stage.name, percentText(stage.sparsity), bytesText(static_cast<double>(stage.bytes))};
        for (const auto& [name, value] : stage.evaluation.values)
            row.push_back(fmt::format("{:.4f}", value));
        table.add(std::move(row));
    }
    console.print(table.text());
}

/// Where a run before the last one goes; empty: where its parent's other runs are.
std::filesystem::path folderOfStep(const CompressOptions& options, std::int64_t step)
{
    if (options.runDir.empty() || (step == options.steps && options.clusters == 0))
        return options.runDir;
    const std::filesystem::path last = std::filesystem::absolute(options.runDir).lexically_normal();
    const std::filesystem::path named = last.has_filename() ? last : last.parent_path();
    return named.parent_path() / fmt::format("{}-step-{}", named.filename().string(), step);
}

/// What goes on from the run of a step.
std::string commandAfter(const std::filesystem::path& run, const CompressOptions& options, std::int64_t step)
{
    if (step == options.steps && options.clusters == 0)
        return {};
    std::string command = "netsmith-cli compress " + quoted(run.string());
    if (step < options.steps) {
        command += fmt::format(" --sparsity {} --steps {} --retrain {}", options.sparsity, options.steps - step, options.retrain);
        if (!options.criterion.empty())
            command += " --criterion " + options.criterion;
        if (options.scope != CompressOptions().scope)
            command += " --scope " + options.scope;
        if (options.seed != CompressOptions().seed)
            command += fmt::format(" --seed {}", options.seed);
        for (const std::string& setting : options.settings)
            command += " --set " + quoted(setting);
    }
    if (options.clusters > 0)
        command += fmt::format(" --clusters {}", options.clusters);
    for (const std::string& layer : options.layers)
        command += " --layers " + quoted(layer);
    return command;
}

/// The runs of one command, from the original to the result.
class WeightChain {
public:
    WeightChain(Console& console, const CompressOptions& options, const SignalWatch& signals)
        : m_console(console)
        , m_options(options)
        , m_signals(signals)
        , m_parent(compress::openParent(options.run, options.device))
        , m_size(compress::networkSize(compress::checkedRun(m_parent.saved)))
        , m_how(options.runOptions(console, signals.token()))
    {
        m_first = sparsity();
    }

    /// False if it was stopped.
    bool prune(compress::SparsityOptions pruning)
    {
        const double target = pruning.share;
        compress::requireMoreZeros(compress::withItsZeros(m_parent.saved, m_options.layers), target);
        if (m_options.steps > 1)
            (void)compress::sparsified(m_parent.saved, pruning); // what does not work should fail before the first training
        for (std::int64_t step = 1; step <= m_options.steps; ++step) {
            pruning.share = compress::scheduledShare(m_first, target, step, m_options.steps);
            m_console.progress("pruning", 0, 1);
            const SparseNetwork network = compress::sparsified(m_parent.saved, pruning);
            addOriginal();
            m_how.runFolder = folderOfStep(m_options, step);
            const std::filesystem::path run = compress::writeSparseRun(m_parent, network, pruning, m_how);
            tell("pruned", run, compress::pruningJson(network, pruning));
            const bool isLast = step == m_options.steps;
            if (isLast && m_options.clusters == 0)
                nameRun(run, m_options);
            if (isLast)
                showArrays(m_console, network);
            const std::string name = m_options.steps == 1 ? std::string() : fmt::format("step {}, ", step);
            if (isLast)
                add(name + "pruned", run);
            if (m_options.retrain > 0) {
                if (!retrained(m_console, run, m_how, commandAfter(run, m_options, step)))
                    return false;
                add(name + "retrained", run);
            }
        }
        return true;
    }

    void share()
    {
        m_console.progress("clustering", 0, 1);
        const compress::SharedNetwork network = compress::sharing(m_parent.saved, m_options.clusters, m_options.layers);
        addOriginal();
        m_how.runFolder = m_options.runDir;
        m_how.epochs = 0;
        const std::filesystem::path run = compress::writeSharedRun(m_parent, network, m_options.clusters, m_how);
        tell("clustered", run, compress::clusteringJson(network, m_options.clusters));
        nameRun(run, m_options);
        showShared(m_console, network);
        add("clustered", run);
    }

    void finish()
    {
        showWeightStages(m_console, m_stages);
        m_console.line(fmt::format("the weights file has {:.3f} times the bytes of the original; predicting is no faster",
                                   static_cast<double>(m_stages.back().bytes) / static_cast<double>(m_stages.front().bytes)));
        m_console.event("done", {{"run", m_parent.folder.string()}});
        m_console.line("done: " + m_parent.folder.string());
    }

private:
    /// The share of zeros in the run that is reached.
    double sparsity() const
    {
        const SparseNetwork network = compress::withItsZeros(m_parent.saved, m_options.layers);
        return shareOf(network.zeros(), network.count());
    }

    void addOriginal()
    {
        if (m_stages.empty())
            m_stages.push_back(stageOf(m_console, "original", m_options.run, m_size, m_first, m_options, m_signals.token()));
    }

    /// A run that was reached, which the next one begins from.
    void add(const std::string& name, const std::filesystem::path& run)
    {
        m_parent = compress::openParent(run, m_options.device);
        m_stages.push_back(stageOf(m_console, name, run, m_size, sparsity(), m_options, m_signals.token()));
    }

    void tell(std::string_view event, const std::filesystem::path& run, const Json& how)
    {
        Json json{{"run", run.string()}, {"parent", m_parent.folder.string()}, {"parent_step", m_parent.origin.step}};
        json.update(how);
        m_console.event(event, json);
        m_console.note("run: " + run.string());
    }

    Console& m_console;
    const CompressOptions& m_options;
    const SignalWatch& m_signals;
    compress::ParentRun m_parent;
    compress::NetworkSize m_size;
    compress::PrunedRunOptions m_how;
    double m_first = 0.0; ///< the share of zeros in the original
    std::vector<CompressStage> m_stages;
};

} // namespace

int compressWeights(Console& console, const CompressOptions& options, const SignalWatch& signals)
{
    const bool prunes = !options.sparsity.empty();
    compress::SparsityOptions pruning{
        .share = prunes ? compress::sparsityParsed(options.sparsity) : 0.0,
        .criterion = compress::weightCriterionNamed(options.criterion.empty() ? "magnitude" : options.criterion),
        .scope = compress::scopeNamed(options.scope),
        .layers = options.layers,
        .seed = options.seed};
    if (options.steps > 1 && options.retrain == 0)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.steps", "between {0:step|steps} the network is retrained; say for how many epochs with --retrain"),
            options.steps);
    if (!prunes && options.retrain > 0)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.shared_training",
                       "weights that were trained after --clusters would share no values any more; leave out --retrain, or prune "
                       "before with --sparsity"));
    WeightChain chain(console, options, signals);
    if (prunes && !chain.prune(pruning))
        return signals.exitCode();
    if (options.clusters > 0)
        chain.share();
    chain.finish();
    return 0;
}

} // namespace netsmith::cli
