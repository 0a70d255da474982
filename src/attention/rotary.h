// Rotary position embedding (Su et al. 2021, eq. 34): rotates pairs of components of each row by an angle, given by its
// cosine and sine.
//
//   first' = cosine first - sine second,  second' = sine first + cosine second
//
// Pairs are (c, c + rotated/2), or (2c, 2c + 1) if interleaved. Components from `rotated` on are copied. The products are
// exact in double. Their sum is rounded to double and then to float, so it is within 0.5000001 ulp, also if they cancel.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// x, y: [rows, width], rotated <= width and even. cosine, sine: [table rows, rotated / 2]. Row r uses row tableRow[r] of the
// tables. y may be x.
void rotate(const float* x, size_t rows, size_t width, size_t rotated, bool interleaved,
            const float* cosine, const float* sine, const uint32_t* tableRow, float* y);

// Computes the gradient with respect to x, from the gradient with respect to y: the inverse rotation.
void rotateGradient(const float* gradient, size_t rows, size_t width, size_t rotated,
                    bool interleaved, const float* cosine, const float* sine,
                    const uint32_t* tableRow, float* xGradient);

}  // namespace scaledot
