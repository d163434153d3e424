#include "engine/interop/scripts/data_text.h"

#include "engine/graph/project/settings.h"
#include "engine/graph/specs/layer_code.h"

#include <fmt/format.h>

#include <array>

namespace netsmith::interop {
namespace {

/// The names of IDX files, as MNIST has them: a four-byte head, a size for each axis, the bytes.
constexpr std::string_view idxLoader = R"(def read_idx(name):
    """The bytes of an IDX file, after its head and the size of each axis."""
    data = gzip.decompress((DATA / name).read_bytes())
    return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3])


def load_data(part):
    images = read_idx(f"{{part}}-images-idx3-ubyte.gz").reshape({shape})
    labels = read_idx(f"{{part}}-labels-idx1-ubyte.gz").astype(np.int64)
    return {result}
)";

constexpr std::string_view cifarLoader = R"(def load_data(names):
    """Records of a label and the red, the green and the blue pixels."""
    with tarfile.open(DATA / "cifar-10-binary.tar.gz") as archive:
        parts = [archive.extractfile(f"cifar-10-batches-bin/{{name}}.bin").read() for name in names]
    records = np.frombuffer(b"".join(parts), np.uint8).reshape(-1, 3073)
    images = records[:, 1:].reshape(-1, 3, 32, 32){order}
    labels = records[:, 0].astype(np.int64)
    return {result}
)";

constexpr std::string_view fileLoader = R"(def load_data(part):
    """The samples by field, which "netsmith-cli export --data" writes."""
    arrays = read_safetensors(DATA)
    names = [name for name in arrays if name.startswith(f"{{part}}/")]
    return {{name.split("/")[1]: {array} for name in names}}
)";

std::string scaled(const std::string& images, const InputScale& scale)
{
    std::string text = "(" + images + ".astype(np.float32)";
    if (scale.subtract != 0.0)
        text += " - " + pythonText(scale.subtract);
    text += ")";
    if (scale.subtract == 0.0)
        text = images + ".astype(np.float32)";
    return scale.divide == 1.0 ? text : text + fmt::format(" / {}", scale.divide);
}

} // namespace

DataText dataText(const CheckedProject& project, ScriptFramework framework, const std::string& folder)
{
    const DataSettings& data = project.project().data;
    const bool isTorch = framework == ScriptFramework::pytorch;
    const bool isIdx = data.source == "mnist" || data.source == "fashion_mnist";
    const bool isCifar = data.source == "cifar10";
    DataText text;
    if ((!isIdx && !isCifar) || data.validation != "test") {
        text.isFile = true;
        text.constant = "DATA = Path(__file__).with_suffix(\".data.safetensors\")";
        text.source =
            fmt::format(fmt::runtime(fileLoader), fmt::arg("array", isTorch ? "torch.from_numpy(arrays[name])" : "arrays[name]"));
        text.train = "\"train\"";
        text.validation = "\"validation\"";
        return text;
    }
    text.train = isIdx ? "\"train\"" : "[f\"data_batch_{i}\" for i in range(1, 6)]";
    text.validation = isIdx ? "\"t10k\"" : "[\"test_batch\"]";
    const Shape sample = isIdx ? Shape{28, 28, 1} : Shape{32, 32, 3};
    const std::string images = scaled("images", inputScale(data, DataType::u8, sample, 0));
    const std::string result = isTorch ? "{\"image\": torch.from_numpy(" + images + "), \"label\": torch.from_numpy(labels)}"
                                       : "{\"image\": " + images + ", \"label\": labels}";
    text.imports.insert(isIdx ? "gzip" : "tarfile");
    text.constant =
        "DATA = Path(" + pythonString(folder.empty() ? std::string(".") : folder) + ")  # the folder of the data set's files";
    if (isIdx)
        text.source = fmt::format(fmt::runtime(idxLoader), fmt::arg("shape", isTorch ? "-1, 1, 28, 28" : "-1, 28, 28, 1"),
                                  fmt::arg("result", result));
    else
        text.source = fmt::format(fmt::runtime(cifarLoader), fmt::arg("order", isTorch ? "" : ".transpose(0, 2, 3, 1)"),
                                  fmt::arg("result", result));
    return text;
}

} // namespace netsmith::interop
