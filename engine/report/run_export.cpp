#include "engine/report/run_export.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/core/ascii_case.h"
#include "engine/core/files/safe_file_writer.h"
#include "engine/data/source.h"
#include "engine/graph/project/project_file.h"
#include "engine/input/network_description.h"
#include "engine/interop/onnx/export/onnx_writer.h"
#include "engine/interop/scripts/script_weights.h"
#include "engine/interop/weights/project_weights.h"
#include "engine/predict/field_types.h"
#include "engine/predict/packed_model.h"
#include "engine/predict/prediction.h"
#include "engine/predict/saved_run.h"
#include "engine/predict/weight_source.h"
#include "engine/report/network/network_drawing.h"
#include "engine/store/run_folder.h"
#include "engine/train/project_checks.h"
#include "engine/train/trainer/resumption.h"
#include "engine/train/training_data.h"

namespace netsmith::report {
namespace {

/// A file to come, whose place was checked.
class ExportFile {
public:
    explicit ExportFile(const std::filesystem::path& path)
        : m_writer(SafeFileWriter::open(path).take())
    {
    }

    void write(std::span<const std::byte> content)
    {
        m_writer.append(content).take();
        m_writer.commit().take();
    }
    void write(std::string_view content) { write(std::as_bytes(std::span(content))); }

private:
    SafeFileWriter m_writer;
};

std::filesystem::path besides(std::filesystem::path file, const char* suffix)
{
    return file.replace_extension(suffix);
}

ExportResult exportDrawing(const std::filesystem::path& from, const std::filesystem::path& path)
{
    ExportFile file(path);
    const bool isProject = isProjectFile(from);
    if (!isProject)
        readRunRecord(from).take(); // which says if it is no run
    const NetworkDrawing drawing = drawingOf(loadProject(isProject ? from : projectPathOf(from)).take());
    file.write(svgOf(drawing, Painting::ownColors));
    return {.files = {path}, .nodes = drawing.nodes.size()};
}

ExportResult exportPage(const std::filesystem::path& run, const std::filesystem::path& path, const ExportOptions& options)
{
    ExportFile file(path);
    PageOptions page = options.page;
    page.evaluation.dataDir = options.dataDir;
    page.costs = runs::readCosts().take();
    file.write(runPage(run, page));
    return {.files = {path}};
}

ExportResult exportModel(const std::filesystem::path& run, const std::filesystem::path& path, const ExportOptions& options)
{
    ExportFile file(path);
    const interop::OnnxModel model = interop::onnxModelOf(run, options.onnx);
    file.write(interop::writeOnnx(model, path.string()));
    return {.files = {path}, .nodes = model.graph.nodes.size()};
}

ExportResult exportPacked(const std::filesystem::path& run, const std::filesystem::path& path)
{
    const SavedRun saved = openSavedRun(run, {});
    // The file is for processors: one that can't predict there is refused now, and not where it is used.
    SavedRun tried = saved;
    tried.project.training.device = hostBackend().take()->name();
    const Predictor predictor(std::move(tried), 1);
    writePackedModel(path, saved, data::describe(predictor));
    return {
        .files = {path}, .step = predictor.step(), .parameters = saved.record.parameters, .checkpoint = saved.checkpoint.folder};
}

/// A project, what it is trained on, and the weights of a run or those that a training would start from.
struct ScriptNetwork {
    Project project;
    CheckedProject checked;
    SafetensorsFile arrays;
};

ScriptNetwork scriptNetwork(const std::filesystem::path& from, const data::DataPaths& paths)
{
    ScriptNetwork result;
    if (!isProjectFile(from)) {
        SavedRun saved = openSavedRun(from, {});
        result.project = saved.project;
        result.checked = CheckedProject(saved.project, catalog(), fieldTypes(saved.record.fields));
        result.arrays = std::move(saved.checkpoint.weights);
        return result;
    }
    result.project = loadProject(from).take();
    result.checked = train::checkProject(result.project, fieldTypes(data::sourceFor(result.project.data, paths)->fields()));
    result.checked.requireOk();
    result.arrays = interop::drawnArrays(result.checked);
    if (const auto weights = initialWeightsOf(result.project)) {
        const train::WeightMatching chosen = train::matchInitialWeights(located(*weights, paths), result.checked);
        result.arrays = interop::filledArrays(chosen.file, chosen.matching, result.arrays);
    }
    return result;
}

/// A script, its weights beside it and, on request, its samples.
ExportResult exportScript(const std::filesystem::path& from, const std::filesystem::path& path, const ExportOptions& options)
{
    const std::filesystem::path weightsPath = besides(path, ".safetensors");
    const std::filesystem::path samplesPath = besides(path, ".data.safetensors");
    ExportFile file(path);
    ExportFile weights(weightsPath);
    std::optional<ExportFile> samples;
    if (options.samples)
        samples.emplace(samplesPath);
    const data::DataPaths paths = data::dataPaths(options.dataDir.string());
    const ScriptNetwork network = scriptNetwork(from, paths);
    interop::ScriptOptions script{.framework = options.framework, .name = path.stem().string(), .training = options.training};
    if (script.training)
        if (const auto files = data::sourceFor(network.project.data, paths)->files(paths); !files.empty())
            script.dataFolder = std::filesystem::absolute(files[0]).parent_path().string();
    const interop::Script written = interop::scriptFor(network.checked, network.arrays, script);
    ExportResult result{.files = {path, weightsPath}};
    if (samples) {
        const train::TrainingData data =
            train::divideData(network.project, train::loadData(network.project, options.dataDir.string()));
        std::vector<interop::ScriptSamples> parts{{"train", &data.trainSplit(), data.train}};
        if (!data.validation.empty())
            parts.push_back({"validation", &data.validationSplit(), data.validation});
        samples->write(interop::dataArrays(network.checked, script.framework, parts));
        result.files.push_back(samplesPath);
    } else if (written.readsData) {
        result.missingSamples = samplesPath;
    }
    weights.write(written.weights);
    file.write(written.source);
    return result;
}

} // namespace

std::optional<ExportKind> exportKindOf(const std::filesystem::path& file)
{
    constexpr std::pair<std::string_view, ExportKind> kinds[] = {
        {".html", ExportKind::page}, {".htm", ExportKind::page},    {".onnx", ExportKind::onnx},
        {".py", ExportKind::script}, {".svg", ExportKind::drawing}, {packedModelSuffix, ExportKind::packed},
    };
    const std::string name = lowerAscii(file.filename().string());
    for (const auto& [suffix, kind] : kinds)
        if (name.ends_with(suffix))
            return kind;
    return std::nullopt;
}

ExportResult exportRun(const std::filesystem::path& from, const std::filesystem::path& file, const ExportOptions& options)
{
    const std::optional<ExportKind> kind = exportKindOf(file);
    if (!kind)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("export.suffix",
                               "the file's name says what is written: FILE.html, FILE.nsm, FILE.onnx, FILE.py or FILE.svg, and {0} "
                               "is none of them"),
                    file.string());
    if (isProjectFile(from) && *kind != ExportKind::drawing && *kind != ExportKind::script)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("export.project",
                               "{0} is a project, which has no weights and no results: train it, and name the "
                               "run's folder, or export its network as FILE.py or FILE.svg"),
                    from.string());
    switch (*kind) {
    case ExportKind::page: return exportPage(from, file, options);
    case ExportKind::onnx: return exportModel(from, file, options);
    case ExportKind::script: return exportScript(from, file, options);
    case ExportKind::packed: return exportPacked(from, file);
    case ExportKind::drawing: break;
    }
    return exportDrawing(from, file);
}

} // namespace netsmith::report
