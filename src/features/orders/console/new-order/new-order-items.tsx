import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { type Choice, ManyCombobox } from '#console/ui/combobox.tsx'
import { NumberField } from '#console/ui/field.tsx'
import { showMoney } from '#console/ui/money.rules.ts'
import { Money } from '#console/ui/money.tsx'
import { Thumb } from '#console/ui/thumbs.tsx'
import type { LineProblem } from '#features/cart/cart.rules.ts'
import { listOrderItems } from '#features/checkout/new-order.staff.contract.ts'
import type { OrderLine } from '#features/checkout/new-order.staff.rules.ts'
import styles from './new-order.module.css'
import type { OrderQuote } from './use-order-quote.ts'

const problems: Record<LineProblem, string> = {
  expired: 'No longer for sale',
  sold_out: 'Sold out',
  no_price: 'No price in this currency',
  only_left: 'More than are left',
  too_many: 'More than one order takes',
  cart_full: 'More than one order takes',
  free_unproved: 'Free for confirmed customers only',
  free_once: 'Free only once, and they had one',
  free_alone: 'Free only beside something paid',
}

type Props = { items: OrderLine[]; change: (items: OrderLine[]) => void; quote: OrderQuote }

/** What is ordered: found by name or sku, with what is left and what it costs at this moment. */
export function NewOrderItems({ items, change, quote }: Props) {
  const { found, search } = useItems(quote.currency)
  const add = (sku: string) =>
    change(
      items.some((one) => one.sku === sku)
        ? items.map((one) => (one.sku === sku ? { sku, quantity: one.quantity + 1 } : one))
        : [...items, { sku, quantity: 1 }],
    )
  return (
    <>
      <ManyCombobox
        label="Add an item"
        placeholder="Name or sku"
        choices={found}
        onSearch={search}
        value={[]}
        onChange={([sku]) => sku && add(sku)}
      />
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map(({ sku, quantity }) => {
            const known = quote.lines.find((line) => line.sku === sku)
            const set = (next: number | null) =>
              change(items.map((one) => (one.sku === sku ? { sku, quantity: clampCount(next) } : one)))
            return (
              <li key={sku} className={styles.item}>
                <Thumb src={known?.image ?? null} size="line" />
                <span className={styles.words}>
                  <b className={styles.name}>{known?.name ?? sku}</b>
                  <span className={styles.quiet}>
                    {known && known.options.length > 0 && `${known.options.join(' / ')} · `}
                    <bdi dir="ltr">{sku}</bdi>
                  </span>
                  {known?.problem ? (
                    <span className={styles.problem} role="status">
                      {problems[known.problem]}, {known.stock} left
                    </span>
                  ) : (
                    known && <span className={styles.quiet}>{known.stock} left</span>
                  )}
                </span>
                <span className={styles.count}>
                  <NumberField
                    label={`How many of ${known?.name ?? sku}`}
                    isLabelHidden
                    min={1}
                    max={99}
                    value={quantity}
                    onChange={set}
                  />
                </span>
                <span className={styles.sum}>
                  {known?.price && <Money of={{ ...known.price, amount: known.price.amount * quantity }} />}
                </span>
                <Button
                  tone="quiet"
                  icon={X}
                  aria-label={`Take ${known?.name ?? sku} out`}
                  onClick={() => change(items.filter((one) => one.sku !== sku))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

const clampCount = (typed: number | null) => Math.min(99, Math.max(1, Math.trunc(typed ?? 1)))

/** What is on sale, for what is typed. */
function useItems(currency: string) {
  const { call } = useConsole()
  const [found, setFound] = useState<Choice[]>([])
  const last = useRef('')
  async function search(typed: string) {
    last.current = typed
    const q = typed.trim()
    if (q.length < 2) return setFound([])
    const answer = await call(listOrderItems, { q, ...(currency && { currency }) }).catch(() => null)
    // Something else was typed meanwhile.
    if (!answer || last.current !== typed) return
    setFound(
      answer.data.data.map(({ sku, name, options, stock, price }) => ({
        value: sku,
        name: [name, options.join(' / ')].filter(Boolean).join(', '),
        detail: `${sku}, ${stock} left, ${showMoney(price)}`,
      })),
    )
  }
  return { found, search }
}
