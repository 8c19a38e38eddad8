/** Returns the kind of a page. For example, `/account/order/abc?x=1` and `/account/order/xyz?x=2` are the same kind. */
export function findKind(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://harbor.test')
  const kind = pathname
    .replace(
      /^\/(products|catalogue|information|blog-detail|new-product-test|account\/order|returndetail|contact-us\/tickets)\/[^/]+$/,
      '/$1/*',
    )
    .replace(/^\/(account\/review|return)\/[^/]+\/[^/]+$/, '/$1/*/*')
  return [kind, ...[...searchParams.keys()].sort()].join(' ')
}

/** Returns every address that the page links to, except links within the page. */
export function readLinks(html: string): string[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href]) =>
    (href ?? '').replaceAll('&amp;', '&'),
  )
  return hrefs.filter((href) => href !== '' && !href.startsWith('#'))
}
