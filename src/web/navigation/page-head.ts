import type { ComponentProps } from 'react'
import type { WebContext } from '../root.tsx'

// The router renders an entry with this name as a data block, which browsers never run.
type Meta = ComponentProps<'meta'> & { 'script:ld+json'?: object }

type PageFacts = {
  /** The title in the visitor's language. The default is the shop's name. */
  title?: string
  description?: string
  /** The canonical path of the content, such as `/products/ebb-wrap-midi-dress`. */
  path: string
  image?: string | null
  kind?: 'website' | 'article' | 'product'
  /**
   * True for a searched or filtered list, which search engines do not index because its items have pages of their own.
   */
  isHidden?: boolean
  /** The content of the page as schema.org data. */
  facts?: object[]
}

/** Returns the metadata of a page for search engines and link previews. */
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

/** Returns the absolute URL of a path, which search engines need. */
export function toAddress(publicUrl: string, path: string): string {
  return new URL(path, publicUrl).href
}

/**
 * Returns the URL of a picture as JPEG, PNG or WebP, for search engines and link previews. The shop converts drawings
 * to JPEG. Returns null for other formats.
 */
export function toPicture(publicUrl: string, path: string): string | null {
  const { pathname, origin } = new URL(path, publicUrl)
  const isSameOrigin = origin === new URL(publicUrl).origin
  // The placeholder of a product without a picture is not converted, so no preview shows it.
  const photo = isSameOrigin
    ? pathname.replace(/^(\/catalogue\/(?!no-picture\.)[^/]+)\.(?:svg|avif)$/, '$1.jpg')
    : pathname
  // Pictures of shoppers are stored as PNG or JPEG under an address without an extension.
  return /\.(?:jpe?g|png|webp)$|^\/images\/\w+$/.test(photo) ? `${origin}${photo}` : null
}
