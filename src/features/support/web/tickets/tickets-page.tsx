import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { listTickets, type TicketItem } from '#features/support/contact.contract.ts'
import { contactLink, ticketLink } from '#links/support.links.ts'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { ViewMore } from '#ui/lists/view-more.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { usePages } from '#web/data/use-pages.ts'
import { AppLink } from '#web/navigation/app-link.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { TicketStatus } from './ticket-status.tsx'
import styles from './tickets.module.css'

export { TicketsSkeleton } from '../contact/contact-skeletons.tsx'

const route = getRouteApi('/contact-us/tickets')

export function loadTickets({ context }: { context: WebContext }) {
  return context.load(listTickets, {})
}

export function TicketsPage() {
  const t = useT()
  const goBack = useGoBack(contactLink)
  const { call } = useRouter().options.context
  const first = route.useLoaderData()
  const list = useRef<HTMLUListElement>(null)
  const { items, hasMore, isBusy, hasFailed, loadMore } = usePages(first, null, (_, page) =>
    call(listTickets, { page }),
  )
  return (
    <Page header={<AppBar title={t('My tickets')} onBack={goBack} />}>
      {items.length === 0 ? (
        <Section first flush>
          <EmptyView line={t('Your questions and our answers show up here.')}>
            <ButtonLink href={contactLink} tone="secondary">
              {t('Contact us')}
            </ButtonLink>
          </EmptyView>
        </Section>
      ) : (
        <ul ref={list} className={styles.list}>
          {items.map((ticket) => (
            <li key={ticket.id}>
              <TicketCard ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
      <div role="alert">{hasFailed && <p className={styles.failed}>{t('We couldn’t load this')}</p>}</div>
      <ViewMore list={list} shown={items.length} hasMore={hasMore} busy={isBusy} onMore={loadMore} />
    </Page>
  )
}

function TicketCard({ ticket }: { ticket: TicketItem }) {
  const t = useT()
  const types = ticket.problem_types.map((one) => t(one))
  return (
    <AppLink href={ticketLink(ticket.id)} className={styles.card}>
      <span className={styles.head}>
        {types.length > 1 && <span className={styles.kind}>{types.slice(0, -1).join(' / ')}</span>}
        <span className={styles.type}>{types.at(-1)}</span>
        <TicketStatus status={ticket.status} />
      </span>
      <span className={styles.message} dir="auto">
        {ticket.message}
      </span>
      <span className={styles.foot}>
        <span>
          <Literal>{ticket.ticket_no}</Literal>
          <span aria-hidden="true"> · </span>
          <LocalTime>{ticket.created_at}</LocalTime>
        </span>
        {ticket.answers > 0 && (
          <span>{t('{count, plural, one {# answer} other {# answers}}', { count: ticket.answers })}</span>
        )}
      </span>
    </AppLink>
  )
}
