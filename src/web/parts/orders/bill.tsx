import { Literal } from '#ui/content/literal.tsx'
import { type Translate, useT } from '#ui/i18n/use-t.ts'
import { type KeyValue, KeyValues } from '#ui/layout/key-values.tsx'

/** A line of a bill: its words, what of them is no word to translate, and the sum; without one it is free. */
export type BillRow = { key: string; label: string; literal: string | null; value: string | null; isTotal: boolean }

/** What an order comes to, line by line, as the orders' rules word it. */
export function Bill({ rows }: { rows: BillRow[] }) {
  return <KeyValues items={listBill(rows, useT())} />
}

export function listBill(rows: BillRow[], t: Translate): KeyValue[] {
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
