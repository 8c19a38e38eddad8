/**
 * The widths of the copies that the server creates: three times the 84 px of a line, and nearly twice the 186 px of a
 * card.
 */
export const smallWidth = 252
export const cardWidth = 336

/**
 * Returns the path of a small copy for lists, for product pictures and pictures of shoppers. Other paths stay
 * unchanged.
 */
export function thumbPath(src: string): string {
  return copyPath(src, smallWidth)
}

export function copyPath(src: string, width: number): string {
  return /^\/(?:catalogue|images)\/[^?]+$/.test(src) ? `${src}?w=${width}` : src
}
