import { Literal } from '#ui/content/literal.tsx'
import { type Translate, useT } from '#ui/i18n/use-t.ts'
import { type KeyValue, KeyValues } from '#ui/lists/key-values.tsx'

/** A line of a bill: its label, its untranslated part, and the amount. Null means free. */
export type TotalsRow = { key: string; label: string; literal: string | null; value: string | null; isTotal: boolean }

/** Renders the lines of an order's total, as defined by the rules of orders. */
export function TotalsList({ rows }: { rows: TotalsRow[] }) {
  return <KeyValues items={toTotalsItems(rows, useT())} />
}

export function toTotalsItems(rows: TotalsRow[], t: Translate): KeyValue[] {
  return rows.map((row) => ({
    key: row.key,
    label: row.literal ? (
      <>
        <span>{t(row.label)}</span> <Literal>{row.literal}</Literal>
      </>
    ) : (
      t(row.label)
    ),
    value: row.value === null ? t('Free') : <Literal>{row.value}</Literal>,
    total: row.isTotal,
  }))
}
