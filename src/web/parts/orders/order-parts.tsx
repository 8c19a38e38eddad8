import type { LucideIcon as Drawing } from 'lucide-react'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import MapPin from 'lucide-react/icons/map-pin'
import Package from 'lucide-react/icons/package'
import PackageCheck from 'lucide-react/icons/package-check'
import Ship from 'lucide-react/icons/ship'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { Literal } from '#ui/content/literal.tsx'
import type { Tone } from '#ui/content/status.tsx'
import { Status, StatusHead } from '#ui/content/status.tsx'
import { Tag } from '#ui/content/tag.tsx'
import { type Translate, useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { type KeyValue, KeyValues } from '#ui/lists/key-values.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { Price } from '../price.tsx'
import { ProductImage } from '../product-image.tsx'
import styles from './order-parts.module.css'
import { ProductLine } from './product-line.tsx'
import { type TotalsRow, toTotalsItems } from './totals-list.tsx'

// Parts shared by the order page and guest tracking. These parts make no calls, because `order-view.rules.ts` computes
// their data.

const icons: Record<number, Drawing> = { 1: Wallet, 7: Ship, 8: Ban, 9: Ban, 10: PackageCheck, 11: CircleCheck }

type OrderHeadProps = { statusId: number; tone: Tone; word: string; line?: ReactNode }

export function OrderHead({ statusId, tone, word, line }: OrderHeadProps) {
  const t = useT()
  return <StatusHead tone={tone} icon={icons[statusId] ?? Package} word={t(word)} line={line} />
}

type OrderAddressProps = { name: string; telephone: string; where: string }

export function OrderAddress({ name, telephone, where }: OrderAddressProps) {
  const t = useT()
  return (
    <Section aria-label={t('Shipping address')}>
      <div className={styles.address}>
        <Icon of={MapPin} className={styles.pin} />
        <div>
          <p className={styles.name}>
            <span className={styles.who}>
              <bdi translate="no">{name}</bdi>
            </span>{' '}
            {telephone && <Literal className={styles.phone}>{telephone}</Literal>}
          </p>
          <p className={styles.where} translate="no">
            <bdi>{where}</bdi>
          </p>
        </div>
      </div>
    </Section>
  )
}

/** The data of a line from `viewGroup` in the rules of orders. */
export type OrderLineData = {
  href: string | null
  image: string
  name: string
  options: string
  tags: { label: string; tone: Tone }[]
  price: string
  was: string | null
  count: number
  veil: string | null
}

type OrderLineProps = {
  view: OrderLineData
  /** A single button next to the image. Use `actions` for several buttons, which take a row of their own. */
  action?: ReactNode
  actions?: ReactNode
  eager?: boolean
  /** The status of the line, if it differs from other lines of the order. */
  status?: { word: string; tone: Tone } | null
  /** An additional fact in small text. */
  note?: ReactNode
}

/** Renders an order line, or several equal lines as one. Without actions the line is read-only. */
export function OrderLineView({ view, action, actions, eager, status, note }: OrderLineProps) {
  const t = useT()
  const { href, image, name, options, tags, price, was, count, veil } = view
  const picture = <ProductImage src={image} alt="" size="line" eager={eager} veil={veil && t(veil)} />
  return (
    <ProductLine
      image={
        href ? (
          // Hidden from screen readers, because the name next to it is the same link.
          <AppLink href={href} className={styles.product} aria-hidden="true" tabIndex={-1}>
            {picture}
          </AppLink>
        ) : (
          picture
        )
      }
      name={
        href ? (
          <AppLink href={href} className={styles.title}>
            {name}
          </AppLink>
        ) : (
          name
        )
      }
      options={options}
      tags={
        tags.length > 0 &&
        tags.map(({ label, tone }) => (
          <Tag key={label} tone={tone}>
            {t(label)}
          </Tag>
        ))
      }
      price={<Price was={was}>{price}</Price>}
      count={count}
      action={action}
      actions={actions}
    >
      {status && (
        <p className={styles.fact}>
          <Status tone={status.tone}>{t(status.word)}</Status>
        </p>
      )}
      {note && <p className={styles.fact}>{note}</p>}
    </ProductLine>
  )
}

type OrderInfoProps = {
  orderNo: string
  /** The wire time, in UTC. */
  createdAt: string
  payment: string | null
  bill: TotalsRow[]
  refunds: { key: string; label: string; value: string; at: string | null }[]
  documents?: OrderPaper[] | undefined
}

/** Invoice or credit note. The link is null for visitors who have not proven to own the order. */
export type OrderPaper = { id: string; kind: 'invoice' | 'credit_note'; number: string; link: string | null }

export function OrderInfo({ orderNo, createdAt, payment, bill, refunds, documents = [] }: OrderInfoProps) {
  const t = useT()
  const items: KeyValue[] = [
    {
      key: 'no',
      label: t('Order No.'),
      value: <Literal>{orderNo}</Literal>,
      end: <CopyButton text={orderNo} subject={t('Order No.')} />,
    },
    { key: 'time', label: t('Order time'), value: <LocalTime>{createdAt}</LocalTime> },
    ...listPapers(documents, t),
    ...(payment ? [{ key: 'payment', label: t('Payment'), value: <bdi translate="no">{payment}</bdi> }] : []),
    ...toTotalsItems(bill, t),
    ...listRefunds(refunds, t),
  ]
  return (
    <Section aria-labelledby="order-info">
      <SectionTitle id="order-info">{t('Order info')}</SectionTitle>
      <KeyValues items={items} />
    </Section>
  )
}

export function listPapers(documents: OrderPaper[], t: Translate): KeyValue[] {
  return documents.map(({ id, kind, number, link }) => ({
    key: id,
    label: kind === 'invoice' ? t('Invoice') : t('Credit note'),
    value: <Literal>{number}</Literal>,
    ...(link && {
      end: (
        <a href={link} target="_blank" rel="noreferrer" aria-label={`${number} PDF`} className={styles.paper}>
          PDF
        </a>
      ),
    }),
  }))
}

export function listRefunds(refunds: OrderInfoProps['refunds'], t: Translate): KeyValue[] {
  return refunds.map(({ key, label, value, at }) => ({
    key,
    label: t(label),
    value: (
      <>
        <Literal>{value}</Literal>
        {at && (
          <span className={styles.when}>
            <LocalTime>{at}</LocalTime>
          </span>
        )}
      </>
    ),
  }))
}
