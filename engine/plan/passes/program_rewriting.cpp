#include "engine/plan/passes/program_rewriting.h"

#include <algorithm>

namespace netsmith {

ProgramRewriting::ProgramRewriting(LogicalPlan& plan, Program& program)
    : m_plan(plan)
    , m_program(program)
    , m_count(static_cast<int>(program.ops.size()))
    , m_erased(program.ops.size(), false)
{
}

void ProgramRewriting::finish()
{
    if (m_inserted.empty() && std::ranges::find(m_erased, true) == m_erased.end())
        return;
    std::vector<Op> left;
    const auto take = [&](int index) {
        if (!erased(index))
            left.push_back(std::move(m_program.ops[static_cast<std::size_t>(index)]));
    };
    for (int i = 0; i <= m_count; ++i) {
        if (const auto inserted = m_inserted.find(i); inserted != m_inserted.end())
            std::ranges::for_each(inserted->second, take);
        if (i < m_count)
            take(i);
    }
    m_program.ops = std::move(left);
}

Op& ProgramRewriting::edit(int index)
{
    m_edited.push_back(index);
    return m_program.ops[static_cast<std::size_t>(index)];
}

void ProgramRewriting::index(int op)
{
    add(op, this->op(op).inputs, m_readers);
    add(op, this->op(op).outputs, m_makers);
}

void ProgramRewriting::add(int op, const std::vector<TensorId>& tensors, OpsByTensor& to)
{
    to.resize(m_plan.tensors.size());
    for (const TensorId id : tensors)
        if (id != noTensor)
            to[static_cast<std::size_t>(id)].push_back(op);
}

std::vector<int> ProgramRewriting::having(TensorId id, const OpsByTensor& ops, std::vector<TensorId> Op::*tensors)
{
    if (!m_indexed)
        for (int i = 0; i < m_count; ++i)
            index(i);
    m_indexed = true;
    for (const int op : m_edited)
        index(op);
    m_edited.clear();
    if (id == noTensor || static_cast<std::size_t>(id) >= ops.size())
        return {};
    std::vector<int> out;
    for (const int i : ops[static_cast<std::size_t>(id)])
        if (!erased(i) && std::ranges::find(op(i).*tensors, id) != (op(i).*tensors).end())
            out.push_back(i);
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

std::vector<int> ProgramRewriting::readers(TensorId id)
{
    return having(id, m_readers, &Op::inputs);
}

int ProgramRewriting::maker(TensorId id)
{
    const std::vector<int> found = having(id, m_makers, &Op::outputs);
    return found.empty() ? nowhere : found[0];
}

int ProgramRewriting::onlyReader(TensorId id)
{
    const std::vector<int> found = readers(id);
    return found.size() == 1 && tensor(id).role == Role::activation ? found[0] : nowhere;
}

void ProgramRewriting::merge(int into, int from)
{
    std::vector<std::string>& origin = edit(into).origin;
    for (const std::string& node : op(from).origin)
        if (std::ranges::find(origin, node) == origin.end())
            origin.push_back(node);
    erase(from);
}

void ProgramRewriting::insert(int index, Op op)
{
    const auto inserted = static_cast<int>(m_program.ops.size());
    m_program.ops.push_back(std::move(op));
    m_erased.push_back(false);
    m_inserted[std::min(index, m_count)].push_back(inserted);
    m_edited.push_back(inserted);
}

TensorId ProgramRewriting::addActivation(const Shape& shape, DataType type)
{
    m_plan.tensors.push_back({"", shape, type, Role::activation, Arena::none, -1});
    return static_cast<TensorId>(m_plan.tensors.size()) - 1;
}

} // namespace netsmith
