// A generated file as a list of lines, each with its function and its field.

/** The beginning of every generated file. */
export const made = 'Made by `npm run border` from ';
/** @param {string} source */
export const madeFrom = (source) => `${made}${source}.`;
export const madeBy = madeFrom('scripts/border/records.mjs');

/** @param {string} name */
export const upper = (name) => name[0].toUpperCase() + name.slice(1);

export class Lines {
  /** Whether each number is written by a separate call, which is faster but longer. */
  hot = false;
  /** The function of the next lines. */
  of = '';
  /** @type {{text: string, of: string, field: string}[]} */
  #all = [];

  /** @param {string} text @param {string} [field] */
  add(text, field = '') {
    this.#all.push({ text, of: this.of, field });
  }

  get text() {
    return this.#all.map(({ text }) => `${text}\n`).join('');
  }

  /**
   * Compares the lines with a file.
   * @param {string} file
   * @param {string} text  of the file
   * @returns {string | undefined} a sentence about the first line that differs
   */
  complaint(file, text) {
    if (text === this.text) return undefined;
    const lines = text.split('\n');
    const at = this.#all.findIndex((line, i) => line.text !== lines[i]);
    const { text: expected, of, field } = this.#all[at] ?? { text: '', of: '', field: '' };
    const got = lines[at < 0 ? this.#all.length : at] ?? '';
    const where = [of, field].filter(Boolean).join(': ');
    return `${file}:${(at < 0 ? this.#all.length : at) + 1}: ${where && `${where}: `}got "${got.trim()}"; expected "${expected.trim()}", which "npm run border" writes`;
  }
}
