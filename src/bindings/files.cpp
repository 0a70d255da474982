// Files of tensors for JavaScript.
#include <emscripten/bind.h>

#include "bindings/files_record.h"
#include "files/tensor_file.h"

namespace scaledot {
namespace {

Text textIn(const TextBuffer& buffer) { return {buffer.letters, buffer.capacity}; }

// The sentence is empty if the file is accepted.
bool readNpyHeaderOf() {
  const ReadNpyHeaderRecord in = readReadNpyHeader();
  Text sentence = textIn(in.sentence);
  readNpyHeader(in.file, in.limits, *in.tensor, sentence);
  writeReturned(ReadNpyHeaderReturned{.sentenceLength = sentence.length()});
  return true;
}

bool readSafetensorsHeaderOf() {
  const ReadSafetensorsHeaderRecord in = readReadSafetensorsHeader();
  Text sentence = textIn(in.sentence);
  FileIndex index{in.tensorCapacity, in.metadataCapacity, in.tensors, in.metadata, textIn(in.text)};
  readSafetensorsHeader(in.file, in.limits, index, sentence);
  writeReturned(ReadSafetensorsHeaderReturned{.sentenceLength = sentence.length(),
                                              .tensorCount = index.tensorCount,
                                              .metadataCount = index.metadataCount,
                                              .textLength = index.text.length()});
  return true;
}

bool readNumbersOf() {
  const ReadNumbersRecord in = readReadNumbers();
  writeReturned(ReadNumbersReturned{.rounded = readNumbers(*in.tensor, in.bytes, in.numbers)});
  return true;
}

bool writeNpyHeaderOf() {
  const WriteNpyHeaderRecord in = readWriteNpyHeader();
  Text header = textIn(in.header);
  writeNpyHeader(*in.tensor, header);
  writeReturned(WriteNpyHeaderReturned{.length = header.length()});
  return true;
}

bool writeSafetensorsHeaderOf() {
  const WriteSafetensorsHeaderRecord in = readWriteSafetensorsHeader();
  FileIndex index{in.tensorCount, in.metadataCount, in.tensors, in.metadata,
                  Text(in.text, in.textLength)};
  index.tensorCount = in.tensorCount;
  index.metadataCount = in.metadataCount;
  Text header = textIn(in.header);
  writeSafetensorsHeader(index, header);
  writeReturned(WriteSafetensorsHeaderReturned{.length = header.length()});
  return true;
}

EMSCRIPTEN_BINDINGS(files) {
  using emscripten::function;
  function("readNpyHeader", &readNpyHeaderOf);
  function("readSafetensorsHeader", &readSafetensorsHeaderOf);
  function("readNumbers", &readNumbersOf);
  function("writeNpyHeader", &writeNpyHeaderOf);
  function("writeSafetensorsHeader", &writeSafetensorsHeaderOf);
  emscripten::constant("tensorEntryWords", static_cast<double>(sizeof(TensorEntry) / 4));
  emscripten::constant("npyHeader", static_cast<double>(kNpyHeader));
}

}  // namespace
}  // namespace scaledot
