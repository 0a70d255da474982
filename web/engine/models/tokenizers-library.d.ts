/**
 * The part of @huggingface/tokenizers that is used here (tsconfig.lint.json maps its name to this file). The library's
 * own declarations import each other without extensions, which Node's rules do not resolve.
 */
export class Tokenizer {
  constructor(tokenizer: object, config: object);
  encode(text: string): { ids: number[]; tokens: string[] };
  decode(ids: number[]): string;
}
