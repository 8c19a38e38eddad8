import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { type Choice, ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { NumberField } from '#console/ui/fields/field.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import type { LineProblem } from '#features/cart/cart.rules.ts'
import { listOrderItems } from '#features/checkout/new-order.staff.contract.ts'
import type { OrderLine } from '#features/checkout/new-order.staff.rules.ts'
import styles from './new-order.module.css'
import type { OrderQuote } from './use-order-quote.ts'

const problems: Record<LineProblem, string> = {
  expired: 'No longer for sale',
  sold_out: 'Sold out',
  no_price: 'No price in this currency',
  only_left: 'Not enough in stock',
  too_many: 'Above the limit for one order',
  cart_full: 'Above the limit for one order',
  free_unproved: 'Free only for customers with a confirmed email',
  free_once: 'This customer has already had the free item',
  free_alone: 'Free only together with a paid item',
}

type Props = { items: OrderLine[]; change: (items: OrderLine[]) => void; quote: OrderQuote }

/** Chooses the items by name or SKU. Shows the current stock and price of each item. */
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
        placeholder="Name or SKU"
        choices={found}
        onSearch={search}
        value={[]}
        onChange={([sku]) => sku && add(sku)}
      />
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <ItemRow
              key={item.sku}
              item={item}
              line={quote.lines.find(({ sku }) => sku === item.sku)}
              onCount={(quantity) => change(items.map((one) => (one.sku === item.sku ? { ...one, quantity } : one)))}
              onRemove={() => change(items.filter(({ sku }) => sku !== item.sku))}
            />
          ))}
        </ul>
      )}
    </>
  )
}

type RowProps = {
  item: OrderLine
  /** The line of the item in the quote. Undefined until the quote has been read again. */
  line: OrderQuote['lines'][number] | undefined
  onCount: (quantity: number) => void
  onRemove: () => void
}

function ItemRow({ item: { sku, quantity }, line, onCount, onRemove }: RowProps) {
  const name = line?.name ?? sku
  return (
    <li className={styles.item}>
      <Thumb src={line?.image ?? null} size="line" />
      <span className={styles.words}>
        <b className={styles.name}>{name}</b>
        <span className={styles.quiet}>
          {line && line.options.length > 0 && `${line.options.join(' / ')} · `}
          <bdi dir="ltr">{sku}</bdi>
        </span>
        {line && <Stock line={line} />}
      </span>
      <span className={styles.count}>
        <NumberField
          label={`Quantity of ${name}`}
          isLabelHidden
          min={1}
          max={99}
          value={quantity}
          onChange={(typed) => onCount(clampCount(typed))}
        />
      </span>
      <span className={styles.sum}>
        {line?.price && <Money of={{ ...line.price, amount: line.price.amount * quantity }} />}
      </span>
      <Button tone="quiet" icon={X} aria-label={`Remove ${name}`} onClick={onRemove} />
    </li>
  )
}

function Stock({ line: { problem, stock } }: { line: OrderQuote['lines'][number] }) {
  if (!problem) return <span className={styles.quiet}>{stock} in stock</span>
  return (
    <span className={styles.problem} role="status">
      {problems[problem]}, {stock} left
    </span>
  )
}

const clampCount = (typed: number | null) => Math.min(99, Math.max(1, Math.trunc(typed ?? 1)))

/** Finds SKUs on sale that match the typed text. */
function useItems(currency: string) {
  const { call } = useConsole()
  const [found, setFound] = useState<Choice[]>([])
  const last = useRef('')
  async function search(typed: string) {
    last.current = typed
    const q = typed.trim()
    if (q.length < 2) return setFound([])
    const answer = await call(listOrderItems, { q, ...(currency && { currency }) }).catch(() => null)
    // The user has changed the search text in the meantime, so this outdated result is ignored.
    if (!answer || last.current !== typed) return
    setFound(
      answer.data.data.map(({ sku, name, options, stock, price }) => ({
        value: sku,
        name: [name, options.join(' / ')].filter(Boolean).join(', '),
        detail: `${sku}, ${stock} left, ${formatMoney(price)}`,
      })),
    )
  }
  return { found, search }
}
