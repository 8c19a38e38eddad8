import {
  ChevronRight,
  CircleAlert,
  CirclePause,
  Hourglass,
  Layers,
  type LucideIcon,
  Mail,
  MailWarning,
  MailX,
  MessageCircle,
  Package,
  PackageCheck,
  PackageOpen,
  Scale,
  Star,
  Store,
  Truck,
  Undo2,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { maxWaiting } from '../figures.staff.contract.ts'
import { findHref, formatWaiting, rows, type Waiting, type WaitingKind } from './today.rules.ts'
import styles from './waiting-row.module.css'

const icons: Record<WaitingKind, LucideIcon> = {
  shop_closed: Store,
  tickets_late: MailWarning,
  refunds_failed: CircleAlert,
  exchange_rates: CircleAlert,
  refund_requests: UsersRound,
  erase_requests: UsersRound,
  orders_to_prepare: PackageOpen,
  orders_to_pack: Package,
  orders_to_ship: Truck,
  orders_on_hold: CirclePause,
  returns_to_judge: Scale,
  returns_to_check: PackageCheck,
  returns_on_their_way: Undo2,
  chats: MessageCircle,
  tickets: Mail,
  reviews: Star,
  orders_expiring: Hourglass,
  stock_low: Layers,
  mails_failed: MailX,
  webhooks_failed: Webhook,
}

/** Renders a kind of waiting work with its count and details. */
export function WaitingRow({ waiting, isMine }: { waiting: Waiting; isMine: boolean }) {
  const clock = { now: useNow(), zone: useZone() }
  const { kind, count } = waiting
  const { name, tone } = rows[kind]
  const Icon = icons[kind]
  return (
    <ConsoleLink href={findHref(waiting, isMine)} className={joinClasses(styles.row, tone && styles[tone])}>
      <Icon size={18} strokeWidth={1.6} aria-hidden />
      <span className={styles.name}>{name}</span>
      <b className={styles.count}>{count >= maxWaiting ? '1,000+' : count}</b>
      <span className={styles.detail}>
        <bdi suppressHydrationWarning>{formatWaiting(waiting, clock)}</bdi>
      </span>
      <ChevronRight size={14} strokeWidth={1.9} aria-hidden className={styles.arrow} />
    </ConsoleLink>
  )
}
