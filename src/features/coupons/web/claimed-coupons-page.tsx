import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { accountLink } from '#links/account.links.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useSubmit } from '#web/data/use-submit.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { openClaims } from '../coupons.contract.ts'
import styles from './claimed-coupons-page.module.css'

const route = getRouteApi('/account/claimedcoupons')

/**
 * Renders the page that the claim mail links to. A button press opens the claims, because mail scanners visit every
 * link.
 */
export function ClaimedCouponsPage() {
  const t = useT()
  const goBack = useGoBack(accountLink)
  const { token = '' } = route.useSearch()
  const [isDone, setDone] = useState(false)
  const { submit, isBusy, refusal, hasFailed } = useSubmit(openClaims)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isBusy && (await submit({ token }))) setDone(true)
  }

  return (
    <Page header={<AppBar title={t('My coupons')} onBack={goBack} />}>
      <Section first>
        {isDone ? (
          <div className={styles.form} role="status">
            <Notice>{t('Your coupons are ready in this browser. You choose one at checkout.')}</Notice>
            <ButtonLink href={homeLink} block>
              {t('Start shopping')}
            </ButtonLink>
          </div>
        ) : (
          <form className={styles.form} onSubmit={send} method="post">
            <p className={styles.lead}>
              {t('Use the coupons that you claimed with this email address in this browser, too.')}
            </p>
            <FormProblem refusal={refusal} hasFailed={hasFailed} />
            <Button type="submit" block busy={isBusy}>
              {t('Use my coupons')}
            </Button>
          </form>
        )}
      </Section>
    </Page>
  )
}
