import { getRouteApi } from '@tanstack/react-router'
import { getTicket } from '#features/support/contact.contract.ts'
import { ticketReplyHours } from '#features/support/contact.rules.ts'
import { contactLink, ticketsLink } from '#links/support.links.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { StatusHead } from '#ui/content/status.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { ReviewPictures } from '#web/parts/reviews/review-pictures.tsx'
import type { WebContext } from '#web/root.tsx'
import { ticketBadges } from './ticket-status.tsx'
import styles from './tickets.module.css'

export { TicketSkeleton } from '../contact/contact-skeletons.tsx'

const route = getRouteApi('/contact-us/tickets/$ticketId')

export function loadTicket({ context, params }: { context: WebContext; params: { ticketId: string } }) {
  return context.load(getTicket, { id: params.ticketId })
}

export function TicketPage() {
  const t = useT()
  const goBack = useGoBack(ticketsLink)
  const ticket = route.useLoaderData()
  const { word, tone, icon } = ticketBadges[ticket.status]
  return (
    <Page header={<AppBar title={t('Ticket')} onBack={goBack} />}>
      <StatusHead tone={tone} icon={icon} word={t(word)} line={ticket.problem_types.map((one) => t(one)).join(' / ')} />
      <Section>
        <Words who={ticket.customer_name || ticket.email} when={ticket.created_at}>
          {ticket.message}
        </Words>
        {ticket.answers.map((answer) => (
          <Words
            key={answer.id}
            who={answer.staff_name}
            when={answer.created_at}
            pictures={answer.images.map(({ url }) => url)}
          >
            {answer.body}
          </Words>
        ))}
        {ticket.status === 'open' && (
          <div className={styles.waiting}>
            <Notice>{t('We answer tickets within {hours} hours by email.', { hours: ticketReplyHours })}</Notice>
          </div>
        )}
      </Section>
      <Section>
        <KeyValues
          items={[
            {
              key: 'no',
              label: t('Ticket No.'),
              value: <Literal>{ticket.ticket_no}</Literal>,
              end: <CopyButton text={ticket.ticket_no} subject={t('Ticket No.')} />,
            },
            ...(ticket.order_no
              ? [{ key: 'order', label: t('Order No.'), value: <Literal>{ticket.order_no}</Literal> }]
              : []),
            { key: 'email', label: t('Email'), value: <Literal>{ticket.email}</Literal> },
          ]}
        />
      </Section>
      <PageStrip>
        <ButtonLink href={contactLink} tone="secondary" block>
          {t('Ask something else')}
        </ButtonLink>
      </PageStrip>
    </Page>
  )
}

type WordsProps = { who: string; when: string; pictures?: string[]; children: string }

function Words({ who, when, pictures = [], children }: WordsProps) {
  return (
    <article className={styles.says}>
      <h3 className={styles.who}>
        <bdi>{who}</bdi>
      </h3>
      <p className={styles.when}>
        <LocalTime>{when}</LocalTime>
      </p>
      {/* The text is written by the shopper or staff. `dir="auto"` finds the writing direction of the text. */}
      <p className={styles.words} dir="auto">
        {children}
      </p>
      <ReviewPictures pictures={pictures} />
    </article>
  )
}
