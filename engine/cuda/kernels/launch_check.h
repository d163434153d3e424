#pragma once

namespace netsmith::cuda::kernels {

/// Throws `cuda.runtime` if the kernel just put into a stream was refused.
void checkLaunch();

} // namespace netsmith::cuda::kernels
