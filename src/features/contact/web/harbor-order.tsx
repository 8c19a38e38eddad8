import { joinAddress } from '#features/account/address.rules.ts'
import { findStatusTone, joinName, viewLines, viewTotals } from '#features/orders/order-view.rules.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { useT } from '#web/i18n/use-t.ts'
import { OrderAddress, OrderHead, OrderLineView } from '#web/parts/order-parts.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Literal } from '#web/ui/literal.tsx'
import { LocalTime } from '#web/ui/local-time.tsx'
import { Section, SectionTitle } from '#web/ui/page.tsx'
import { OrderLine } from './order-line.tsx'

/** Everything but the sums, which a wide screen shows beside it. */
export function HarborOrderView({ order }: { order: Order }) {
  const t = useT()
  const { shipping_address: address } = order
  return (
    <>
      <OrderHead
        statusId={order.order_status_id}
        tone={findStatusTone(order.order_status_id)}
        word={order.order_status}
        line={<OrderLine orderNo={order.order_no} time={<LocalTime>{order.created_at}</LocalTime>} />}
      />
      {address && <OrderAddress name={joinName(address)} telephone={address.telephone} where={joinAddress(address)} />}
      <Section aria-label={t('Items')}>
        {viewLines(order).map((look) => (
          <OrderLineView key={look.key} look={look} />
        ))}
      </Section>
    </>
  )
}

export function HarborOrderInfo({ order }: { order: Order }) {
  const t = useT()
  const totals = viewTotals(order).map(({ key, label, literal, value, isTotal }) => ({
    key,
    // The coupon's code is the buyer's own business.
    label: t(literal ? 'Discount' : label),
    value: value === null ? t('Free') : <Literal>{value}</Literal>,
    total: isTotal,
  }))
  return (
    <Section aria-labelledby="order-info">
      <SectionTitle id="order-info">{t('Order info')}</SectionTitle>
      <KeyValues
        items={[
          { key: 'email', label: t('Email'), value: <Literal>{order.email}</Literal> },
          ...(order.shipping_method
            ? [{ key: 'method', label: t('Shipping method'), value: t(order.shipping_method) }]
            : []),
          ...totals,
        ]}
      />
    </Section>
  )
}
