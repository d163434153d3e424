#pragma once

#include "engine/interop/onnx/import/onnx_import.h"

#include <string>
#include <vector>

namespace netsmith::interop {

/// An input of a model as it enters our network.
struct ModelInput {
    std::string name{};
    std::string field{}; ///< of the data
    std::vector<std::int64_t> dims{}; ///< of a batch, all known
    int batchAxis = 0;
    std::vector<int> order{}; ///< the other axes in the order of our sample
    bool isInteger = false;
};

struct ModelInputs {
    std::int64_t batch = 1; ///< as many samples as the model's shapes are computed for
    std::vector<ModelInput> inputs{};
    std::vector<RefusedNode> refusals{}; ///< inputs that no sample can have
};

/// What enters a model beside its initializers. The samples are along the axis that is called "batch", else along the first one, or
/// the second of a sequence that a recurrent layer reads; images have their channels last here if a convolution reads them channels
/// first. Throws `onnx.import.open_size` where neither the model nor the options fix a size.
ModelInputs modelInputs(const OnnxModel& model, const OnnxImportOptions& options, std::int64_t openBatch);

} // namespace netsmith::interop
