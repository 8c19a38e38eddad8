import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { useDraftForm } from '#console/form/use-draft-form.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { newOrderLink, ordersLink, staffOrderLink } from '#console/shell/console-links.ts'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import { FieldGroup, FieldRow, NewPage } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { RestoredNote } from '#console/ui/layout/restored-note.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { createOrder, quoteOrder } from '#features/checkout/new-order.staff.contract.ts'
import { payableHours, writeLines } from '#features/checkout/new-order.staff.rules.ts'
import parts from '../order/order-parts.module.css'
import styles from './new-order.module.css'
import { emptyOrder, formatNextStep, type NewOrder, type Next, payableTimes, toNewOrder } from './new-order.rules.ts'
import { NewOrderBuyer } from './new-order-buyer.tsx'
import { NewOrderItems } from './new-order-items.tsx'
import { type OrderQuote, useOrderQuote } from './use-order-quote.ts'

export async function loadNewOrder({ context: { load } }: { context: ConsoleContext }) {
  return (await load(quoteOrder, {})).data
}

type OrderForm = ReturnType<typeof useDraftForm<NewOrder>>

/** Creates an order for a customer on the phone or at the counter, with the prices, stock and coupons of the checkout. */
export function NewOrderPage() {
  const first = usePageData<typeof loadNewOrder>(newOrderLink)
  const me = useMe()
  const form = useDraftForm('orders/new', { initial: emptyOrder })
  const { values, set } = form
  const { quote, problem, isFresh, reload } = useOrderQuote(first, toQuoteInput(values))
  useOwnAddress(quote, values, set)
  const make = useMakeOrder(form, quote, reload)
  const isReady = isFresh && values.items.length > 0 && quote.lines.every((line) => line.problem === null)
  return (
    <NewPage
      title="New order"
      list={{ name: 'Orders', href: ordersLink }}
      button={isReady ? `Create order, ${formatMoney(quote.total)}` : 'Create order'}
      form={form}
      isOff={!isReady || quote.payments === 'closed'}
      onMake={make}
      aside={
        <>
          <OrderSums quote={quote} isFresh={isFresh} />
          <Panel title="Next step">
            <FieldGroup name="Next step">
              {quote.total.amount > 0 && <NextStep form={form} />}
              <p className={styles.quiet}>
                {formatNextStep(values, quote.total)} The order history names {me.name} as the creator.
              </p>
            </FieldGroup>
          </Panel>
        </>
      }
    >
      {quote.payments === 'closed' && (
        <Note tone="warning">The shop cannot take orders yet. The setup page shows the missing steps.</Note>
      )}
      <RestoredNote form={form} />
      <Refusal problem={problem} />
      <Panel title="Items">
        <FieldGroup name="Items">
          <NewOrderItems items={values.items} change={(items) => set('items', items)} quote={quote} />
        </FieldGroup>
      </Panel>
      <NewOrderBuyer form={form} quote={quote} />
      <ShippingAndPrice form={form} quote={quote} />
    </NewPage>
  )
}

/** Creates the order and opens its page. After a refusal, the quote is read again. */
function useMakeOrder(form: OrderForm, quote: OrderQuote, reload: () => void) {
  const { call } = useConsole()
  const router = useRouter()
  const keyOf = useOneKey()
  return async () => {
    const input = toNewOrder(form.values, quote)
    let number = ''
    const isPlaced = await form.save(async () => {
      const key = keyOf(JSON.stringify(input))
      try {
        number = (await call(createOrder, input, { idempotencyKey: key.value })).data.number
      } catch (error) {
        if (error instanceof StaffProblem) key.drop()
        throw error
      }
    })
    if (!isPlaced) return reload()
    form.forget()
    showToast(`${number} is created`)
    await router.navigate({ href: staffOrderLink(number) })
  }
}

function ShippingAndPrice({ form, quote }: { form: Pick<OrderForm, 'field'>; quote: OrderQuote }) {
  const methods = quote.shipping_methods.map(({ code, name, price }) => ({
    value: code,
    name: `${name}, ${formatMoney(price)}`,
  }))
  const coupons = quote.coupons.map(({ claim_id, code, off, terms }) => ({
    value: claim_id,
    name: off ? `${code}, ${formatMoney({ ...off, amount: -off.amount })}` : `${code}, ${terms}`,
    disabled: off === null,
  }))
  return (
    <Panel title="Shipping and price">
      <FieldGroup name="Shipping and price">
        <FieldRow isPairs>
          <SelectField
            label="Shipping method"
            options={methods}
            {...form.field('shipping_method')}
            value={quote.shipping_method}
          />
          <SelectField
            label="Currency"
            options={quote.currencies.map((code) => ({ value: code, name: code }))}
            {...form.field('currency')}
            value={quote.currency}
          />
        </FieldRow>
        {coupons.length > 0 && (
          <SelectField
            label="Coupon"
            options={[{ value: 'none', name: 'No coupon' }, ...coupons]}
            {...form.field('claim')}
            value={quote.claim_id ?? 'none'}
          />
        )}
      </FieldGroup>
    </Panel>
  )
}

function toQuoteInput({ items, customer_id, currency, shipping_method, claim }: NewOrder) {
  return {
    lines: writeLines(items),
    ...(customer_id && { customer_id }),
    ...(currency && { currency }),
    ...(shipping_method && { shipping_method }),
    ...(claim && { claim_id: claim }),
  }
}

/** Selects the customer's first address until the user chooses another one. */
function useOwnAddress(quote: OrderQuote, values: NewOrder, set: (name: 'address_id', value: string) => void) {
  const last = useRef('')
  const { customer, addresses } = quote
  // biome-ignore lint/correctness/useExhaustiveDependencies: chooses an address once for each customer, when the addresses are loaded.
  useEffect(() => {
    if (!customer || customer.id !== values.customer_id || last.current === customer.id) return
    last.current = customer.id
    const isTyped = Object.entries(values).some(([name, value]) => name.startsWith('address.') && value !== '')
    if (!values.address_id && !isTyped) set('address_id', addresses[0]?.id ?? '')
  }, [customer?.id, values.customer_id])
}

/**
 * Returns an idempotency key. If a response is lost, the repeated request uses the same key. After a refusal, the next
 * attempt uses a new key.
 */
function useOneKey() {
  const last = useRef({ of: '', value: '' })
  return (body: string) => {
    if (last.current.of !== body) last.current = { of: body, value: crypto.randomUUID() }
    const drop = () => {
      last.current = { of: '', value: '' }
    }
    return { value: last.current.value, drop }
  }
}

function OrderSums({ quote, isFresh }: { quote: OrderQuote; isFresh: boolean }) {
  const coupon = quote.coupons.find(({ claim_id }) => claim_id === quote.claim_id)
  const method = quote.shipping_methods.find(({ code }) => code === quote.shipping_method)
  return (
    <Panel title="Summary">
      <dl className={parts.sums} aria-busy={!isFresh}>
        <dt>Subtotal</dt>
        <dd>
          <Money of={quote.subtotal} />
        </dd>
        {coupon && (
          <>
            <dt>Coupon {coupon.code}</dt>
            <dd>
              <Money of={{ ...quote.discount, amount: -quote.discount.amount }} />
            </dd>
          </>
        )}
        <dt>Shipping, {method?.name}</dt>
        <dd>
          <Money of={quote.shipping} />
        </dd>
        <dt className={parts.total}>To pay</dt>
        <dd className={parts.total}>
          <Money of={quote.total} />
        </dd>
      </dl>
    </Panel>
  )
}

const ways: { value: Next; name: string }[] = [
  { value: 'link', name: 'Send payment link' },
  { value: 'paid', name: 'Already paid' },
  { value: 'later', name: 'Pay later' },
]
const payableOptions = payableHours.map((hours) => ({ value: `${hours}` as const, name: payableTimes[hours] }))

function NextStep({ form }: { form: Pick<OrderForm, 'values' | 'set' | 'field'> }) {
  const { next } = form.values
  return (
    <>
      <Segmented
        label="Payment"
        parts={ways}
        value={next}
        onChange={(shippingOffer) => form.set('next', shippingOffer)}
      />
      {next === 'paid' ? (
        <>
          <TextField label="Payment method" maxLength={60} {...form.field('method')} />
          <TextField
            label="Reference"
            hint="Reference of the bank or the cash register"
            maxLength={100}
            {...form.field('reference')}
          />
        </>
      ) : (
        <SelectField
          label="Payment deadline"
          hint="The default is one day"
          options={payableOptions}
          {...form.field('payable_hours')}
        />
      )}
    </>
  )
}
