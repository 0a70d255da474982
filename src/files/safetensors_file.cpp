// .safetensors: https://huggingface.co/docs/safetensors
#include <algorithm>
#include <cstring>
#include <utility>

#include "files/tensor_file.h"
#include "files/tensor_shape.h"

namespace scaledot {
namespace {

constexpr size_t kLengthBytes = 8;
constexpr const char* kTypes = "F16 BF16 F32 F64 I8 I16 I32 I64 U8 U16 U32 U64 or BOOL";
constexpr const char* kTypeNames[kNumberTypes] = {"F16", "BF16", "F32", "F64", "I8",  "I16", "I32",
                                                  "I64", "U8",   "U16", "U32", "U64", "BOOL"};
constexpr const char* kMetadata = "__metadata__";

TextSpan nameOf(const TensorEntry& tensor) { return tensor.name; }
TextSpan nameOf(const MetadataEntry& pair) { return pair.key; }

// Returns a negative number, 0 or a positive number, like std::memcmp.
int compare(const char* text, TextSpan a, TextSpan b) {
  const int order = std::memcmp(text + a.begin, text + b.begin, std::min(a.length, b.length));
  return order != 0 ? order : a.length < b.length ? -1 : a.length > b.length;
}

template <typename Entry>
using Less = bool (*)(const char* text, const Entry& a, const Entry& b);

// Sorts the entries by heap sort, which allocates nothing, takes O(count log count) steps for every file, and is less code
// than the standard library's.
template <typename Entry>
void sort(Entry* entries, uint32_t count, const char* text, Less<Entry> less) {
  // From `heap` on, no entry is less than its children 2 i + 1 and 2 i + 2. From `end` on the entries are sorted.
  uint32_t heap = count / 2, end = count;
  while (end > 1) {
    if (heap > 0) {
      --heap;
    } else {
      std::swap(entries[0], entries[--end]);
    }
    for (uint32_t i = heap, child; (child = 2 * i + 1) < end; i = child) {
      if (child + 1 < end && less(text, entries[child], entries[child + 1])) ++child;
      if (!less(text, entries[i], entries[child])) break;
      std::swap(entries[i], entries[child]);
    }
  }
}

template <typename Entry>
bool lessByName(const char* text, const Entry& a, const Entry& b) {
  return compare(text, nameOf(a), nameOf(b)) < 0;
}

// Compares the positions of two tensors. An empty tensor comes before one that begins at the same byte.
bool lessByPlace(const char* text, const TensorEntry& a, const TensorEntry& b) {
  if (a.begin != b.begin) return a.begin < b.begin;
  if ((a.count == 0) != (b.count == 0)) return a.count == 0;
  return lessByName(text, a, b);
}

class SafetensorsHeader {
 public:
  SafetensorsHeader(Scanner scanner, const FileLimits& limits, FileIndex& index, Text& sentence)
      : scanner_(scanner), limits_(limits), index_(index), sentence_(sentence) {}

  // `size`: the number of bytes after the header.
  bool read(uint64_t first, uint64_t size) {
    if (scanner_.atBlank() || !scanner_.take('{')) return scanner_.refuse("\"{\"");
    if (!list('}', [&] { return entry(size); }) || !scanner_.expectEnd()) return false;
    return eachOnce() && hasNoGaps(size) && moveBehind(first);
  }

 private:
  // Reads a list separated by commas, up to the closing bracket. The opening bracket has been read.
  template <typename Read>
  bool list(char close, Read read) {
    if (scanner_.take(close)) return true;
    do {
      if (!read()) return false;
    } while (scanner_.take(','));
    return scanner_.expect(close);
  }

  bool entry(uint64_t size) {
    TextSpan name;
    if (!scanner_.string(index_.text, name) || !scanner_.expect(':')) return false;
    if (same(index_.text, name, kMetadata)) return metadata();
    if (index_.tensorCount == index_.tensorCapacity) {
      return refuseCount("tensors", index_.tensorCapacity);
    }
    TensorEntry& tensor = index_.tensors[index_.tensorCount];
    tensor = {};
    tensor.name = name;
    const bool read = this->tensor(tensor, size);
    index_.tensorCount += read ? 1 : 0;
    return read;
  }

  bool refuseCount(const char* what, uint32_t most) {
    sentence_.add("got more than ").add(uint64_t{most}).add(" ").add(what);
    sentence_.add("; expected no more");
    return false;
  }

  bool metadata() {
    if (metadataSeen_) {
      sentence_.add("got __metadata__ twice; expected it once");
      return false;
    }
    metadataSeen_ = true;
    if (!scanner_.expect('{')) return false;
    return list('}', [&] {
      if (index_.metadataCount == index_.metadataCapacity) {
        return refuseCount("entries of __metadata__", index_.metadataCapacity);
      }
      MetadataEntry& pair = index_.metadata[index_.metadataCount++];
      return scanner_.string(index_.text, pair.key) && scanner_.expect(':') &&
             scanner_.string(index_.text, pair.value);
    });
  }

  Text& about(const TensorEntry& tensor) {
    sentence_.add("tensor ");
    sentence_.addQuoted(index_.text.data() + tensor.name.begin, tensor.name.length, 40);
    return sentence_.add(": ");
  }

  bool tensor(TensorEntry& tensor, uint64_t size) {
    enum { kType = 1, kShape = 2, kOffsets = 4, kAll = 7 };
    int seen = 0;
    uint64_t offsets[2];
    if (!scanner_.expect('{')) return false;
    const bool read = list('}', [&] {
      TextSpan key;
      if (!scanner_.string(index_.text, key) || !scanner_.expect(':')) return false;
      const int which = same(index_.text, key, "dtype")          ? kType
                        : same(index_.text, key, "shape")        ? kShape
                        : same(index_.text, key, "data_offsets") ? kOffsets
                                                                 : 0;
      if (which == 0 || (seen & which) != 0) {
        about(tensor).add("got ");
        sentence_.addQuoted(index_.text.data() + key.begin, key.length, 40);
        sentence_.add(which == 0 ? "" : " twice").add("; expected dtype, shape and data_offsets");
        return false;
      }
      seen |= which;
      index_.text.cut(key.begin);
      return which == kType    ? type(tensor)
             : which == kShape ? shape(tensor)
                               : this->offsets(offsets);
    });
    if (!read) return false;
    if (seen != kAll) {
      about(tensor).add("got no ");
      sentence_.add((seen & kType) == 0    ? "dtype"
                    : (seen & kShape) == 0 ? "shape"
                                           : "data_offsets");
      sentence_.add("; expected dtype, shape and data_offsets");
      return false;
    }
    return place(tensor, offsets, size);
  }

  bool type(TensorEntry& tensor) {
    TextSpan name;
    if (!scanner_.string(index_.text, name)) return false;
    for (uint32_t type = 0; type < kNumberTypes; ++type) {
      if (!same(index_.text, name, kTypeNames[type])) continue;
      tensor.type = static_cast<NumberType>(type);
      index_.text.cut(name.begin);
      return true;
    }
    about(tensor).add("got the dtype ");
    sentence_.addQuoted(index_.text.data() + name.begin, name.length, 20);
    sentence_.add("; expected ").add(kTypes);
    return false;
  }

  bool shape(TensorEntry& tensor) {
    return scanner_.expect('[') && list(']', [&] {
             uint64_t length;
             if (!scanner_.whole(length)) return false;
             const uint32_t before = sentence_.length();
             about(tensor);
             if (!addAxis(tensor, length, limits_, sentence_)) return false;
             sentence_.cut(before);
             return true;
           });
  }

  bool offsets(uint64_t offsets[2]) {
    return scanner_.expect('[') && scanner_.whole(offsets[0]) && scanner_.expect(',') &&
           scanner_.whole(offsets[1]) && scanner_.expect(']');
  }

  bool place(TensorEntry& tensor, const uint64_t offsets[2], uint64_t size) {
    const uint32_t before = sentence_.length();
    about(tensor);
    if (!countNumbers(tensor, numbers_, limits_, sentence_)) return false;
    numbers_ += tensor.count;
    const uint64_t wanted = uint64_t{tensor.count} * bytesOf(tensor.type);
    if (offsets[0] > offsets[1] || offsets[1] > size || offsets[1] - offsets[0] != wanted) {
      sentence_.add("got data_offsets [").add(offsets[0]).add(", ").add(offsets[1]);
      sentence_.add("]; expected ").add(wanted).add(" bytes for the shape ");
      addShape(sentence_, tensor).add(", within the ").add(size).add(" behind the header");
      return false;
    }
    sentence_.cut(before);
    tensor.begin = static_cast<uint32_t>(offsets[0]);
    return true;
  }

  template <typename Entry>
  bool eachOnce(Entry* entries, uint32_t count) {
    const char* text = index_.text.data();
    sort(entries, count, text, lessByName<Entry>);
    for (uint32_t i = 1; i < count; ++i) {
      const TextSpan name = nameOf(entries[i]);
      if (compare(text, nameOf(entries[i - 1]), name) != 0) continue;
      sentence_.add("got the name ").addQuoted(text + name.begin, name.length, 40);
      sentence_.add(" twice; expected it once");
      return false;
    }
    return true;
  }
  bool eachOnce() {
    return eachOnce(index_.tensors, index_.tensorCount) &&
           eachOnce(index_.metadata, index_.metadataCount);
  }

  bool hasNoGaps(uint64_t size) {
    sort(index_.tensors, index_.tensorCount, index_.text.data(), lessByPlace);
    uint64_t end = 0;
    for (uint32_t i = 0; i < index_.tensorCount; ++i) {
      const TensorEntry& tensor = index_.tensors[i];
      if (tensor.begin != end) {
        about(tensor)
            .add("got bytes from ")
            .add(uint64_t{tensor.begin})
            .add("; expected them from ");
        sentence_.add(end).add(", without a gap");
        return false;
      }
      end += uint64_t{tensor.count} * bytesOf(tensor.type);
    }
    if (end == size) return true;
    sentence_.add("got ").add(size).add(" bytes of numbers; expected ").add(end);
    sentence_.add(", as many as the header describes");
    return false;
  }

  bool moveBehind(uint64_t first) {
    for (uint32_t i = 0; i < index_.tensorCount; ++i) {
      index_.tensors[i].begin += static_cast<uint32_t>(first);
    }
    return true;
  }

  Scanner scanner_;
  const FileLimits& limits_;
  FileIndex& index_;
  Text& sentence_;
  uint64_t numbers_ = 0;
  bool metadataSeen_ = false;
};

}  // namespace

bool readSafetensorsHeader(FileStart file, const FileLimits& limits, FileIndex& index,
                           Text& sentence) {
  if (file.fileSize < kLengthBytes || file.count < kLengthBytes) {
    sentence.add("got ")
        .add(file.fileSize)
        .add(" bytes; expected at least 8, the length of a header");
    return false;
  }
  uint64_t length = 0;
  for (size_t i = 0; i < kLengthBytes; ++i) length |= uint64_t{file.bytes[i]} << (8 * i);
  const uint64_t most = std::min(limits.header, file.fileSize - kLengthBytes);
  if (length > most || length > file.count - kLengthBytes) {
    sentence.add("got a header of ").add(length).add(" bytes at byte 0; expected at most ");
    sentence.add(most).add(most == limits.header ? "" : ", what the file has behind it");
    return false;
  }
  const size_t end = kLengthBytes + static_cast<size_t>(length);
  SafetensorsHeader header(Scanner(file.bytes, kLengthBytes, end, sentence), limits, index,
                           sentence);
  return header.read(end, file.fileSize - end);
}

void writeSafetensorsHeader(FileIndex& index, Text& header) {
  const auto quoted = [&](TextSpan span) -> Text& {
    return header.addQuoted(index.text.data() + span.begin, span.length);
  };
  const char* between = "";
  header.add("        ", kLengthBytes).add('{');
  if (index.metadataCount > 0) {
    header.add("\"__metadata__\":{");
    for (uint32_t i = 0; i < index.metadataCount; ++i) {
      header.add(i > 0 ? "," : "");
      quoted(index.metadata[i].key).add(':');
      quoted(index.metadata[i].value);
    }
    header.add('}');
    between = ",";
  }
  uint64_t end = 0;
  for (uint32_t i = 0; i < index.tensorCount; ++i) {
    TensorEntry& tensor = index.tensors[i];
    header.add(between);
    between = ",";
    quoted(tensor.name).add(":{\"dtype\":\"").add(kTypeNames[static_cast<uint32_t>(tensor.type)]);
    addShape(header.add("\",\"shape\":"), tensor).add(",\"data_offsets\":[").add(end).add(",");
    tensor.begin = static_cast<uint32_t>(end);
    end += uint64_t{tensor.count} * bytesOf(tensor.type);
    header.add(end).add("]}");
  }
  header.add('}');
  while (header.length() % kLengthBytes != 0 && !header.full()) header.add(' ');
  const uint64_t length = header.length() - kLengthBytes;
  for (size_t i = 0; i < kLengthBytes; ++i) header.set(i, static_cast<char>(length >> (8 * i)));
  for (uint32_t i = 0; i < index.tensorCount; ++i) index.tensors[i].begin += header.length();
}

}  // namespace scaledot
