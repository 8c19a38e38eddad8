import { type Cells, type ImportContext, WrongRow } from '../kinds/import-kind.ts'

/**
 * Converts '149.5' with 2 decimals to 14950. The conversion works on digits, because floating-point multiplication
 * would round the amount.
 */
export function toMinorUnits(value: string, decimals: number): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(value.trim()) ?? []
  if (whole === undefined) return null
  // Digits beyond the currency's decimals may only be zeros.
  if (/[1-9]/.test(part.slice(decimals))) return null
  return Number(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}

export function readMoney(name: string, value: string, currency: string, { decimals }: ImportContext) {
  const places = decimals.get(currency)
  if (places === undefined) throw new WrongRow(`${name}: this shop does not have the currency ${currency}`)
  const amount = toMinorUnits(value, places)
  if (amount === null) throw new WrongRow(`${name}: "${value}" is not an amount in ${currency}`)
  return { amount, currency }
}

export function readInteger(name: string, value: string): number {
  if (!/^-?\d{1,9}$/.test(value.trim())) throw new WrongRow(`${name}: "${value}" is not a whole number`)
  return Number(value)
}

/** Parses the text of a yes or no cell. Returns undefined for an empty cell. */
export function readYesOrNo(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  if (/^(?:yes|true|1)$/i.test(value.trim())) return true
  if (/^(?:no|false|0)$/i.test(value.trim())) return false
  throw new WrongRow(`${name}: "${value}" must be yes or no`)
}

/** Returns the first non-empty cell among the named columns. */
export function firstCell(cells: Cells, ...names: string[]): string | undefined {
  for (const name of names) if (cells[name] !== undefined) return cells[name]
  return undefined
}

export function describeUnknownCountry(text: string): string {
  return `country: "${text}" is not a country: use the ISO code, such as DE, or the name`
}

/** Splits a cell that contains several values separated by `|`. */
export function splitCell(cell: string | undefined): string[] | undefined {
  return cell?.split('|').flatMap((one) => one.trim() || [])
}

const blocks = /<\/(?:p|div|li|ul|ol|h[1-6]|tr)>|<br\s*\/?>/gi
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Removes scripts and styles. An unclosed element extends to the end of the text, as in a browser. */
function removeScripts(html: string): string {
  const lower = html.toLowerCase()
  const opening = /<(script|style)\b/g
  let kept = ''
  let from = 0
  for (let found = opening.exec(lower); found; found = opening.exec(lower)) {
    kept += html.slice(from, found.index)
    const end = `</${found[1]}>`
    const at = lower.indexOf(end, found.index)
    from = at < 0 ? html.length : at + end.length
    opening.lastIndex = from
  }
  return kept + html.slice(from)
}

/** Converts HTML to plain lines, because descriptions in this shop contain no HTML. */
export function toPlainText(html: string): string {
  return (
    removeScripts(html)
      .replace(blocks, '\n')
      // The pattern excludes `<` inside a tag. Otherwise, for each `<`, a text full of `<` would be searched to its
      // end.
      .replace(/<[^<>]*>/g, '')
      .replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, code: string) => {
        if (!code.startsWith('#')) return entities[code.toLowerCase()] ?? whole
        const number = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1))
        return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : ''
      })
      .replace(/[ \t]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}
