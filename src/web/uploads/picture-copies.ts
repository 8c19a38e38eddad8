/** Three times the 84 px of a line, and nearly twice the 186 px of a card: the copies that the server makes. */
export const smallWidth = 252
export const cardWidth = 336

/** A small copy of a product's picture or of one that a shopper sent, for lists; others are taken as they are. */
export function thumbPath(src: string): string {
  return copyPath(src, smallWidth)
}

export function copyPath(src: string, width: number): string {
  return /^\/(?:catalogue|images)\/[^?]+$/.test(src) ? `${src}?w=${width}` : src
}
