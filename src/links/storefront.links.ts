import { withSearch } from '#contract/links.ts'

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

export function wishlistLink(page?: number): string {
  return withSearch('/account/collect', { page })
}
