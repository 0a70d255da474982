// Tensors in files: NumPy's .npy (versions 1, 2 and 3) and .safetensors, read and written. docs/tensors.md has both layouts.
//
// Files are not trusted. A reader gets the first bytes of a file, as long as a header may be, and how long the file is;
// it checks every number of the header against that length before anyone reserves memory by it, and either describes
// each tensor (its type, its shape, where its bytes lie, all of them inside the file) or says in one sentence what came,
// where, and what was expected. It reads no byte that is not there, calls itself nowhere, and takes time in proportion
// to the header, but for a sort of its names.
//
//   .npy          one tensor: the magic string, a version, a Python dictionary with descr, fortran_order and shape, numbers
//   .safetensors  8 bytes with the length of a header; the header, a JSON object of {dtype, shape, data_offsets} by name
//                 and of strings under __metadata__; numbers without holes or overlaps
//
// Stricter than the formats: unknown keys, keys that come twice and bytes behind the numbers are refused, as are types that
// are not numbers. Everything becomes float32, rounded to nearest: integers beyond 2^24 and float64 may lose digits,
// float64 beyond 3.4e38 become infinite, and readNumbers() tells how many numbers did not stay what they were.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/file_text.h"

namespace scaledot {

inline constexpr uint32_t kMostAxes = 16;

// What files call them; npy has no bf16, and calls boolean b1.
enum class NumberType : uint32_t {
  f16,
  bf16,
  f32,
  f64,
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  boolean
};
inline constexpr uint32_t kNumberTypes = 13;
uint32_t bytesOf(NumberType type);

// Both only have fields of 4 bytes, so that they cross to JavaScript as they are.
struct TensorEntry {
  TextSpan name;
  NumberType type;
  uint32_t bigEndian, columnMajor;  // 0 or 1
  uint32_t begin;                   // where its bytes begin, counted from the first of the file
  uint32_t count;                   // numbers: the product of the shape, 1 where it is empty
  uint32_t rank;
  uint32_t shape[kMostAxes];
};
struct MetadataEntry {
  TextSpan key, value;
};

// What a file holds, in the order of the file; names and metadata as UTF-8 without escapes. The room is the caller's;
// a reader needs as much text as the header has bytes.
struct FileIndex {
  uint32_t tensorRoom, metadataRoom;
  TensorEntry* tensors;
  MetadataEntry* metadata;
  Text text;
  uint32_t tensorCount = 0, metadataCount = 0;
};

struct FileLimits {
  uint64_t header;   // bytes
  uint64_t numbers;  // of all tensors of a file; where an axis has none, the other axes count alone
  uint64_t axis;     // length of one
};

// The beginning of a file, all of it or as much as the longest header that is allowed and 12 bytes more; and how long all
// of it is, below 2^32.
struct FileStart {
  const unsigned char* bytes;
  size_t count;
  uint64_t fileSize;
};

// False: refused, and the sentence says why.
bool readNpyHeader(FileStart file, const FileLimits& limits, TensorEntry& tensor, Text& sentence);
bool readSafetensorsHeader(FileStart file, const FileLimits& limits, FileIndex& index,
                           Text& sentence);

// The numbers of a tensor, row-major, from its bytes. How many of them are rounded (NaN is not).
uint32_t readNumbers(const TensorEntry& tensor, const unsigned char* bytes, float* numbers);

// What stands before the numbers, which follow row-major and little-endian. kNpyHeader bytes are enough for the first; the
// second writes the tensors in the order of the index, one behind the other, and sets where they begin. A text that ends
// up full was too short.
inline constexpr uint32_t kNpyHeader = 320;
void writeNpyHeader(const TensorEntry& tensor, Text& header);
void writeSafetensorsHeader(FileIndex& index, Text& header);

}  // namespace scaledot
