#include "engine/interop/onnx/onnx_external.h"

#include "engine/core/utf8.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace netsmith::interop {
namespace {

namespace fs = std::filesystem;

/// Whether it names a file below a folder, without going up first.
bool staysInside(const fs::path& location)
{
    return !location.empty() && location.is_relative() && location.has_filename()
        && std::ranges::none_of(location, [](const fs::path& part) { return part == ".."; });
}

/// Whether a path with no links and no ".." is below a folder that has none either.
bool liesIn(const fs::path& path, const fs::path& folder)
{
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

} // namespace

OnnxExternalFiles::OnnxExternalFiles(std::string model, std::optional<fs::path> folder)
    : m_model(std::move(model))
    , m_folder(std::move(folder))
{
}

const MappedFile& OnnxExternalFiles::file(const std::string& tensor, const std::string& location)
{
    const auto known = m_files.find(location);
    if (known != m_files.end())
        return known->second;
    constexpr auto outside =
        NS_MESSAGE("onnx.external.outside",
                   "{0}: the tensor \"{1}\" is to be read from \"{2}\", which is outside the model's folder; save "
                   "the model again with its data beside it");
    if (location.find('\0') != std::string::npos || !staysInside(location))
        refuse(outside, m_model, tensor, visibleText(location));
    if (!m_folder)
        refuse(
            NS_MESSAGE("onnx.external.no_folder",
                       "{0}: the tensor \"{1}\" is in the file \"{2}\", and this model is not in a folder; save it in one piece"),
            m_model, tensor, visibleText(location));
    std::error_code error;
    const fs::path folder = fs::canonical(m_folder->empty() ? fs::path(".") : *m_folder, error);
    const fs::path path = error ? fs::path() : fs::canonical(folder / location, error);
    if (error)
        refuse(NS_MESSAGE("onnx.external.missing",
                          "{0}: the tensor \"{1}\" is in the file \"{2}\", which can't be opened: {3}; put it beside the model"),
               m_model, tensor, visibleText(location), error.message());
    if (!liesIn(path, folder)) // through a link
        refuse(outside, m_model, tensor, visibleText(location));
    return m_files.emplace(location, mapFile(path).take()).first->second;
}

std::span<const std::byte> OnnxExternalFiles::bytes(const std::string& tensor, const std::string& location, std::int64_t offset,
                                                    std::optional<std::int64_t> length, std::int64_t size)
{
    if (length && *length != size)
        refuse(NS_MESSAGE(
                   "onnx.external.length",
                   "{0}: the tensor \"{1}\" needs {2:byte|bytes} for its shape, but {3} of \"{4}\" are meant for it; export the "
                   "model again"),
               m_model, tensor, size, *length, visibleText(location));
    const MappedFile& mapped = file(tensor, location);
    const auto available = static_cast<std::int64_t>(mapped.size);
    if (offset < 0 || offset > available || size > available - offset)
        refuse(
            NS_MESSAGE("onnx.external.range",
                       "{0}: the tensor \"{1}\" claims {2:byte|bytes} from {3} of \"{4}\", which has {5}; that file is truncated, "
                       "or of another model: copy it again"),
            m_model, tensor, size, offset, visibleText(location), available);
    return mapped.all().subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

} // namespace netsmith::interop
