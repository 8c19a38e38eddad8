/** A part of docs/benchmarks.md, and what is wrong enough to say so with the exit code. */
export type Section = {
  markdown: string
  problems: string[]
  /** Only some rows were asked for: not to be written down. */
  isPartial?: boolean
}

export function showTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
