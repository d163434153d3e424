#pragma once

#include "engine/core/bfloat16.h"
#include "engine/core/parallel.h"
#include "engine/core/philox.h"
#include "engine/cpu/kernels/isa.h"

#include <QtTest>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace netsmith::test {

/// Numbers in [low, high), the same on every call.
template <class T>
std::vector<T> numbers(std::int64_t count, std::uint64_t seed, double low = -2.0, double high = 2.0)
{
    RandomStream random(17, seed);
    std::vector<T> values(static_cast<std::size_t>(count));
    for (T& value : values)
        value = static_cast<T>(random.uniform(low, high));
    return values;
}

/// How far a result may be from double arithmetic: rounding of the stored type and of sums in f32.
template <class T>
constexpr double tolerance = std::is_same_v<T, BFloat16> ? 0.005 : 2e-6;

/// The largest error, relative for numbers beyond 1; a NaN matches only a NaN.
template <class T>
double worstError(const std::vector<T>& values, const std::vector<double>& expected)
{
    if (values.size() != expected.size())
        return HUGE_VAL;
    double worst = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<double>(values[i]);
        if (std::isnan(value) || std::isnan(expected[i])) {
            if (std::isnan(value) != std::isnan(expected[i]))
                return HUGE_VAL;
            continue;
        }
        if (value != expected[i])
            worst = std::max(worst, std::abs(value - expected[i]) / std::max(1.0, std::abs(expected[i])));
    }
    return worst;
}

template <class T>
std::string bytesOf(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// Calls `run` once for every version of the kernels that this processor supports, with one thread and with two. Its return value,
/// the bytes of all results, must not depend on the threads.
template <class Run>
void inEveryVersion(const Run& run)
{
    for (const kernels::Isa isa : {kernels::Isa::baseline, kernels::Isa::avx2, kernels::Isa::avx512}) {
        kernels::capIsa(isa);
        if (kernels::isa() != isa)
            continue; // not supported by this processor
        setThreadCount(1);
        const std::string alone = run();
        setThreadCount(2);
        const std::string together = run();
        setThreadCount(0);
        QVERIFY2(alone == together, ("two threads change the result in " + std::string(kernels::isaName())).c_str());
    }
    kernels::capIsa(kernels::Isa::avx512);
}

/// Compares inside `run`, naming the version.
template <class T>
void compare(const std::vector<T>& values, const std::vector<double>& expected, double allowed = tolerance<T>)
{
    const double error = worstError(values, expected);
    QVERIFY2(
        error <= allowed,
        ("error " + std::to_string(error) + " in " + std::string(kernels::isaName()) + (sizeof(T) == 2 ? " of bf16" : "")).c_str());
}

} // namespace netsmith::test
