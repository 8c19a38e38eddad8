import { getRouteApi, useLocation } from '@tanstack/react-router'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useEffect, useState } from 'react'
import { listCategories } from '#features/catalogue/product-list.contract.ts'
import { listProblems, type ProblemType } from '#features/support/contact.contract.ts'
import {
  findHelp,
  findProblemPath,
  needsOrderNo,
  questionMissing,
  ticketReplyHours,
} from '#features/support/contact.rules.ts'
import { ticketsLink } from '#links/support.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section, SectionTitle } from '#ui/layout/page.tsx'
import { LinkRow, Rows } from '#ui/lists/rows.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { lazyPart } from '#web/navigation/code-loading.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import styles from './contact-page.module.css'
import { FormSkeleton, LookupSkeleton } from './contact-skeletons.tsx'
import { loadPrefill, type Prefill } from './load-prefill.ts'
import { QuestionPicker } from './question-picker.tsx'
import { ReturnFaq } from './return-faq.tsx'
import { ticketDrafts } from './ticket-draft.ts'

export { ContactSkeleton } from './contact-skeletons.tsx'

// Loaded on demand, since only two of the many question types need it.
const OrderLookup = lazyPart(
  async () => (await import('#features/orders/web/parts/lookup/order-lookup.tsx')).OrderLookup,
  LookupSkeleton,
)
// Loaded once a type is chosen, so that the form is ready when it is opened.
const TicketForm = lazyPart(async () => (await import('./ticket-form.tsx')).TicketForm, FormSkeleton)
const route = getRouteApi('/contact-us')
const pickerId = 'question-type'

export async function loadContact({ context }: { context: WebContext }) {
  const [problems, prefill, categories] = await Promise.all([
    context.load(listProblems, {}),
    loadPrefill(context),
    // After a failure the page is shown without the categories.
    context.call(listCategories, {}).catch(() => []),
  ])
  const unreturnable = categories.filter(({ is_returnable }) => !is_returnable).map(({ name }) => name)
  return { problems, prefill, unreturnable }
}

export function ContactPage() {
  const t = useT()
  const goBack = useGoBack()
  const { problems, prefill, unreturnable } = route.useLoaderData()
  const [path, setPath] = useState<ProblemType[]>([])
  // Counts the choices, so that choosing the same type again also starts a new form.
  const [choice, setChoice] = useState(0)
  const [isAsked, setAsked] = useState(false)
  const savedType = useLocation({ select: ({ state }) => state.questionType })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history state is read once the page is hydrated, because the server does not know it. After Back, the form keeps the type.
  useEffect(() => {
    if (savedType !== undefined) setPath(findProblemPath(problems, savedType))
  }, [])
  const type = path.at(-1)
  const help = path.length > 0 ? findHelp(path.map(({ id }) => id)) : null

  function choose(next: ProblemType[]) {
    // A new choice starts an empty form. A draft that was typed before the shopper left the page is restored.
    if (path.length > 0) for (const one of [path, next]) ticketDrafts.forget(String(one.at(-1)?.id))
    setPath(next)
    setChoice(choice + 1)
    setAsked(false)
    TicketForm.fetchEarly()
  }

  function requireType() {
    setAsked(true)
    document.getElementById(pickerId)?.focus()
  }

  return (
    <Page header={<AppBar title={t('Contact Us')} onBack={goBack} />}>
      <Section first>
        {path.length === 0 && <Welcome />}
        <QuestionPicker
          id={pickerId}
          problems={problems}
          path={path}
          error={isAsked && path.length === 0 ? questionMissing : null}
          onChoose={choose}
        />
      </Section>
      {help === 'faq' && <ReturnFaq categories={unreturnable} />}
      {help === 'lookup' && type ? (
        <OrderLookup key={choice} email={prefill.email} questionType={type.id} />
      ) : (
        <TicketOption key={choice} path={path} prefill={prefill} onTypeMissing={requireType} />
      )}
      {prefill.isSignedIn && (
        <Rows>
          <LinkRow icon={MessagesSquare} label={t('My tickets')} href={ticketsLink} />
        </Rows>
      )}
    </Page>
  )
}

function Welcome() {
  const t = useT()
  return (
    <>
      <h2 className={styles.title}>{t('How can we help?')}</h2>
      <p className={styles.lead}>{t('Choose a question type and we’ll show the quickest answer.')}</p>
    </>
  )
}

type TicketOptionProps = { path: ProblemType[]; prefill: Prefill; onTypeMissing: () => void }

/** Shows 'Submit a Ticket', and the form after a tap. */
function TicketOption({ path, prefill, onTypeMissing }: TicketOptionProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  // Counts the sent tickets. Each new count starts an empty form.
  const [sent, setSent] = useState(0)
  const chosen = path.at(-1)
  if (!isOpen || !chosen) {
    return (
      <Section>
        <Button tone="secondary" block onClick={() => (chosen ? setOpen(true) : onTypeMissing())}>
          {t('Submit a Ticket')}
        </Button>
      </Section>
    )
  }
  return (
    <Section aria-labelledby="ticket-title">
      <SectionTitle id="ticket-title">{t('Submit a Ticket')}</SectionTitle>
      <TicketForm
        key={sent}
        problemType={chosen.id}
        isOrderNoRequired={needsOrderNo(path[0]?.id)}
        prefill={prefill}
        onSent={() => {
          setSent(sent + 1)
          setOpen(false)
          const words = t(
            'Submitted successfully, We will get back to you within {hours} hours via your registered email',
            { hours: ticketReplyHours },
          )
          showToast(words, { icon: 'ok' })
        }}
      />
    </Section>
  )
}
