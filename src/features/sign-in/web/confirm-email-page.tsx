import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useT } from '#web/i18n/use-t.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useGoBack } from '#web/use-go-back.ts'
import { useSubmit } from '#web/use-submit.ts'
import { confirmEmail } from '../sign-in.contract.ts'
import styles from './sign-in.module.css'

const route = getRouteApi('/account/confirmemail')

/** A press of a button confirms, not the visit: mail scanners open every link. */
export function ConfirmEmailPage() {
  const t = useT()
  const goBack = useGoBack('/account')
  const { token = '' } = route.useSearch()
  const [isDone, setDone] = useState(false)
  const { submit, isBusy, refusal, hasFailed } = useSubmit(confirmEmail)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isBusy && (await submit({ token }))) setDone(true)
  }

  return (
    <Page header={<AppBar title={t('Confirm your address')} onBack={goBack} />}>
      <Section first>
        {isDone ? (
          <div className={styles.form} role="status">
            <Notice>{t('Thank you, your address is confirmed.')}</Notice>
            <ButtonLink href="/account" block>
              {t('Go to your account')}
            </ButtonLink>
          </div>
        ) : (
          <form className={styles.form} onSubmit={send} method="post">
            <p className={styles.lead}>
              {t('Orders and coupons you made with this address as a guest then join your account.')}
            </p>
            <FormProblem refusal={refusal} hasFailed={hasFailed} />
            <Button type="submit" block busy={isBusy}>
              {t('Confirm my address')}
            </Button>
          </form>
        )}
      </Section>
    </Page>
  )
}
