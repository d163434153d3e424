#include "engine/interop/imported_model.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project_file.h"
#include "engine/store/safetensors.h"

namespace netsmith::interop {

std::filesystem::path saveImportedModel(ImportedModel& model, const std::filesystem::path& project)
{
    std::filesystem::path file;
    if (!model.weights.empty()) {
        std::vector<TensorView> views;
        for (const ImportedWeight& weight : model.weights)
            views.push_back({weight.name, DataType::f32, weight.shape, std::as_bytes(std::span(weight.numbers))});
        file = std::filesystem::path(project).replace_extension(".safetensors");
        writeFileSafely(file, writeSafetensors(views, {{"format", "netsmith"}})).take();
        setInitialWeights(model.project, InitialWeights{.path = file.string(), .sha256 = sha256OfFile(file).take()});
    }
    saveProject(model.project, project).take();
    return file;
}

} // namespace netsmith::interop
