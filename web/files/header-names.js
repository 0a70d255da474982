/** Lists the tensors of a .safetensors file of any size. Reads only its header. */

/** Largest size of a header, bytes. The engine has the same limit. */
const longest = 2 ** 20;

/** @param {Blob} file @returns {Promise<string[]>} names of its tensors; empty if it has no such header */
export async function headerNames(file) {
  const start = new DataView(await file.slice(0, 8).arrayBuffer());
  if (start.byteLength < 8) return [];
  const [length, above] = [0, 4].map((at) => start.getUint32(at, true));
  if (above > 0 || length > longest) return [];
  try {
    const header = JSON.parse(await file.slice(8, 8 + length).text());
    return Object.keys(header).filter((name) => name !== '__metadata__');
  } catch {
    return [];
  }
}
