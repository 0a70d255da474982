// Rotary position embedding (Su et al. 2021, eq. 34): pairs of components of each row are turned by an angle whose
// cosine and sine are given.
//
//   first' = cosine first - sine second,  second' = sine first + cosine second
//
// Pairs are (c, c + rotated/2), or (2c, 2c + 1) if interleaved; components past `rotated` stay as they are. The
// products are exact in double and their sum is rounded to it and then to float: within 0.5000001 ulp, also where they cancel.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// x, y: [rows, width], rotated <= width and even. cosine, sine: [table rows, rotated / 2]; row r takes the
// table's row tableRow[r]. y may be x.
void rotate(const float* x, size_t rows, size_t width, size_t rotated, bool interleaved,
            const float* cosine, const float* sine, const uint32_t* tableRow, float* y);

// The gradient with respect to x from that with respect to y: the turn back.
void rotateGradient(const float* gradient, size_t rows, size_t width, size_t rotated,
                    bool interleaved, const float* cosine, const float* sine,
                    const uint32_t* tableRow, float* xGradient);

}  // namespace scaledot
