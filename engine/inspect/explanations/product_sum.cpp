#include "engine/inspect/explanations/product_sum.h"

#include <cmath>

namespace netsmith::inspect::explain {
namespace {

constexpr std::int64_t mostListedProducts = 1 << 16; // that are sorted

} // namespace

void ProductSum::add(std::int64_t left, std::int64_t right)
{
    const double value = m_call.in(m_left, left) * (m_right ? m_call.in(*m_right, right) : 1.0);
    if (count(left, right, value))
        m_terms.push_back(m_call.term(m_left, left, m_right, right));
}

void ProductSum::addTimes(std::int64_t left, double factor)
{
    const double value = m_call.in(m_left, left) * factor;
    if (!count(left, 0, value))
        return;
    Term& term = m_terms.emplace_back(m_call.term(m_left, left));
    term.factor = factor;
    term.value = value;
}

bool ProductSum::count(std::int64_t left, std::int64_t right, double value)
{
    m_sum += value;
    ++m_count;
    if (!m_call.step)
        return false;
    if (std::abs(value) > m_largest || m_count == 1) {
        m_largest = std::abs(value);
        m_leftOfLargest = left;
        m_rightOfLargest = right;
    }
    if (m_count > mostListedProducts)
        return false;
    m_listed += value;
    return true;
}

double ProductSum::finish(std::size_t gradient)
{
    if (!m_call.step)
        return m_sum;
    ExplainedStep& step = *m_call.step;
    step.kind = StepKind::products;
    m_call.addOperand(m_left);
    if (m_right)
        m_call.addOperand(*m_right);
    keepTerms(step, std::move(m_terms));
    step.count = m_count;
    step.rest += m_sum - m_listed;
    if (m_count > 0)
        m_call.follow(gradient, gradient == m_left ? m_leftOfLargest : m_rightOfLargest);
    return m_sum;
}

} // namespace netsmith::inspect::explain
