#include "engine/cli/words/memory_words.h"

#include "engine/cli/words/words.h"

namespace netsmith::cli {

Json memoryJson(const MemoryUse& use)
{
    Json json = Json::object();
    for (const MemoryClass& kind : memoryClasses)
        json[kind.name] = use.*kind.bytes;
    json["total"] = use.total();
    return json;
}

std::string memoryText(const MemoryUse& use)
{
    using enum Table::Align;
    Table table({left, right}, 2);
    for (const MemoryClass& kind : memoryClasses)
        table.add({kind.name, bytesText(static_cast<double>(use.*kind.bytes))});
    table.add({"total", bytesText(static_cast<double>(use.total()))});
    return table.text();
}

} // namespace netsmith::cli
