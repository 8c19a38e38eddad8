/** The first line of a sku that was not found yet: lines are single units. Scanners write letters as they like. */
export function findScanned<Line extends { id: string; sku: string }>(
  lines: readonly Line[],
  found: readonly string[],
  code: string,
): Line | undefined {
  const wanted = code.trim().toLowerCase()
  return lines.find(({ id, sku }) => sku.toLowerCase() === wanted && !found.includes(id))
}
