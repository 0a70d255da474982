// What the commands share.

export interface Command {
  name: string;
  /** Whose table has the options */
  lab?: string;
  /** Of the table */
  keys?: readonly string[];
  /** Further spellings, and the keys that they mean */
  also?: Readonly<Record<string, string>>;
  /** Options that are in no table */
  more?: Readonly<Record<string, 'string' | 'boolean'>>;
  /** The one word that it takes besides options; it stands among the flags by this name */
  operand?: string;
  /** What the words are that it takes besides options, one or more */
  operands?: string;
  /** Options of all commands that this one does not have */
  without?: readonly string[];
  /** Fits one screen */
  help: string;
}

export interface Arguments {
  /** By key of the table, in the order in which they came */
  values: Map<string, string[]>;
  /** All other options */
  flags: Record<string, string | true>;
  /** Besides options */
  words: string[];
}
