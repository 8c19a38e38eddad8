import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { sendConfirmation } from '#features/sign-in/sign-in.contract.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { useSubmit } from '#web/data/use-submit.ts'
import { type AccountSummary, answerGuestOffer, type GuestThings } from '../account.contract.ts'
import styles from './address-confirmation.module.css'

/**
 * Renders the reminder to verify the email address. Once the address is verified, renders the offer of guest activity.
 */
export function AddressConfirmation({ summary }: { summary: AccountSummary }) {
  return (
    <>
      {summary.email_confirmed === false && <ConfirmCard />}
      <OfferCard offered={summary.offered} />
    </>
  )
}

function ConfirmCard() {
  const t = useT()
  const [isSent, setSent] = useState(false)
  const { submit, isBusy, refusal, hasFailed } = useSubmit(sendConfirmation)
  return (
    <Card id="confirm-address" title={t('Confirm your address')}>
      <p className={styles.text}>{t('Open the mail that we sent you in this browser and press its button.')}</p>
      <FormProblem refusal={refusal} hasFailed={hasFailed} />
      <div role="status">{isSent && <Notice>{t('The mail is on its way.')}</Notice>}</div>
      <Button tone="secondary" busy={isBusy} onClick={async () => setSent((await submit({})) !== undefined)}>
        {t('Send again')}
      </Button>
    </Card>
  )
}

/** Asks before guest activity is added to the account, because anyone can type any email address at checkout. */
function OfferCard({ offered }: { offered: GuestThings | null }) {
  const t = useT()
  const router = useRouter()
  const done = useRef<HTMLDivElement>(null)
  const [answered, setAnswered] = useState<boolean | null>(null)
  const [pressed, setPressed] = useState<boolean | null>(null)
  const { submit, isBusy, refusal, hasFailed } = useSubmit(answerGuestOffer)

  async function answer(accept: boolean) {
    if (isBusy) return
    setPressed(accept)
    if (!(await submit({ accept }))) return
    setAnswered(accept)
    await router.invalidate()
    // The pressed button is gone, so the focus moves to the result.
    done.current?.focus()
  }

  if (!offered && answered === null) return null
  const found = [
    { key: 'orders', label: t('My Orders'), value: offered?.orders ?? 0 },
    { key: 'tickets', label: t('My tickets'), value: offered?.tickets ?? 0 },
    { key: 'coupons', label: t('My coupons'), value: offered?.coupons ?? 0 },
  ].filter(({ value }) => value > 0)
  return (
    <Card id="guest-offer" title={t('We found guest orders with your email')}>
      <div role="status" ref={done} tabIndex={-1} className={styles.done}>
        {answered !== null && (
          <Notice>{answered ? t('Added to your account') : t('We will not ask about these again.')}</Notice>
        )}
      </div>
      {offered && answered === null && (
        <>
          <KeyValues items={found.map((one) => ({ ...one, value: <Literal>{one.value}</Literal> }))} />
          <FormProblem refusal={refusal} hasFailed={hasFailed} />
          <div className={styles.buttons}>
            <Button busy={isBusy && pressed === true} onClick={() => answer(true)}>
              {t('Add to my account')}
            </Button>
            <Button tone="secondary" busy={isBusy && pressed === false} onClick={() => answer(false)}>
              {t('Not mine')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Section aria-labelledby={id}>
      <SectionTitle id={id}>{title}</SectionTitle>
      <div className={styles.card}>{children}</div>
    </Section>
  )
}
