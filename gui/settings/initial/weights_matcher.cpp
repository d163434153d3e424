#include "gui/settings/initial/weights_matcher.h"

#include "engine/interop/weights/project_weights.h"
#include "engine/predict/weight_source.h"
#include "engine/train/trainer/resumption.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/number_text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

bool WeightsMatch::isPlain() const
{
    return !problem && std::ranges::all_of(matching.rows, [](const interop::WeightRow& row) {
        return row.found == interop::WeightRow::Found::name;
    });
}

WeightsMatcher::WeightsMatcher(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
}

void WeightsMatcher::run(const std::function<void(std::uint64_t call)>& work)
{
    m_busy = true;
    m_thread.run([this, call = ++m_call, work] {
        guarded([&] { work(call); },
                [this, call](const Error& error) {
                    m_thread.answer([this, call, message = error.message()] {
                        if (takes(call))
                            Q_EMIT failed(message);
                    });
                });
    });
}

bool WeightsMatcher::takes(std::uint64_t call)
{
    if (call != m_call)
        return false;
    m_busy = false;
    return true;
}

void WeightsMatcher::match(const InitialWeights& from)
{
    run([this, from, project = m_document.analysis().project(), dataDir = m_document.dataDir()](std::uint64_t call) {
        const InitialWeights there = located(from, data::dataPaths(dataDir));
        train::WeightMatching weights = train::matchInitialWeights(there, read(there), *project);
        WeightsMatch match{from, std::move(weights.file), std::move(weights.matching), {}};
        match.problem = match.matching.problem(nameOfWeights(from.path).toStdString());
        m_thread.answer([this, call, match = std::move(match)] {
            if (takes(call))
                Q_EMIT matched(match);
        });
    });
}

void WeightsMatcher::pin(const InitialWeights& from)
{
    run([this, from, dataDir = m_document.dataDir()](std::uint64_t call) {
        m_thread.answer([this, call, weights = train::pinned(located(from, data::dataPaths(dataDir)))] {
            if (takes(call))
                Q_EMIT pinned(weights);
        });
    });
}

void WeightsMatcher::forget()
{
    ++m_call;
    m_busy = false;
}

std::optional<WeightsMatcher::Stamp> WeightsMatcher::stampOf(const InitialWeights& from)
{
    std::error_code error;
    if (!std::filesystem::exists(from.path, error))
        return std::nullopt;
    Stamp stamp{interop::weightsFileOf(from.path), {}, 0, from.sha256};
    stamp.changed = std::filesystem::last_write_time(stamp.path, error);
    stamp.size = std::filesystem::file_size(stamp.path, error);
    return error ? std::nullopt : std::optional(stamp);
}

const interop::WeightFile& WeightsMatcher::read(const InitialWeights& from)
{
    const std::optional<Stamp> stamp = stampOf(from);
    if (!m_read || !stamp || m_read->stamp != *stamp) {
        m_read = Read{stamp.value_or(Stamp()), train::openInitialWeights(from)};
        m_read->file.content.reset(); // names and shapes are all that is matched
        for (interop::WeightTensor& tensor : m_read->file.tensors)
            tensor.bytes = {};
    }
    return m_read->file;
}

QString nameOfWeights(const std::filesystem::path& path, const std::vector<runs::RunSummary>& runs)
{
    const std::filesystem::path checkpoints = path.parent_path();
    const auto nameOfRun = [&](const std::filesystem::path& folder) { // a folder's name begins with the time, which names one run
        const auto run = std::ranges::find(runs, folder, [](const runs::RunSummary& each) { return each.folder.filename(); });
        return fromStd(run == runs.end() ? folder.string() : run->name());
    };
    if (checkpoints.filename() == "checkpoints" && checkpoints.has_parent_path())
        return WeightsMatcher::tr("%1, step %2", "a run, and one of its checkpoints")
            .arg(nameOfRun(checkpoints.parent_path().filename()), countText(fromStd(path.filename().string()).toLongLong()));
    return fromStd(path.filename().string());
}

QString frameworkName(interop::Framework framework)
{
    using enum interop::Framework;
    switch (framework) {
    case netsmith: return u"Netsmith"_s;
    case keras: return u"Keras"_s;
    case pytorch: return u"PyTorch"_s;
    case onnx: return u"ONNX"_s;
    case tflite: return u"TensorFlow Lite"_s;
    case darknet: return u"Darknet"_s;
    case unknown: break;
    }
    return WeightsMatcher::tr("unknown", "a program whose layout of weights it is");
}

} // namespace netsmith::gui
