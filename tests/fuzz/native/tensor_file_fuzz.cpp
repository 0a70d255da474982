// Fuzzes .npy and .safetensors with libFuzzer. For any bytes, nothing is read out of bounds, and accepted headers describe
// numbers inside the file.
#include <cstdlib>
#include <memory>
#include <vector>

#include "files/tensor_file.h"

namespace scaledot {
namespace {

constexpr FileLimits kLimits = {1u << 16, 1u << 16, 1u << 16};

void check(bool holds) {
  if (!holds) std::abort();
}

void checkTensor(const TensorEntry& tensor, const unsigned char* bytes, size_t count) {
  check(tensor.rank <= kMostAxes && tensor.count <= kLimits.numbers);
  uint64_t product = 1;
  for (uint32_t axis = 0; axis < tensor.rank; ++axis) product *= tensor.shape[axis];
  check(product == tensor.count);
  const uint64_t size = uint64_t{tensor.count} * bytesOf(tensor.type);
  check(tensor.begin + size <= count);
  // A buffer of exactly that size, so that a sanitizer detects overruns.
  const std::unique_ptr<float[]> numbers(new float[tensor.count]);
  check(readNumbers(tensor, bytes + tensor.begin, numbers.get()) <= tensor.count);
}

void readNpy(const unsigned char* bytes, size_t count) {
  char buffer[300];
  Text sentence(buffer, sizeof buffer);
  TensorEntry tensor = {};
  const bool taken = readNpyHeader({bytes, count, count}, kLimits, tensor, sentence);
  check(taken == (sentence.length() == 0));
  if (taken) checkTensor(tensor, bytes, count);
}

void readSafetensors(const unsigned char* bytes, size_t count) {
  std::vector<TensorEntry> tensors(64);
  std::vector<MetadataEntry> metadata(64);
  std::vector<char> text(count);
  char buffer[300];
  Text sentence(buffer, sizeof buffer);
  FileIndex index = {64, 64, tensors.data(), metadata.data(),
                     Text(text.data(), static_cast<uint32_t>(text.size()))};
  const bool taken = readSafetensorsHeader({bytes, count, count}, kLimits, index, sentence);
  check(taken == (sentence.length() == 0));
  if (!taken) return;
  check(index.tensorCount <= 64 && index.metadataCount <= 64);
  const auto inText = [&](TextSpan span) {
    return span.begin + span.length <= index.text.length();
  };
  for (uint32_t i = 0; i < index.tensorCount; ++i) {
    check(inText(tensors[i].name));
    checkTensor(tensors[i], bytes, count);
  }
  for (uint32_t i = 0; i < index.metadataCount; ++i)
    check(inText(metadata[i].key) && inText(metadata[i].value));
}

}  // namespace
}  // namespace scaledot

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* given, size_t count) {
  // A copy in a buffer of exactly its size.
  const std::unique_ptr<unsigned char[]> bytes(new unsigned char[count]);
  for (size_t i = 0; i < count; ++i) bytes[i] = given[i];
  scaledot::readNpy(bytes.get(), count);
  scaledot::readSafetensors(bytes.get(), count);
  return 0;
}
