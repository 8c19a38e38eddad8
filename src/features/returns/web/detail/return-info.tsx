import { formatTotal } from '#contract/money/money.ts'
import { formatOption } from '#features/catalogue/catalogue.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import type { Return } from '#features/returns/returns.contract.ts'
import { productLink } from '#links/catalogue.links.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Status } from '#ui/content/status.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { type KeyValue, KeyValues } from '#ui/lists/key-values.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { ProductLine } from '#web/parts/orders/product-line.tsx'
import { Price } from '#web/parts/price.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import { ReviewPictures } from '#web/parts/reviews/review-pictures.tsx'
import { useReturnCalls } from '../return-calls.ts'
import styles from './return-info.module.css'
import { getReturnBadge } from './return-status.ts'

/** Shows the date, the reasons and the refund of a return. */
export function ReturnInfo({ returnRequest }: { returnRequest: Return }) {
  const t = useT()
  const { orderLink } = useReturnCalls()
  const facts: KeyValue[] = [
    { key: 'time', label: t('Application time'), value: <LocalTime>{returnRequest.date_added}</LocalTime> },
    {
      key: 'order',
      label: t('Order No.'),
      value: (
        <AppLink href={orderLink(returnRequest.order_id)} className={styles.order}>
          <Literal>{returnRequest.order_no}</Literal>
        </AppLink>
      ),
      end: <CopyButton text={returnRequest.order_no} subject={t('Order No.')} />,
    },
    ...listMoney(returnRequest, t),
  ]
  return (
    <Section>
      <SectionTitle>{t('Return info')}</SectionTitle>
      <KeyValues items={facts} />
      {returnRequest.comment && (
        <div className={styles.words}>
          <h3 className={styles.label}>{t('Problem Description')}</h3>
          {/* The text is written by the shopper. `dir="auto"` sets the direction by the text itself. */}
          <p className={styles.comment} dir="auto" translate="no">
            {returnRequest.comment}
          </p>
        </div>
      )}
      {returnRequest.images.length > 0 && (
        <div className={styles.pictures}>
          <ReviewPictures pictures={returnRequest.images.map(({ url }) => url)} />
        </div>
      )}
    </Section>
  )
}

/** Lists the settled or expected refund. The list is empty if there is none. */
function listMoney(returnRequest: Return, t: (id: string) => string): KeyValue[] {
  const facts: KeyValue[] = []
  const isRefunded = Number(returnRequest.refund_total.price_value) > 0
  const isExpected =
    Number(returnRequest.expected_refund_total.price_value) > 0 && returnRequest.status !== returnStatus.refunded
  if (isExpected) {
    const value = <Literal>{formatTotal(returnRequest.expected_refund_total)}</Literal>
    facts.push({ key: 'expected', label: t('Expected refund'), value })
    if (returnRequest.products.some(({ refund_to }) => refund_to === 'credit'))
      facts.push({ key: 'way', label: t('Refund'), value: t('As store credit') })
  }
  if (returnRequest.refund_shipping_at) {
    const value = <Literal>{formatTotal(returnRequest.refund_shipping_fee)}</Literal>
    facts.push({ key: 'shipping', label: t('Refunded shipping'), value })
  }
  if (isRefunded) {
    const value = <Literal>{formatTotal(returnRequest.refund_total)}</Literal>
    facts.push({ key: 'refund', label: t('Refund'), value, total: true })
  }
  return facts
}

export function ReturnedItems({ returnRequest }: { returnRequest: Return }) {
  return (
    <Section>
      {returnRequest.products.map((product, at) => (
        <ReturnedItem
          key={product.id}
          product={product}
          isFirst={at === 0}
          isAlone={returnRequest.products.length === 1}
        />
      ))}
    </Section>
  )
}

type ItemProps = { product: Return['products'][number]; isFirst: boolean; isAlone: boolean }

/**
 * Shows an item. If the return has several items, each item shows its own status, because staff decide about each item.
 */
function ReturnedItem({ product, isFirst, isAlone }: ItemProps) {
  const t = useT()
  const { sku, order_product } = product
  const badge = getReturnBadge(product.status)
  return (
    <ProductLine
      image={<ProductImage src={sku.image} alt="" size="line" eager={isFirst} />}
      name={<AppLink href={productLink(sku.product.handle)}>{order_product.name}</AppLink>}
      options={sku.options.map(formatOption).join(' / ')}
      price={<Price>{order_product.real_price_in_exchange.price}</Price>}
    >
      {!isAlone && (
        <p className={styles.fact}>
          <Status tone={badge.tone}>{t(badge.word)}</Status>
        </p>
      )}
      <p className={styles.fact}>
        <span className={styles.label}>{t('Reason')}</span> <span>{formatReason(product, t)}</span>
      </p>
      {product.refund && product.refund_at && (
        <p className={styles.fact}>
          <span className={styles.label}>
            {product.refund_to === 'credit' ? t('Refunded as store credit') : t('Refund')}
          </span>{' '}
          <Literal>{formatTotal(product.refund)}</Literal>
          <span aria-hidden="true"> · </span>
          <LocalTime>{product.refund_at}</LocalTime>
        </p>
      )}
      {!isAlone && product.system_comment && (
        <p className={styles.fact}>
          <bdi>{product.system_comment}</bdi>
        </p>
      )}
    </ProductLine>
  )
}

/** Formats the first category and, after a slash, its first specific reason. */
function formatReason({ product_reasons }: ItemProps['product'], t: (id: string) => string): string {
  const [first] = product_reasons
  return [first?.reason, first?.children[0]?.reason].flatMap((name) => (name ? t(name) : [])).join(' / ')
}
