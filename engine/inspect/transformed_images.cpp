#include "engine/inspect/transformed_images.h"

#include "engine/catalog/catalog.h"
#include "engine/graph/project/settings.h"
#include "engine/plan/checks/image_chain.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

/// A plan of only the chain of transforms after a batch that the host writes.
struct ChainPlan {
    LogicalPlan plan;
    TensorId given = noTensor;
    TensorId counters = noTensor;
    TensorId made = noTensor;

    ChainPlan(const Project& project, const Shape& batch)
    {
        plan.name = project.title;
        plan.batch = batch[0];
        plan.seed = static_cast<std::uint64_t>(project.training.seed);
        plan.programs.push_back({"transforms", {}});
        Emitter emitter(plan.tensors, plan.programs[0]);
        given = emitter.add({.name = {}, .shape = batch, .type = DataType::f32, .role = Role::input});
        counters = emitter.add({.name = {}, .shape = {control::counterCount}, .type = DataType::i64, .role = Role::input});
        made = ImageChain(project, catalog(), plan.seed, Viewer::person).emit(emitter, given, DataType::u8, counters);
        layOutState(plan);
    }
};

} // namespace

TransformedImages transformedImages(const Project& project, const data::Field& field, std::span<const std::int64_t> samples,
                                    std::int64_t variants, Backend& backend)
{
    transformedShape(project, catalog(), field.spec.shape); // throws what does not fit
    const auto [subtract, divide] = inputScale(project.data, field.spec.type, field.spec.shape, field.spec.classes);
    std::vector<double> numbers;
    for (const std::int64_t sample : samples)
        for (std::int64_t i = 0; i < variants; ++i)
            for (const std::byte value : field.sample(sample))
                numbers.push_back((std::to_integer<int>(value) - subtract) / divide);

    const ChainPlan chain(project, field.spec.shape.withBatch(static_cast<std::int64_t>(samples.size()) * variants));
    const auto state = backend.createState(chain.plan).take();
    const auto executable = backend.compile(chain.plan, *state, {.fuse = false, .keepAll = true}).take();
    executable->write(chain.given, numbers).take();
    executable->write(chain.counters, std::vector<double>(control::counterCount, 0.0)).take();
    executable->runOps(0, 0, static_cast<int>(chain.plan.programs[0].ops.size())).take();
    const Shape shape = chain.plan.tensor(chain.made).shape;
    numbers.resize(static_cast<std::size_t>(shape.elements()));
    executable->read(chain.made, numbers).take();

    TransformedImages out{shape.withoutBatch(), {}};
    const auto size = static_cast<std::size_t>(out.shape.elements());
    for (std::size_t first = 0; first < numbers.size(); first += size) {
        std::vector<std::byte>& image = out.images.emplace_back(size);
        for (std::size_t i = 0; i < size; ++i)
            image[i] = static_cast<std::byte>(std::lround(std::clamp(numbers[first + i] * divide + subtract, 0.0, 255.0)));
    }
    return out;
}

} // namespace netsmith::inspect
