#pragma once

#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/arena_split.h"
#include "engine/ops/muon.h"

namespace netsmith::cpu {

/// One matrix after the other, each by all threads, in one workspace as large as the largest needs.
class Muon {
public:
    explicit Muon(const MuonAttributes& attributes);

    /// Bytes.
    std::int64_t workspace() const;
    std::string implementation() const { return "sgemm"; }
    /// Weights and momentum are the op's outputs, the gradients its second input.
    void operator()(const UpdateControl& control, const Addresses& at) const;

private:
    void update(const UpdateControl& control, const Addresses& at, const UpdateRange& range,
                const MuonAttributes::Matrix& matrix) const;

    MuonAttributes m_attributes;
    std::int64_t m_largest = 0;
    std::int64_t m_widest = 0;
    std::int64_t m_stretches = 0;
};

} // namespace netsmith::cpu
