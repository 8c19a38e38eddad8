import { memo, type ReactNode } from 'react'
import { msg } from '#contract/text/translate.ts'
import { findStatusTone } from '#features/orders/order-view.rules.ts'
import { canPay, orderStatus } from '#features/orders/orders.rules.ts'
import { returnStatusMessages } from '#features/orders/return-status-names.rules.ts'
import { orderLink } from '#links/orders.links.ts'
import { paymentLink } from '#links/payments.links.ts'
import { returnLink } from '#links/returns.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import type { Tone } from '#ui/content/status.tsx'
import { Status } from '#ui/content/status.tsx'
import { type Translate, useT } from '#ui/i18n/use-t.ts'
import { ButtonLink } from '#ui/layout/link.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import type { OrderItem, ReturnItem, Thumbnail } from './list-items.rules.ts'
import styles from './order-card.module.css'

type CardProps = {
  href: string
  no: string
  time: string
  status: { tone: Tone; word: string }
  thumbs: Thumbnail[]
  /** Color and size if the card shows a single line. Null for several lines. */
  options: string | null
  items: number
  /** Number of lines without a picture on the card. The order page shows all lines. */
  unseen: number
  /** Amount in the footer, and its label. */
  money: { label: string; amount: string } | null
  action?: ReactNode
  /** Action that the shopper has to take. The link leads to the same page as the card. */
  due?: string | null
  eager: boolean
}

const shownWithoutScrolling = 4

function Card({ href, no, time, status, thumbs, options, items, unseen, money, action, due, eager }: CardProps) {
  const t = useT()
  const [only] = thumbs
  const scrolls = thumbs.length > shownWithoutScrolling
  return (
    <article className={styles.card} aria-label={no}>
      <div className={styles.head}>
        <div>
          <AppLink href={href} className={styles.no}>
            <Literal>{no}</Literal>
          </AppLink>
          <div className={styles.time}>
            <LocalTime>{time}</LocalTime>
          </div>
        </div>
        <Status tone={status.tone}>{t(status.word)}</Status>
      </div>
      {/* Areas that scroll sideways must be reachable by keyboard. */}
      <div
        className={joinClasses(styles.thumbs, scrolls && styles.scrolls)}
        {...(scrolls && { role: 'group', 'aria-label': t('Items'), tabIndex: 0 })}
      >
        {thumbs.map(({ image, name, count, veil }, at) => (
          // Hidden from screen readers, since the number above is the same link.
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order are never reordered, and ids would make up a tenth of the page.
          <AppLink key={at} href={href} className={styles.thumb} aria-hidden="true" tabIndex={-1}>
            <ProductImage
              src={image}
              alt={name}
              size="thumb"
              count={count}
              veil={veil && t(veil)}
              eager={at === 0 && eager}
            />
          </AppLink>
        ))}
        {thumbs.length === 1 && only && (
          <div className={styles.one}>
            <p className={styles.name}>{only.name}</p>
            <p className={styles.options}>{options}</p>
          </div>
        )}
      </div>
      {thumbs.length > 1 && only && (
        <p className={styles.several}>
          <span className={styles.first}>{only.name}</span>{' '}
          <span>{t('and {amount, plural, one {# more} other {# more}}', { amount: thumbs.length - 1 + unseen })}</span>
        </p>
      )}
      {due && <p className={styles.due}>{due}</p>}
      <Foot {...{ items, money, action }} />
    </article>
  )
}

function Foot({ items, money, action }: Pick<CardProps, 'items' | 'money' | 'action'>) {
  const t = useT()
  return (
    <div className={styles.foot}>
      <p className={styles.total}>
        <span>{t('{amount, plural, one {# item} other {# items}}', { amount: items })}</span>
        {money && (
          <>
            <span aria-hidden="true"> · </span>
            <span>{t(money.label)}</span> <Literal className={styles.amount}>{money.amount}</Literal>
          </>
        )}
      </p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

type OrderCardProps = { order: OrderItem; eager: boolean; onLogistics: (packageId: string) => void }

export const OrderCard = memo(function OrderCard({ order, eager, onLogistics }: OrderCardProps) {
  const t = useT()
  const { packageId } = order
  let action: ReactNode
  if (canPay(order)) {
    action = (
      <ButtonLink href={paymentLink(order.id, order.email)} size="small">
        {t('PAY NOW')}
      </ButtonLink>
    )
  } else if (order.order_status_id === orderStatus.shipped && packageId) {
    action = (
      <Button tone="secondary" size="small" onClick={() => onLogistics(packageId)}>
        {t('View logistics')}
      </Button>
    )
  }
  return (
    <Card
      href={orderLink(order.id)}
      no={order.order_no}
      time={order.created_at}
      status={{ tone: findStatusTone(order.order_status_id), word: order.order_status }}
      thumbs={order.thumbs}
      options={order.options}
      items={order.items}
      unseen={order.unseen}
      money={{ label: msg('Total'), amount: order.total }}
      action={action}
      eager={eager}
    />
  )
})

function formatTimeLeft(left: NonNullable<ReturnItem['left']>, t: Translate): string {
  return left.days > 0
    ? t('Enter tracking number · {days, plural, one {# day left} other {# days left}}', left)
    : t('Enter tracking number · {hours, plural, one {# hour left} other {# hours left}}', left)
}

const returnTones: Record<number, Tone> = {
  1: 'info',
  2: 'info',
  3: 'success',
  4: 'info',
  5: 'success',
  6: 'danger',
  7: 'danger',
}

const returnWords: Partial<Record<number, string>> = returnStatusMessages

/** Shows a return in the Returns tab: its number, status, items and reason. */
export const ReturnCard = memo(function ReturnCard({ request, eager }: { request: ReturnItem; eager: boolean }) {
  const t = useT()
  const { left } = request
  return (
    <Card
      href={returnLink(request.id)}
      no={request.return_no}
      time={request.date_added}
      status={{
        tone: returnTones[request.status] ?? 'neutral',
        word: returnWords[request.status] ?? '',
      }}
      thumbs={request.thumbs}
      options={request.options}
      items={request.items}
      unseen={request.unseen}
      money={request.money}
      due={left && formatTimeLeft(left, t)}
      eager={eager}
    />
  )
})
