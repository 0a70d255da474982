// .npy: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include <algorithm>
#include <cstring>

#include "files/tensor_file.h"
#include "files/tensor_shape.h"

namespace scaledot {
namespace {

constexpr char kMagic[] = "\x93NUMPY";
constexpr size_t kMagicLength = 6, kHeaderUnit = 64;
constexpr const char* kTypes = "f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 or b1";

struct TypeName {
  char kind, bytes;
  NumberType type;
};
constexpr TypeName kTypeNames[] = {
    {'f', '2', NumberType::f16}, {'f', '4', NumberType::f32}, {'f', '8', NumberType::f64},
    {'i', '1', NumberType::i8},  {'i', '2', NumberType::i16}, {'i', '4', NumberType::i32},
    {'i', '8', NumberType::i64}, {'u', '1', NumberType::u8},  {'u', '2', NumberType::u16},
    {'u', '4', NumberType::u32}, {'u', '8', NumberType::u64}, {'b', '1', NumberType::boolean}};

const char* meaningOf(char kind) {
  switch (kind) {
    case 'c':
      return "complex numbers";
    case 'O':
      return "pickled Python objects";
    case 'S':
    case 'a':
    case 'U':
    case 'T':
      return "strings";
    case 'V':
      return "records or raw bytes";
    case 'M':
    case 'm':
      return "dates or times";
    default:
      return nullptr;
  }
}

class NpyHeader {
 public:
  NpyHeader(Scanner scanner, const FileLimits& limits, TensorEntry& tensor, Text& sentence)
      : scanner_(scanner), limits_(limits), tensor_(tensor), sentence_(sentence) {}

  bool read() {
    if (!scanner_.expect('{')) return false;
    while (!scanner_.take('}')) {
      if (!field()) return false;
      if (!scanner_.take(',')) {
        if (!scanner_.expect('}')) return false;
        break;
      }
    }
    constexpr const char* kNames[] = {"descr", "fortran_order", "shape"};
    for (int name = 0; name < 3; ++name) {
      if ((seen_ & (1 << name)) == 0) {
        sentence_.add("got a header without ").add(kNames[name]).add("; expected descr, ");
        sentence_.add("fortran_order and shape");
        return false;
      }
    }
    return scanner_.expectEnd() && countNumbers(tensor_, 0, limits_, sentence_);
  }

 private:
  bool field() {
    char buffer[32];
    Text word(buffer, sizeof buffer);
    TextSpan name;
    if (!scanner_.literal(word, name)) return false;
    const int which = same(word, name, "descr")           ? 0
                      : same(word, name, "fortran_order") ? 1
                      : same(word, name, "shape")         ? 2
                                                          : 3;
    if (which == 3 || (seen_ & (1 << which)) != 0) {
      sentence_.add("got the key ").addQuoted(buffer, name.length, 20);
      sentence_.add(which == 3 ? "" : " twice").add("; expected descr, fortran_order and shape");
      return false;
    }
    seen_ |= 1 << which;
    if (!scanner_.expect(':')) return false;
    return which == 0 ? type() : which == 1 ? order() : shape();
  }

  bool type() {
    if (scanner_.take('[')) {
      sentence_.add("got a dtype of several fields (a structured array); expected ").add(kTypes);
      return false;
    }
    char buffer[16];
    Text word(buffer, sizeof buffer);
    TextSpan span;
    if (!scanner_.literal(word, span)) return false;
    const bool ordered =
        span.length > 0 && (buffer[0] == '<' || buffer[0] == '>' || buffer[0] == '|');
    const char* name = buffer + (ordered ? 1 : 0);
    const size_t length = span.length - (ordered ? 1 : 0);
    for (const TypeName& known : kTypeNames) {
      if (length != 2 || name[0] != known.kind || name[1] != known.bytes) continue;
      if (bytesOf(known.type) > 1 && (!ordered || buffer[0] == '|')) break;
      tensor_.type = known.type;
      tensor_.bigEndian = buffer[0] == '>' ? 1 : 0;
      return true;
    }
    const char* meaning = length > 0 ? meaningOf(name[0]) : nullptr;
    sentence_.add("got the dtype ").addQuoted(buffer, span.length);
    if (meaning != nullptr) sentence_.add(" (").add(meaning).add(")");
    sentence_.add("; expected ").add(kTypes).add(", with < or > in front");
    return false;
  }

  bool order() {
    if (scanner_.take("True")) {
      tensor_.columnMajor = 1;
      return true;
    }
    return scanner_.take("False") || scanner_.refuse("True or False");
  }

  bool shape() {
    if (!scanner_.expect('(')) return false;
    while (!scanner_.take(')')) {
      uint64_t length;
      if (!scanner_.whole(length) || !addAxis(tensor_, length, limits_, sentence_)) return false;
      const bool another = scanner_.take(',');
      // In Python (3) is a number and (3,) a tuple.
      if (!another) return tensor_.rank > 1 ? scanner_.expect(')') : scanner_.expect(',');
    }
    return true;
  }

  Scanner scanner_;
  const FileLimits& limits_;
  TensorEntry& tensor_;
  Text& sentence_;
  int seen_ = 0;
};

}  // namespace

bool readNpyHeader(FileStart file, const FileLimits& limits, TensorEntry& tensor, Text& sentence) {
  tensor = {};
  const size_t present = std::min(file.count, kMagicLength);
  if (std::memcmp(file.bytes, kMagic, present) != 0) {
    sentence.add("got other bytes than the magic string at byte 0; expected a byte of value 147 ");
    sentence.add("and \"NUMPY\"");
    return false;
  }
  const unsigned version = file.count > kMagicLength ? file.bytes[kMagicLength] : 1;
  if (version < 1 || version > 3) {
    sentence.add("got version ").add(uint64_t{version}).add(" at byte 6; expected 1, 2 or 3");
    return false;
  }
  const size_t width = version == 1 ? 2 : 4, first = kMagicLength + 2 + width;
  if (file.fileSize < first || file.count < first) {
    sentence.add("got ").add(file.fileSize).add(" bytes; expected at least ").add(uint64_t{first});
    return false;
  }
  uint64_t length = 0;
  for (size_t i = 0; i < width; ++i) length |= uint64_t{file.bytes[first - width + i]} << (8 * i);
  const uint64_t most = std::min(limits.header, file.fileSize - first);
  if (length > most || first + length > file.count) {
    sentence.add("got a header of ").add(length).add(" bytes at byte 8; expected at most ");
    sentence.add(most).add(most == limits.header ? "" : ", what the file has behind it");
    return false;
  }
  const size_t end = first + static_cast<size_t>(length);
  if (!NpyHeader(Scanner(file.bytes, first, end, sentence), limits, tensor, sentence).read()) {
    return false;
  }
  tensor.begin = static_cast<uint32_t>(end);
  const uint64_t wanted = uint64_t{tensor.count} * bytesOf(tensor.type);
  if (file.fileSize - end != wanted) {
    sentence.add("got ").add(file.fileSize - end).add(" bytes of numbers from byte ");
    sentence.add(uint64_t{end}).add("; expected ").add(wanted).add(" for the shape ");
    addShape(sentence, tensor);
    return false;
  }
  return true;
}

void writeNpyHeader(const TensorEntry& tensor, Text& header) {
  header.add(kMagic, kMagicLength).add("\1", 2).add("  ", 2);
  header.add("{'descr': '").add(tensor.type == NumberType::boolean ? "|b1" : "<f4");
  header.add("', 'fortran_order': False, 'shape': (");
  for (uint32_t axis = 0; axis < tensor.rank; ++axis) {
    header.add(uint64_t{tensor.shape[axis]}).add(axis + 1 < tensor.rank ? ", " : "");
  }
  header.add(tensor.rank == 1 ? ",), }" : "), }");
  while ((header.length() + 1) % kHeaderUnit != 0 && !header.full()) header.add(' ');
  header.add('\n');
  const size_t length = header.length() - (kMagicLength + 4);
  header.set(kMagicLength + 2, static_cast<char>(length & 255));
  header.set(kMagicLength + 3, static_cast<char>(length >> 8));
}

}  // namespace scaledot
