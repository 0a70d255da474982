#include "lanes/matrix_stack.h"

#include "lanes/matrix.h"

namespace scaledot {
namespace {

const float* matrixOf(const MatrixStack& stack, size_t i, size_t j, size_t size) {
  return stack.data + (stack.strides[0] * i + stack.strides[1] * j) * size;
}

}  // namespace

bool multiplyStack(const StackProduct& p, float* to) {
  if (p.rows == 0 || p.columns == 0) return true;  // skip the loops: counts may be huge
  const size_t leftSize = size_t{p.rows} * p.inner, rightSize = size_t{p.inner} * p.columns;
  for (size_t i = 0; i < p.counts[0]; ++i) {
    for (size_t j = 0; j < p.counts[1]; ++j, to += size_t{p.rows} * p.columns) {
      const float* right = matrixOf(p.right, i, j, rightSize);
      if (!multiply(p.rows, p.inner, p.columns, {matrixOf(p.left, i, j, leftSize), p.inner, 1},
                    p.transposeRight ? Matrix{right, 1, p.inner} : Matrix{right, p.columns, 1},
                    p.bias, false, to, p.columns)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace scaledot
