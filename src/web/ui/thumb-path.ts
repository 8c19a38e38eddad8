/** A small copy of a product's picture, for lists; pictures from elsewhere are taken as they are. */
export function thumbPath(src: string): string {
  return src.startsWith('/catalogue/') && !src.includes('?') ? `${src}?w=252` : src
}
