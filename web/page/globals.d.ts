/** Names on the window of a page. */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL?: (address: string) => string },
  ): { createScriptURL(address: string | URL): string };
}

interface Window {
  /** Of embed.js, for the pages of others. */
  scaledotFrame: (frame: HTMLIFrameElement) => object;
}

/** Not every browser has them: who asks for a policy is ready for an error. */
declare var trustedTypes: TrustedTypes;
/** What Lit leaves behind once it has begun. */
declare var litHtmlVersions: string[] | undefined;
