import { type LucideIcon, Package, PackageCheck, PackageX, Ship, Wallet } from 'lucide-react'
import { showPrice } from '#contract/money.ts'
import { joinAddress } from '#features/account/address.rules.ts'
import { groupLines, listLineTags } from '#features/orders/order-lines.rules.ts'
import type { OrderLine as Line, Order } from '#features/orders/orders.contract.ts'
import { useT } from '#web/i18n/use-t.ts'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Literal } from '#web/ui/literal.tsx'
import { LocalTime } from '#web/ui/local-time.tsx'
import { Section, SectionTitle } from '#web/ui/page.tsx'
import { Price } from '#web/ui/price.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { ProductLine } from '#web/ui/product-line.tsx'
import { StatusHead } from '#web/ui/status.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { OrderAddress, OrderLine, OrderLines } from './order-parts.tsx'

const looks: Record<number, [tone: Tone, icon: LucideIcon]> = {
  1: ['buoy', Wallet],
  7: ['glass', Ship],
  8: ['ink', PackageX],
  9: ['ink', PackageX],
  10: ['glass', PackageCheck],
  11: ['glass', PackageCheck],
  13: ['brass', Package],
}

/** Everything but the sums, which a wide screen shows beside it. */
export function HarborOrderView({ order }: { order: Order }) {
  const t = useT()
  const [tone, icon] = looks[order.order_status_id] ?? ['tide', Package]
  const { shipping_address: address } = order
  return (
    <>
      <StatusHead
        tone={tone}
        icon={icon}
        word={t(order.order_status)}
        line={<OrderLine orderNo={order.order_no} time={<LocalTime>{order.created_at}</LocalTime>} />}
      />
      {address && (
        <OrderAddress
          name={`${address.firstname} ${address.lastname}`}
          phone={address.telephone}
          where={joinAddress(address)}
        />
      )}
      <OrderLines>
        {groupLines(order.products).map(({ line, count }) => (
          <li key={line.id}>
            <OrderPiece line={line} count={count} />
          </li>
        ))}
      </OrderLines>
    </>
  )
}

function OrderPiece({ line, count }: { line: Line; count: number }) {
  const t = useT()
  const was = line.compare_at_price && showPrice(line.compare_at_price)
  return (
    <ProductLine
      image={<ProductImage src={line.image} alt="" size="line" />}
      name={line.name}
      options={line.options.map((one) => (one.us_size ? `US ${one.us_size}` : one.value_name)).join(' / ')}
      tags={listLineTags(line).map(({ label, tone }) => (
        <Tag key={label} tone={tone}>
          {t(label)}
        </Tag>
      ))}
      price={<Price was={was}>{showPrice(line.real_price)}</Price>}
      count={count}
    />
  )
}

export function HarborOrderInfo({ order }: { order: Order }) {
  const t = useT()
  const totals = order.totals.map(({ id, code, title, value }) => ({
    key: String(id),
    label: t(code === 'discount' ? 'Discount' : title),
    value: <Literal>{showPrice(value)}</Literal>,
    total: code === 'total',
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
