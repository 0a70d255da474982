/** Global names of a page. */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL?: (address: string) => string },
  ): { createScriptURL(address: string | URL): string };
}

interface Window {
  /** Defined by embed.js, for pages of other sites. */
  scaledotFrame: (frame: HTMLIFrameElement) => object;
}

/** Not every browser has it, so code that creates a policy must handle an error. */
declare var trustedTypes: TrustedTypes;
/** Set by Lit when it starts. */
declare var litHtmlVersions: string[] | undefined;
