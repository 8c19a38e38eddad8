import { withSearch } from '#contract/text/links.ts'

export const homeLink = '/'
export const menuLink = '/menu'
export const catalogueLink = '/catalogue'
export const searchLink = '/search'

export function categoryLink(code: string): string {
  return `/catalogue/${encodeURIComponent(code)}`
}

export function productLink(handle: string): string {
  return `/products/${encodeURIComponent(handle)}`
}

/** Returns the link of a preview. `token` is signed by the shop and opens a page that shoppers cannot reach. */
export function productPreviewLink(handle: string, token: string): string {
  return withSearch(productLink(handle), { preview: token })
}

/** Returns the handle of the product on a page, or an empty text on any other page. */
export function readProductHandle(path: string): string {
  const [, handle = ''] = /^\/products\/([^/]+)$/.exec(path) ?? []
  return decodeURIComponent(handle)
}

export function wishlistLink(page?: number): string {
  return withSearch('/account/collect', { page })
}
