import type { ComponentProps } from 'react'
import type { WebContext } from '../root.tsx'

// The router turns an entry of this name into a data block, which browsers never run.
type Meta = ComponentProps<'meta'> & { 'script:ld+json'?: object }

type PageFacts = {
  /** Already in the visitor's language; without one the shop's name stands alone. */
  title?: string
  description?: string
  /** The one address of this content, however it was reached: `/products/ebb-wrap-midi-dress`. */
  path: string
  image?: string | null
  kind?: 'website' | 'article' | 'product'
  /** A list that is searched or narrowed: its contents are found by their own pages. */
  isHidden?: boolean
  /** What the page is about, in the words of schema.org. */
  facts?: object[]
}

/** What a page tells search engines and whoever shares its address. */
export function pageHead({ site }: WebContext, page: PageFacts): { meta: Meta[]; links: ComponentProps<'link'>[] } {
  const title = page.title ? `${page.title} · ${site.name}` : site.name
  const address = toAddress(site.publicUrl, page.path)
  const picture = page.image ? toPicture(site.publicUrl, page.image) : null
  return {
    meta: [
      { title },
      { property: 'og:title', content: page.title ?? site.name },
      { property: 'og:site_name', content: site.name },
      { property: 'og:type', content: page.kind ?? 'website' },
      { property: 'og:url', content: address },
      ...(page.description
        ? [
            { name: 'description', content: page.description },
            { property: 'og:description', content: page.description },
          ]
        : []),
      ...(picture ? [{ property: 'og:image', content: picture }] : []),
      ...(page.isHidden ? [{ name: 'robots', content: 'noindex, follow' }] : []),
      ...(page.facts ?? []).map((fact) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...fact } })),
    ],
    links: page.isHidden ? [] : [{ rel: 'canonical', href: address }],
  }
}

/** A path of the shop as search engines need it: whole. */
export function toAddress(publicUrl: string, path: string): string {
  return new URL(path, publicUrl).href
}

/** A picture as search engines and shares take it, which is a photo: of a drawing the shop makes one, what else there is they do not show. */
export function toPicture(publicUrl: string, path: string): string | null {
  const { pathname, origin } = new URL(path, publicUrl)
  const isOurs = origin === new URL(publicUrl).origin
  // The hanger that stands for a product without a picture is nothing to share.
  const photo = isOurs ? pathname.replace(/^(\/catalogue\/(?!no-picture\.)[^/]+)\.(?:svg|avif)$/, '$1.jpg') : pathname
  // What shoppers send is kept as png or jpeg, whatever its address ends with.
  return /\.(?:jpe?g|png|webp)$|^\/images\/\w+$/.test(photo) ? `${origin}${photo}` : null
}
