import { useT } from '#web/i18n/use-t.ts'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Literal } from '#web/ui/literal.tsx'
import type { OrderBill } from './order-parts.tsx'

/** What an order comes to, line by line, as the orders' rules word it. */
export function Bill({ rows }: { rows: OrderBill }) {
  const t = useT()
  return (
    <KeyValues
      items={rows.map((row) => ({
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
      }))}
    />
  )
}
