/** Returns the regions of `Accept-Language` in their order, such as GB and DE for `en-GB,de-DE;q=0.8,fr`. */
export function findRegions(accepted: string): string[] {
  return accepted
    .split(',')
    .flatMap((entry) => /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(entry)?.[1]?.toUpperCase() ?? [])
}
