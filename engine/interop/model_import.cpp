#include "engine/interop/model_import.h"

#include "engine/catalog/catalog.h"
#include "engine/core/ascii_case.h"
#include "engine/core/error.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/utf8.h"
#include "engine/interop/code/python_tokens.h"
#include "engine/interop/darknet/darknet_import.h"
#include "engine/interop/keras/keras_import.h"
#include "engine/interop/onnx/import/onnx_import.h"
#include "engine/interop/tflite/tflite_import.h"

#include <algorithm>
#include <array>

namespace netsmith::interop {
namespace {

ImportedModel importPython(const std::filesystem::path& path, const ModelImportOptions& options)
{
    const std::string text = readTextFile(path, CodeLimits::bytes).take();
    return importCode(text, {.inputShape = options.inputShape, .fieldsOf = options.fieldsOf});
}

ImportedModel importOnnxModel(const std::filesystem::path& path, const ModelImportOptions& options)
{
    OnnxImportOptions open;
    if (!options.inputShape.empty())
        open.inputShapes[""] = options.inputShape;
    return importOnnxFile(path, *catalog().layers, open);
}

ImportedModel importKerasModel(const std::filesystem::path& path, const ModelImportOptions& options)
{
    return importKerasFile(path, {.inputShape = options.inputShape, .fieldsOf = options.fieldsOf});
}

ImportedModel importTfliteModel(const std::filesystem::path& path, const ModelImportOptions&)
{
    return importTfliteFile(path, *catalog().layers);
}

ImportedModel importDarknetModel(const std::filesystem::path& path, const ModelImportOptions& options)
{
    return importDarknetFile(path, options.weights, *catalog().layers);
}

struct ImportFormat {
    std::string_view suffix;
    ImportedModel (*read)(const std::filesystem::path&, const ModelImportOptions&);
    bool takesShape = false; ///< of a sample, which the file may leave open
    bool takesWeights = false; ///< from another file
};
constexpr std::array importFormats{
    ImportFormat{".cfg", importDarknetModel, false, true},
    ImportFormat{".h5", importKerasModel, true},
    ImportFormat{".hdf5", importKerasModel, true},
    ImportFormat{".keras", importKerasModel, true},
    ImportFormat{".onnx", importOnnxModel, true},
    ImportFormat{".py", importPython, true},
    ImportFormat{".tflite", importTfliteModel},
};

std::string knownSuffixes()
{
    std::string all;
    for (const std::string_view suffix : importSuffixes())
        all += (all.empty() ? "" : ", ") + std::string(suffix);
    return all;
}

} // namespace

std::vector<std::string_view> importSuffixes()
{
    std::vector<std::string_view> suffixes;
    for (const ImportFormat& format : importFormats)
        suffixes.push_back(format.suffix);
    return suffixes;
}

ImportedModel importModel(const std::filesystem::path& path, const ModelImportOptions& options)
{
    const std::string name = lowerAscii(path.string());
    const auto* format = std::ranges::find_if(importFormats, [&](const ImportFormat& one) { return name.ends_with(one.suffix); });
    if (format == importFormats.end())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("import.format", "{0} is no file that a network is imported from; the names of those end in {1}"),
                    path.string(), knownSuffixes());
    if (!options.inputShape.empty() && !format->takesShape)
        throw Error(ErrorKind::input, NS_MESSAGE("import.input_shape", "{0} says the shape of its samples; no other can be given"),
                    path.string());
    if (!options.weights.empty() && !format->takesWeights)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("import.weights", "{0} takes no weights from another file; only Darknet's .cfg files do"),
                    path.string());
    try {
        ImportedModel model = format->read(path, options);
        if (model.project.title.empty())
            model.project.title = visibleText(path.stem().string());
        return model;
    } catch (const Error& error) {
        throw Error(error.kind(), NS_MESSAGE("import.refused", "{0} can't be imported: {1}"), path.string(), error.message());
    }
}

} // namespace netsmith::interop
