/** Sites outside the shop that links of coupons, adverts and menus may lead to. */
const allowedHosts: readonly string[] = ['apps.apple.com', 'itunes.apple.com', 'play.google.com']

/**
 * Returns whether a link leads to a path of this shop, or by https to a listed host. Used for links that the shop
 * itself follows or loads.
 */
export function isSafeLink(link: string, hosts: readonly string[] = allowedHosts): boolean {
  const host = findLinkHost(link)
  return host !== null && (host === '' || hosts.includes(host))
}

/** Returns whether a link leads to a path of this shop, or by https to any other site. Used for links that staff enter. */
export function isWebLink(link: string): boolean {
  const host = findLinkHost(link)
  return host !== null && (host === '' || host.includes('.'))
}

/** Returns the host of an https link, an empty text for a path of the shop, and null for everything else. */
function findLinkHost(link: string): string | null {
  // Browsers read a backslash as a slash and drop tabs and line breaks: `/\evil.example` and `/⇥/evil.example` leave the shop.
  if (/[\s\\\p{Cc}]/u.test(link)) return null
  if (link.startsWith('/')) return link.startsWith('//') ? null : ''
  const url = URL.canParse(link) ? new URL(link) : null
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return null
  return url.hostname
}

/** Adds search parameters to a path. Parameters without a value are left out. Commas stay readable. */
/* @__NO_SIDE_EFFECTS__ */
export function withSearch(path: string, search: Record<string, string | number | undefined>): string {
  const words = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  )
  return words.length > 0 ? `${path}?${words.join('&')}` : path
}
