type Description = { paths: Record<string, Record<string, unknown>> }

/** Returns the statuses that a description of an API names for a call, without the ranges 4XX and 5XX. */
export function describedStatuses(
  { paths }: Description,
  { method, path }: { method: string; path: string },
): number[] {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as { responses: object } | undefined
  return Object.keys(operation?.responses ?? {})
    .map(Number)
    .filter(Number.isInteger)
}
