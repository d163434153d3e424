#include "engine/plan/program_rewriting.h"

#include <algorithm>

namespace netsmith {

void ProgramRewriting::finish()
{
    std::vector<Op> left;
    for (std::size_t i = 0; i < m_program.ops.size(); ++i)
        if (!m_erased[i])
            left.push_back(std::move(m_program.ops[i]));
    m_program.ops = std::move(left);
    m_erased.assign(m_program.ops.size(), false);
}

std::vector<int> ProgramRewriting::readers(TensorId id)
{
    std::vector<int> found;
    for (int i = 0; i < static_cast<int>(m_program.ops.size()); ++i)
        if (!erased(i) && std::ranges::find(op(i).inputs, id) != op(i).inputs.end())
            found.push_back(i);
    return found;
}

int ProgramRewriting::maker(TensorId id)
{
    for (int i = 0; i < static_cast<int>(m_program.ops.size()); ++i)
        if (!erased(i) && std::ranges::find(op(i).outputs, id) != op(i).outputs.end())
            return i;
    return nowhere;
}

int ProgramRewriting::onlyReader(TensorId id)
{
    const std::vector<int> found = readers(id);
    return found.size() == 1 && tensor(id).role == Role::activation ? found[0] : nowhere;
}

void ProgramRewriting::merge(int into, int from)
{
    for (const std::string& node : op(from).origin)
        if (std::ranges::find(op(into).origin, node) == op(into).origin.end())
            op(into).origin.push_back(node);
    erase(from);
}

void ProgramRewriting::insert(int index, Op op)
{
    m_program.ops.insert(m_program.ops.begin() + index, std::move(op));
    m_erased.insert(m_erased.begin() + index, false);
}

TensorId ProgramRewriting::addActivation(const Shape& shape)
{
    m_plan.tensors.push_back({"", shape, DataType::f32, Role::activation, Arena::none, -1});
    return static_cast<TensorId>(m_plan.tensors.size()) - 1;
}

} // namespace netsmith
