// Files of tensors: records as in ../records.mjs.
import { bytes, entries, group, inPlace, place, size, whole, wide } from '../kinds.mjs';

const text = group('TextBuffer', 'tensor-files', { capacity: whole, letters: place('char') });

const reading = {
  file: group(
    'FileStart',
    'tensor-files',
    { fileSize: wide, count: size, bytes: bytes() },
    { cpp: 'FileStart' },
  ),
  limits: group(
    'FileLimits',
    'tensor-files',
    { header: wide, numbers: wide, axis: wide },
    { cpp: 'FileLimits' },
  ),
  sentence: text,
};

/** @type {import('../records.mjs').Binding} */
export const files = {
  includes: ['files/tensor_file.h'],
  calls: {
    readNpyHeader: {
      file: 'tensor-files',
      takes: { ...reading, tensor: place('TensorEntry') },
      returns: { sentenceLength: whole },
    },
    readSafetensorsHeader: {
      file: 'tensor-files',
      takes: {
        ...reading,
        tensorCapacity: whole,
        tensors: place('TensorEntry'),
        metadataCapacity: whole,
        metadata: place('MetadataEntry'),
        text,
      },
      returns: {
        sentenceLength: whole,
        tensorCount: whole,
        metadataCount: whole,
        textLength: whole,
      },
    },
    readNumbers: {
      file: 'tensor-files',
      takes: { tensor: entries('TensorEntry'), bytes: bytes(), numbers: place() },
      returns: { rounded: whole },
    },
    writeNpyHeader: {
      file: 'tensor-files',
      takes: { tensor: entries('TensorEntry'), header: text },
      returns: { length: whole },
    },
    writeSafetensorsHeader: {
      file: 'tensor-files',
      takes: {
        tensorCount: whole,
        tensors: inPlace(entries('TensorEntry')),
        metadataCount: whole,
        metadata: inPlace(entries('MetadataEntry')),
        textLength: whole,
        text: inPlace(bytes('char')),
        header: text,
      },
      returns: { length: whole },
    },
  },
};
