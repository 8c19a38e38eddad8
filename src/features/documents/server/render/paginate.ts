export type Spaces = {
  /** Space for rows on the first page and on later pages, in millimeters. */
  first: number
  next: number
  /** Height of the row with the sum that is carried forward or brought forward. */
  carry: number
  /** Height of the parts below the table, which stay together on the last page. */
  end: number
}

/**
 * Distributes rows to pages and returns the index of the first row of each page. A page that is followed by another one
 * ends with a carry row, and a later page begins with one. The last page has the end of the document.
 */
export function paginate(heights: readonly number[], { first, next, carry, end }: Spaces): number[] {
  const sum = (from: number, to: number) => heights.slice(from, to).reduce((all, height) => all + height, 0)
  const starts = [0]
  let start = 0
  for (;;) {
    const space = starts.length === 1 ? first : next - carry
    const isLast = sum(start, heights.length) + end <= space
    if (isLast) return starts
    let stop = start
    while (stop < heights.length && sum(start, stop + 1) + carry <= space) stop++
    // All rows fit, but the end does not: the last two rows move with it.
    if (stop === heights.length) stop = Math.max(start + 1, heights.length - 2)
    // A single row taller than a page is drawn all the same.
    const following = Math.max(stop, start + 1)
    if (following >= heights.length) return start === heights.length ? starts : [...starts, heights.length]
    starts.push(following)
    start = following
  }
}
