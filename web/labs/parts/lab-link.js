/** Links from one lab to a state of another. */

/** @import { Params } from '../../tables/types.js' */

import { nothing } from 'lit';
import { constant } from '../../engine/border/constant.js';
import { writeFragment } from '../../tables/fragment.js';
import { siteHome } from './home.js';

/**
 * Returns the link to a state of a lab, in the current language and theme; null where no site is known.
 * @param {{params: Params}} view
 * @param {Readonly<Record<string, unknown>>} state
 */
export function labLink({ params }, state) {
  if (!siteHome()) return null;
  const { lang, theme } = params;
  const look = { ...(lang && { lang }), ...(theme !== 'auto' && { theme }) };
  const pairs = Object.entries({ ...state, ...look }).map(([key, value]) =>
    constant([key, String(value)]),
  );
  // Outside the site's own page the link opens a new tab, so that readers can continue with the text.
  const isElsewhere = siteHome() !== new URL('./', location.href).href;
  return {
    href: `${isElsewhere ? siteHome() : ''}#${writeFragment(pairs)}`,
    target: isElsewhere ? '_blank' : nothing,
    rel: isElsewhere ? 'noopener' : nothing,
  };
}
