/** Sites outside the shop that links of coupons, adverts and menus may lead to. */
const allowedHosts: readonly string[] = ['apps.apple.com', 'itunes.apple.com', 'play.google.com']

/** A link somebody typed into the shop's data may lead to a path of this shop, or by https to a host on the list. */
export function isSafeLink(link: string, hosts: readonly string[] = allowedHosts): boolean {
  // Browsers read a backslash as a slash and drop tabs and line breaks: `/\evil.example` and `/⇥/evil.example` leave the shop.
  if (/[\s\\\p{Cc}]/u.test(link)) return false
  if (link.startsWith('/')) return !link.startsWith('//')
  const url = URL.canParse(link) ? new URL(link) : null
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return false
  return hosts.includes(url.hostname)
}

/** A path with the words of its search behind it; what has no value is left out. Commas stay as people read them. */
/* @__NO_SIDE_EFFECTS__ */
export function withSearch(path: string, search: Record<string, string | number | undefined>): string {
  const words = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  )
  return words.length > 0 ? `${path}?${words.join('&')}` : path
}
