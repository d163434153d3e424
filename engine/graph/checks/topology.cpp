#include "engine/graph/checks/topology.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>

namespace netsmith {
namespace {

using Successors = std::vector<std::vector<int>>;

std::size_t at(int node)
{
    return static_cast<std::size_t>(node);
}

/// The number of each node's strongly connected component.
class Components {
public:
    explicit Components(const Successors& successors)
        : m_successors(successors)
        , m_index(successors.size(), unseen)
        , m_low(successors.size(), 0)
        , m_component(successors.size(), unseen)
    {
        for (int node = 0; node < static_cast<int>(successors.size()); ++node)
            if (m_index[at(node)] == unseen)
                visit(node);
    }

    std::vector<int> take() && { return std::move(m_component); }

private:
    static constexpr int unseen = -1;
    struct Frame {
        int node;
        std::size_t next;
    };

    void enter(int node)
    {
        m_index[at(node)] = m_low[at(node)] = m_count++;
        m_open.push_back(node);
        m_path.push_back({node, 0});
    }

    void visit(int root)
    {
        enter(root);
        while (!m_path.empty()) {
            Frame& frame = m_path.back();
            if (frame.next < m_successors[at(frame.node)].size()) {
                const int node = frame.node;
                const int next = m_successors[at(node)][frame.next++];
                if (m_index[at(next)] == unseen)
                    enter(next);
                else if (m_component[at(next)] == unseen)
                    m_low[at(node)] = std::min(m_low[at(node)], m_index[at(next)]);
            } else {
                leave(frame.node);
            }
        }
    }

    void leave(int node)
    {
        m_path.pop_back();
        if (!m_path.empty()) {
            int& low = m_low[at(m_path.back().node)];
            low = std::min(low, m_low[at(node)]);
        }
        if (m_low[at(node)] != m_index[at(node)])
            return;
        int member = unseen;
        do {
            member = m_open.back();
            m_open.pop_back();
            m_component[at(member)] = m_components;
        } while (member != node);
        ++m_components;
    }

    const Successors& m_successors;
    std::vector<int> m_index;
    std::vector<int> m_low;
    std::vector<int> m_component;
    std::vector<int> m_open;
    std::vector<Frame> m_path;
    int m_count = 0;
    int m_components = 0;
};

/// A shortest path from `start` back to itself through its component; empty if there is none.
std::vector<int> cycleThrough(int start, const Successors& successors, const std::vector<int>& component)
{
    std::unordered_map<int, int> from;
    std::queue<int> queue({start});
    while (!queue.empty()) {
        const int node = queue.front();
        queue.pop();
        for (const int next : successors[at(node)]) {
            if (next == start) {
                std::vector<int> cycle;
                for (int back = node; back != start; back = from.at(back))
                    cycle.push_back(back);
                cycle.push_back(start);
                std::ranges::reverse(cycle);
                return cycle;
            }
            if (component[at(next)] == component[at(start)] && from.emplace(next, node).second)
                queue.push(next);
        }
    }
    return {};
}

std::vector<int> orderWithout(const std::vector<bool>& excluded, const Successors& successors)
{
    std::vector<int> waitsFor(successors.size(), 0);
    for (std::size_t node = 0; node < successors.size(); ++node)
        if (!excluded[node])
            for (const int next : successors[node])
                ++waitsFor[at(next)];
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (std::size_t node = 0; node < successors.size(); ++node)
        if (!excluded[node] && waitsFor[node] == 0)
            ready.push(static_cast<int>(node));
    std::vector<int> order;
    while (!ready.empty()) {
        const int node = ready.top();
        ready.pop();
        order.push_back(node);
        for (const int next : successors[at(node)])
            if (--waitsFor[at(next)] == 0 && !excluded[at(next)])
                ready.push(next);
    }
    return order;
}

} // namespace

Topology sortTopologically(const Successors& successors)
{
    const std::vector<int> component = Components(successors).take();
    std::vector<int> members(successors.size(), 0);
    for (const int number : component)
        ++members[at(number)];

    Topology topology;
    std::vector<bool> excluded(successors.size(), false);
    std::vector<bool> reported(successors.size(), false);
    for (int node = 0; node < static_cast<int>(successors.size()); ++node) {
        const std::size_t number = at(component[at(node)]);
        const bool loops = std::ranges::count(successors[at(node)], node) > 0;
        excluded[at(node)] = members[number] > 1 || loops;
        if (!excluded[at(node)] || reported[number])
            continue;
        reported[number] = true;
        topology.cycles.push_back(cycleThrough(node, successors, component));
    }
    topology.order = orderWithout(excluded, successors);
    return topology;
}

} // namespace netsmith
