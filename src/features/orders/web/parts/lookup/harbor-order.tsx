import ExternalLink from 'lucide-react/icons/external-link'
import { msg } from '#contract/text/translate.ts'
import { fromWireTime } from '#contract/times/times.ts'
import { isTrackingUrl } from '#features/orders/carriers.rules.ts'
import { groupLines } from '#features/orders/order-lines.rules.ts'
import type { FollowedOrder } from '#features/orders/order-lookup.contract.ts'
import {
  findLineStatus,
  findStatusTone,
  joinName,
  viewGroup,
  viewRefunds,
  viewTotals,
} from '#features/orders/order-view.rules.ts'
import { returnStatusMessages } from '#features/orders/return-status-names.rules.ts'
import type { ReturnStatus } from '#features/orders/return-statuses.rules.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { TextLink } from '#ui/layout/link.tsx'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { listPapers, listRefunds, OrderAddress, OrderHead, OrderLineView } from '#web/parts/orders/order-parts.tsx'
import styles from './found-order.module.css'
import { OrderLine } from './order-line.tsx'

/** Shows the order without its totals, which a wide screen shows beside it. */
export function HarborOrderView({ order }: { order: FollowedOrder }) {
  const t = useT()
  const { shipping_address: address } = order
  const unseen = order.products_pagination.total - order.products.length
  return (
    <>
      <OrderHead
        statusId={order.order_status_id}
        tone={findStatusTone(order.order_status_id)}
        word={order.order_status}
        line={<OrderLine orderNo={order.order_no} time={<LocalTime>{order.created_at}</LocalTime>} />}
      />
      {order.packages.map((parcel) => (
        <ParcelNews key={parcel.tracking_no} parcel={parcel} />
      ))}
      {order.returns.length > 0 && <ReturnNews returns={order.returns} />}
      {address && <OrderAddress name={joinName(address)} telephone={address.telephone} where={address.formatted} />}
      <Section aria-label={t('Items')}>
        {groupLines(order.products).map((group) => (
          <OrderLineView key={group.line.id} view={viewGroup(group)} status={findLineStatus(group.line, order)} />
        ))}
        {unseen > 0 && <p>{t('and {amount, plural, one {# more} other {# more}}', { amount: unseen })}</p>}
      </Section>
    </>
  )
}

/** Shows the carrier and the latest report of a parcel. */
function ParcelNews({ parcel }: { parcel: FollowedOrder['packages'][number] }) {
  const t = useT()
  const { carrier, tracking_no, trackingUrl, last_event: last } = parcel
  return (
    <Section>
      <SectionTitle>{t('Parcel info')}</SectionTitle>
      <KeyValues
        items={[
          { key: 'carrier', label: t('Delivery Company'), value: <bdi translate="no">{carrier}</bdi> },
          {
            key: 'number',
            label: t('Tracking No.'),
            value: <Literal>{tracking_no}</Literal>,
            end: <CopyButton text={tracking_no} subject={t('Tracking No.')} />,
          },
          ...(last
            ? [
                {
                  key: 'last',
                  label: t('Last update'),
                  value: (
                    <>
                      <bdi className={styles.news}>{last.eventDesc}</bdi>
                      <LocalTime>{fromWireTime(`${last.eventDate} ${last.eventTime}`)}</LocalTime>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {!last && <p className={styles.quiet}>{t('The carrier has not reported anything yet.')}</p>}
      {trackingUrl && isTrackingUrl(trackingUrl) && (
        <TextLink href={trackingUrl} target="_blank" rel="noopener noreferrer" className={styles.carrier}>
          <span>{t('Open carrier site')}</span>
          <Icon of={ExternalLink} size="s" />
        </TextLink>
      )}
    </Section>
  )
}

/** Shows the status of open returns. Actions on a return require a sign-in or an access link. */
function ReturnNews({ returns }: { returns: FollowedOrder['returns'] }) {
  const t = useT()
  return (
    <Section>
      <SectionTitle>{t('Returns')}</SectionTitle>
      <KeyValues
        items={returns.map(({ status, items, date_added }) => ({
          key: date_added,
          label: t('{amount, plural, one {# item} other {# items}}', { amount: items }),
          value: (
            <>
              <span className={styles.news}>{t(returnStatusMessages[status as ReturnStatus])}</span>
              <LocalTime>{date_added}</LocalTime>
            </>
          ),
        }))}
      />
    </Section>
  )
}

export function HarborOrderInfo({ order }: { order: FollowedOrder }) {
  const t = useT()
  const totals = viewTotals(order).map(({ key, label, literal, value, isTotal }) => ({
    key,
    // The coupon code is private to the buyer, so a plain label replaces the code.
    label: t(literal ? msg('Discount') : label),
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
          ...listPapers(order.documents ?? [], t),
          ...totals,
          ...listRefunds(viewRefunds(order), t),
        ]}
      />
    </Section>
  )
}
