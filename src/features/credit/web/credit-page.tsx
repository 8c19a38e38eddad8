import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { msg } from '#contract/text/translate.ts'
import { accountLink } from '#links/account.links.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { orderLink } from '#links/orders.links.ts'
import { returnLink } from '#links/returns.links.ts'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink, TextLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { ViewMore } from '#ui/lists/view-more.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { usePages } from '#web/data/use-pages.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { type CreditEntry, listCredit } from '../credit.contract.ts'
import styles from './credit-page.module.css'

const route = getRouteApi('/account/credit')

export function loadCredit({ context }: { context: WebContext }) {
  return context.load(listCredit, {})
}

export function CreditPage() {
  const t = useT()
  const goBack = useGoBack(accountLink)
  const { call } = useRouter().options.context
  const first = route.useLoaderData()
  const list = useRef<HTMLUListElement>(null)
  const { items, hasMore, isBusy, hasFailed, loadMore } = usePages(first, null, (_, page) => call(listCredit, { page }))
  return (
    <Page header={<AppBar title={t('Store credit')} onBack={goBack} />}>
      {items.length === 0 ? (
        <Section first flush>
          <EmptyView line={t('Store credit that you receive and use shows up here.')}>
            <ButtonLink href={homeLink} tone="secondary">
              {t('Continue shopping')}
            </ButtonLink>
          </EmptyView>
        </Section>
      ) : (
        <>
          <Section first>
            <p className={styles.balance}>
              <Literal>{first.balance.price}</Literal>
            </p>
            <p className={styles.note}>{t('Your next order uses it first.')}</p>
          </Section>
          <Section>
            <ul ref={list} className={styles.list}>
              {items.map((entry) => (
                <li key={entry.id}>
                  <Entry entry={entry} />
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
      <div role="alert">{hasFailed && <p className={styles.failed}>{t('We couldn’t load this')}</p>}</div>
      <ViewMore list={list} shown={items.length} hasMore={hasMore} busy={isBusy} onMore={loadMore} />
    </Page>
  )
}

const names = {
  refund: msg('Refund'),
  bonus: msg('Bonus from the shop'),
  spent: msg('Used for an order'),
  given_back: msg('Returned from an unpaid order'),
  by_hand: msg('From the shop'),
  erased: msg('Corrected by the shop'),
} as const

function Entry({ entry: { kind, amount, order, return: back, created_at } }: { entry: CreditEntry }) {
  const t = useT()
  const isTaken = amount.price_value.startsWith('-')
  const name = kind === 'by_hand' && isTaken ? names.erased : names[kind]
  return (
    <div className={styles.entry}>
      <span className={styles.what}>{t(name)}</span>
      <span className={styles.amount}>
        {/* Uses the minus sign that is as wide as digits. */}
        <Literal>{isTaken ? amount.price.replace('-', '−') : `+${amount.price}`}</Literal>
      </span>
      <span className={styles.about}>
        {back ? (
          <TextLink href={returnLink(back.id)}>
            <Literal>{back.return_no}</Literal>
          </TextLink>
        ) : (
          order && (
            <TextLink href={orderLink(order.id)}>
              <Literal>{order.order_no}</Literal>
            </TextLink>
          )
        )}
        <LocalTime>{created_at}</LocalTime>
      </span>
    </div>
  )
}
