#include "engine/cli/memory_words.h"

#include "engine/cli/words.h"

namespace netsmith::cli {

Json memoryJson(const MemoryUse& use)
{
    return {
        {"weights", use.weights},     {"gradients", use.gradients}, {"optimizer", use.optimizer}, {"activations", use.activations},
        {"workspace", use.workspace}, {"data", use.data},           {"total", use.total()}};
}

std::string memoryText(const MemoryUse& use)
{
    using enum Table::Align;
    Table table({left, right}, 2);
    const auto row = [&](const char* name, std::int64_t bytes) { table.add({name, bytesText(static_cast<double>(bytes))}); };
    row("weights", use.weights);
    row("gradients", use.gradients);
    row("optimizer", use.optimizer);
    row("activations", use.activations);
    row("workspace", use.workspace);
    row("data", use.data);
    row("total", use.total());
    return table.text();
}

} // namespace netsmith::cli
