/**
 * What is used of @huggingface/tokenizers (tsconfig.lint.json maps its name to this file). Its own declarations import one another
 * without extensions, which Node's rules do not resolve.
 */
export class Tokenizer {
  constructor(tokenizer: object, config: object);
  encode(text: string): { ids: number[]; tokens: string[] };
  decode(ids: number[]): string;
}
