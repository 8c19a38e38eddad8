import Archive from 'lucide-react/icons/archive'
import type { ArchivedOrder } from '#features/orders/order-lookup.contract.ts'
import { Literal } from '#ui/content/literal.tsx'
import { StatusHead } from '#ui/content/status.tsx'
import { Tag } from '#ui/content/tag.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { OrderAddress } from '#web/parts/orders/order-parts.tsx'
import { ProductLine } from '#web/parts/orders/product-line.tsx'
import { Price } from '#web/parts/price.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import { OrderLine } from './order-line.tsx'

/** Shows an order of the old shop. The amounts are plain numbers, shown with the symbols of the order's currency. */
export function ArchivedOrderView({ order }: { order: ArchivedOrder }) {
  const t = useT()
  const { shipping_address: address, currency } = order
  const money = (value: string) => `${currency.symbol_left}${value}${currency.symbol_right}`
  const paidAt = new Date(order.pay_confirm_time * 1000)
  const { firstname, lastname, city, state, country, zipcode } = address
  return (
    <>
      <StatusHead
        tone="neutral"
        icon={Archive}
        word={t('Earlier order')}
        line={<OrderLine orderNo={order.order_no} time={<LocalTime>{paidAt}</LocalTime>} />}
      />
      <OrderAddress
        name={`${firstname} ${lastname}`}
        telephone={address.tel}
        where={[city, state, country, zipcode].filter(Boolean).join(', ')}
      />
      <Section aria-label={t('Items')}>
        {order.orderItems.map((item, position) => (
          <ProductLine
            // biome-ignore lint/suspicious/noArrayIndexKey: an archived order never changes, and its lines have no other key.
            key={position}
            image={<ProductImage src={item.image} alt="" size="line" />}
            name={item.sku_name_en}
            options={item.sku_attr_en}
            tags={item.status && <Tag>{t(item.status)}</Tag>}
            price={<Price>{money(item.Price)}</Price>}
          />
        ))}
      </Section>
      <Section aria-labelledby="order-info">
        <SectionTitle id="order-info">{t('Order info')}</SectionTitle>
        <KeyValues
          items={[
            { key: 'email', label: t('Email'), value: <Literal>{order.email}</Literal> },
            ...(order.shipping_method
              ? [{ key: 'method', label: t('Shipping method'), value: t(order.shipping_method) }]
              : []),
            { key: 'paid', label: t('Payment time'), value: <LocalTime>{paidAt}</LocalTime> },
            { key: 'subtotal', label: t('Subtotal'), value: <Literal>{money(order.sku_price)}</Literal> },
            { key: 'discount', label: t('Discount'), value: <Literal>−{money(order.discount_price)}</Literal> },
            { key: 'shipping', label: t('Shipping'), value: <Literal>{money(order.shipping)}</Literal> },
            { key: 'total', label: t('Total'), value: <Literal>{money(order.total)}</Literal>, total: true },
          ]}
        />
      </Section>
    </>
  )
}
