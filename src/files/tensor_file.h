// Reading and writing tensors in files: NumPy's .npy (versions 1, 2 and 3) and .safetensors. docs/tensors.md describes both
// layouts.
//
// Files are not trusted. A reader gets the first bytes of a file (the longest header allowed) and the length of the file. It
// checks every number of the header against that length before any memory is allocated for it. It then describes each tensor
// (type, shape, and the position of its bytes, all inside the file), or writes one sentence that says what it got, where, and
// what was expected. It never reads out of bounds, does not recurse, and takes time linear in the header, except for sorting
// the names.
//
//   .npy          one tensor: the magic string, a version, a Python dictionary with descr, fortran_order and shape, numbers
//   .safetensors  8 bytes with the length of a header; the header, a JSON object of {dtype, shape, data_offsets} by name
//                 and of strings under __metadata__; numbers without gaps or overlaps
//
// The readers are stricter than the formats: they refuse unknown keys, duplicate keys, bytes after the numbers, and types
// that are not numbers. All numbers become float32, rounded to nearest. Integers beyond 2^24 and float64 may lose digits,
// and float64 beyond 3.4e38 become infinite. readNumbers() returns how many numbers changed.
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/file_text.h"
#include "shared/limits.h"

namespace scaledot {

inline constexpr uint32_t kMostAxes = limits::rank.most();

// The types of numbers, as files call them. npy has no bf16, and calls boolean b1.
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

// All fields of both structs have 4 bytes, so JavaScript can read them as they are.
struct TensorEntry {
  TextSpan name;
  NumberType type;
  uint32_t bigEndian, columnMajor;  // 0 or 1
  uint32_t begin;                   // offset of its bytes in the file
  uint32_t count;                   // numbers: the product of the shape, 1 if the shape is empty
  uint32_t rank;
  uint32_t shape[kMostAxes];
};
struct MetadataEntry {
  TextSpan key, value;
};

// The contents of a file, in the order of the file. Names and metadata are UTF-8 without escapes. The caller provides the
// buffers. The text needs as many bytes as the header.
struct FileIndex {
  uint32_t tensorCapacity, metadataCapacity;
  TensorEntry* tensors;
  MetadataEntry* metadata;
  Text text;
  uint32_t tensorCount = 0, metadataCount = 0;
};

struct FileLimits {
  uint64_t header;   // bytes
  uint64_t numbers;  // of all tensors of a file; for an empty tensor, the product of its other axes
  uint64_t axis;     // length of one axis
};

// The beginning of a file, and the size of the whole file, below 2^32. The beginning has the longest header allowed and 12
// bytes more, or is the whole file.
struct FileStart {
  const unsigned char* bytes;
  size_t count;
  uint64_t fileSize;
};

// Returns false if the file is refused. The sentence then says why.
bool readNpyHeader(FileStart file, const FileLimits& limits, TensorEntry& tensor, Text& sentence);
bool readSafetensorsHeader(FileStart file, const FileLimits& limits, FileIndex& index,
                           Text& sentence);

// Converts the bytes of a tensor to numbers, row-major. Returns how many numbers were rounded (NaN does not count).
uint32_t readNumbers(const TensorEntry& tensor, const unsigned char* bytes, float* numbers);

// Write the bytes before the numbers, which must follow row-major and little-endian. writeNpyHeader() writes booleans as
// such and every other type as f32, and needs at most kNpyHeader bytes. writeSafetensorsHeader() places the tensors
// contiguously in the order of the index, and sets their `begin`. If the text is full afterwards, it was too short.
inline constexpr uint32_t kNpyHeader = 320;
void writeNpyHeader(const TensorEntry& tensor, Text& header);
void writeSafetensorsHeader(FileIndex& index, Text& header);

}  // namespace scaledot
