export type CsvLine = { line: number; cells: Record<string, string> }

/** Comma-separated values with a line of names on top: quotes may hold commas, line breaks and doubled quotes. */
export function parseCsv(source: string): { lines: CsvLine[]; problem: string | null } {
  const { records, isOpen } = splitRecords(source.replace(/^\uFEFF/, ''))
  if (isOpen) return { lines: [], problem: 'a quoted value is never closed' }
  const [head, ...rest] = records.filter(({ values }) => values.some((one) => one.trim() !== ''))
  if (!head) return { lines: [], problem: 'the file is empty' }
  const names = head.values.map((name) => name.trim().toLowerCase())
  const tooLong = rest.find(({ values }) => values.length > names.length)
  if (tooLong) return { lines: [], problem: `line ${tooLong.line} has more values than the first line has names` }
  return {
    lines: rest.map(({ line, values }) => ({
      line,
      cells: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    })),
    problem: null,
  }
}

type CsvRecord = { line: number; values: string[] }

function splitRecords(source: string): { records: CsvRecord[]; isOpen: boolean } {
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, values: [] }
  let value = ''
  let line = 1
  let isQuoted = false
  const endValue = () => {
    record.values.push(value)
    value = ''
  }
  const endRecord = () => {
    endValue()
    records.push(record)
    record = { line, values: [] }
  }
  for (let at = 0; at < source.length; at++) {
    const one = source[at]
    if (one === '\n') line++
    if (isQuoted) {
      if (one !== '"') value += one
      else if (source[at + 1] === '"') value += source[at++]
      else isQuoted = false
    } else if (one === '"' && value === '') isQuoted = true
    else if (one === ',') endValue()
    else if (one === '\n') endRecord()
    else if (one !== '\r') value += one
  }
  if (value !== '' || record.values.length > 0) endRecord()
  return { records, isOpen: isQuoted }
}
