#include "engine/graph/checks/wiring.h"

namespace netsmith {
namespace {

void checkOne(const WiredNode& wired, const WiredNode* owner, std::vector<Problem>& problems)
{
    const Node& node = *wired.node;
    if (wired.spec && !wired.spec->hasWeights())
        report(
            problems, Severity::error, node, {},
            NS_MESSAGE("graph.shares_nothing", "{0}: it has no weights, so it can't use those of \"{1}\"; leave \"shares\" empty"),
            node.shares);
    else if (!owner)
        report(problems, Severity::error, node, {},
               NS_MESSAGE("graph.shares_missing",
                          "{0}: it uses the weights of \"{1}\", which does not exist; restore that layer, or leave \"shares\" "
                          "empty to give it its own"),
               node.shares);
    else if (owner == &wired)
        report(problems, Severity::error, node, {},
               NS_MESSAGE("graph.shares_itself", "{0}: it can't use its own weights as another's; leave \"shares\" empty"));
    else if (!owner->node->shares.empty())
        report(problems, Severity::error, node, {},
               NS_MESSAGE("graph.shares_on",
                          "{0}: it uses the weights of {1}, which uses those of \"{2}\" itself; name a layer that has its own"),
               owner->node->label(), owner->node->shares);
    else if (owner->node->layer != node.layer)
        report(problems, Severity::error, node, {},
               NS_MESSAGE("graph.shares_other",
                          "{0}: it uses the weights of {1}, which is another kind of layer; name one of the same kind"),
               owner->node->label());
}

} // namespace

void checkSharing(Wiring& wiring, std::vector<Problem>& problems)
{
    for (const WiredNode& wired : wiring.nodes)
        if (!wired.node->shares.empty())
            checkOne(wired, wiring.find(wired.node->shares), problems);
}

} // namespace netsmith
