/**
 * Returns the first line with this SKU that was not found yet. Each line is a single unit. Scanners differ in case, so
 * case is ignored.
 */
export function findScanned<Line extends { id: string; sku: string }>(
  lines: readonly Line[],
  found: readonly string[],
  code: string,
): Line | undefined {
  const scanned = code.trim().toLowerCase()
  return lines.find(({ id, sku }) => sku.toLowerCase() === scanned && !found.includes(id))
}
