#pragma once

#include "engine/interop/onnx/export/onnx_export.h"
#include "engine/interop/scripts/script.h"
#include "engine/report/run_page.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::report {

enum class ExportKind {
    page, ///< .html: the run to read
    onnx, ///< .onnx: a model for other programs
    script, ///< .py: a program that builds and trains the network, with its weights in .safetensors beside it
    packed, ///< .nsm: for programs that only predict, see packed_model.h
    drawing, ///< .svg: the network
};

/// What a file's name says is to be written; none: no such suffix.
std::optional<ExportKind> exportKindOf(const std::filesystem::path& file);

struct ExportOptions {
    PageOptions page{};
    interop::OnnxExportOptions onnx{};
    interop::ScriptFramework framework = interop::ScriptFramework::keras;
    bool training = true; ///< a script also reads the data and trains
    bool samples = false; ///< write a script's samples too, in .data.safetensors beside it
    std::filesystem::path dataDir{}; ///< the folder to search for data first
};

struct ExportResult {
    std::vector<std::filesystem::path> files{}; ///< written, the requested one first
    std::filesystem::path missingSamples{}; ///< the file that a script will read and that was not written; else empty
    std::size_t nodes = 0; ///< of a drawing or a model
    std::int64_t step = 0; ///< of a packed model's weights
    std::int64_t parameters = 0; ///< of a packed model
    std::filesystem::path checkpoint{}; ///< of a packed model
};

/// Writes a run, or one of its checkpoints, as what `file`'s name says; for a drawing or a script `from` may also be a project
/// file. The places are checked before anything is computed, and existing files stay until the new ones are complete. Throws
/// `export.suffix`, `export.project`, and what the writers of the kinds and `SafeFileWriter` say.
ExportResult exportRun(const std::filesystem::path& from, const std::filesystem::path& file, const ExportOptions& options);

} // namespace netsmith::report
