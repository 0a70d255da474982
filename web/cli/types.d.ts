// Shared types of the commands.

export interface Command {
  name: string;
  /** The lab whose table has the options */
  lab?: string;
  /** Keys of the table */
  keys?: readonly string[];
  /** Further spellings of options, with their keys */
  also?: Readonly<Record<string, string>>;
  /** Options that are not in the table */
  more?: Readonly<Record<string, 'string' | 'boolean'>>;
  /** The name of the single operand, under which it is stored among the flags */
  operand?: string;
  /** The name of the operands, one or more */
  operands?: string;
  /** Common options that this command does not have */
  without?: readonly string[];
  /** The help, which fits one screen */
  help: string;
}

export interface Arguments {
  /** By key of the table, in order of appearance */
  values: Map<string, string[]>;
  /** All other options */
  flags: Record<string, string | true>;
  /** The operands */
  words: string[];
}
