#include "tests/engine/inspect/points_in_classes.h"

#include "engine/core/philox.h"

namespace netsmith::test {
namespace {

data::DataSplit splitOf(const Samples& wanted, std::int64_t count, std::uint64_t seed, std::uint64_t stream, double wrong)
{
    auto [points, numbers] = data::makeField({.name = "point", .type = DataType::f32, .shape = {wanted.features}}, count);
    auto [label, classBytes] =
        data::makeField({.name = "label", .type = DataType::u8, .shape = {}, .classes = wanted.classes}, count);
    auto [onehot, shares] = data::makeField({.name = "onehot", .type = DataType::f32, .shape = {wanted.classes}}, count);
    RandomStream centres(seed, 0), random(seed, stream);
    std::vector<double> centre(static_cast<std::size_t>(wanted.classes * wanted.features));
    for (double& number : centre)
        number = wanted.apart * centres.normal();
    auto* const x = reinterpret_cast<float*>(numbers);
    auto* const t = reinterpret_cast<float*>(shares);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto classes = static_cast<std::uint32_t>(wanted.classes);
        std::uint32_t which = wanted.sorted ? static_cast<std::uint32_t>(i * wanted.classes / count) : random.below(classes);
        if (which + 1 == classes && random.uniform() > wanted.rare)
            which = random.below(classes - 1);
        for (int f = 0; f < wanted.features; ++f) {
            const double middle =
                wanted.random ? 0.0 : centre[which * static_cast<std::uint32_t>(wanted.features) + static_cast<std::uint32_t>(f)];
            x[i * wanted.features + f] = static_cast<float>(wanted.offset + wanted.factor * (middle + random.normal()));
        }
        if (random.uniform() < wrong)
            which = (which + 1 + random.below(classes - 1)) % classes;
        classBytes[i] = static_cast<std::byte>(which);
        for (std::uint32_t c = 0; c < classes; ++c)
            t[i * wanted.classes + c] = c == which ? 1.0F : 0.0F;
    }
    return {{std::move(points), std::move(label), std::move(onehot)}};
}

} // namespace

train::LoadedData dataOf(const Samples& wanted, std::uint64_t seed)
{
    train::LoadedData loaded;
    loaded.set.id = "points";
    loaded.set.origin = loaded.words = Message(NS_MESSAGE("test.points", "points"));
    loaded.set.train = splitOf(wanted, wanted.train, seed, 1, wanted.wrong);
    loaded.set.test =
        wanted.copies ? splitOf(wanted, wanted.test, seed, 1, wanted.wrong) : splitOf(wanted, wanted.test, seed, 2, 0.0);
    return loaded;
}

} // namespace netsmith::test
