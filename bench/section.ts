/** A table with its explanation, and the problems that decide the exit code. */
export type Section = {
  markdown: string
  problems: string[]
}

export function showTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
