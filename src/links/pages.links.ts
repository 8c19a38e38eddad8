import { legalTitles } from '#contract/text/legal-titles.ts'
import { withSearch } from '#contract/text/links.ts'

/* @__NO_SIDE_EFFECTS__ */
export function informationLink(title: string): string {
  return `/information/${encodeURIComponent(title)}`
}

export const termsLink = informationLink(legalTitles.terms)
export const privacyLink = informationLink(legalTitles.privacy)

export function blogLink(page = 1): string {
  return withSearch('/blog', { page: page > 1 ? page : undefined })
}

export function blogPostLink(handle: string): string {
  return `/blog-detail/${encodeURIComponent(handle)}`
}

export function productTestLink(id: number): string {
  return `/new-product-test/${id}`
}
