import { getRouteApi, useRouter } from '@tanstack/react-router'
import BookUser from 'lucide-react/icons/book-user'
import Coins from 'lucide-react/icons/coins'
import Globe from 'lucide-react/icons/globe'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useEffect, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { signOut } from '#features/sign-in/sign-in.contract.ts'
import { accountLink, settingNavLink } from '#links/account.links.ts'
import { addressBookLink } from '#links/addresses.links.ts'
import { currencyLink, languageLink } from '#links/settings.links.ts'
import { changePasswordLink } from '#links/sign-in.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { LinkRow, Rows } from '#ui/lists/rows.tsx'
import { loadOptional } from '#web/data/load-optional.ts'
import { useOptionalRetry } from '#web/data/use-optional-retry.ts'
import { useGoUp } from '#web/navigation/use-go-back.ts'
import { SiteFoot } from '#web/parts/page/site-foot.tsx'
import type { WebContext } from '#web/root.tsx'
import { clearSession } from '#web/session/session.ts'
import { useSite } from '#web/session/site.ts'

export { SettingSkeleton } from './setting-skeleton.tsx'

const route = getRouteApi('/account/setting')

/** Loads the shop's own navigation entries. A failure stays hidden, because the settings work without these entries. */
export function loadSettings({ context }: { context: WebContext }) {
  return loadOptional(context, 'navigation', (load) => load(getNavigation, {}))
}

export function SettingPage() {
  const t = useT()
  const goUp = useGoUp(accountLink)
  const site = useSite()
  const { value, isUnavailable } = route.useLoaderData()
  const navigation = value ?? []
  useOptionalRetry(isUnavailable)
  return (
    <Page header={<AppBar title={t('Settings')} onBack={goUp} />}>
      <Section flush>
        <Rows>
          <LinkRow icon={BookUser} label={t('Address Book')} href={addressBookLink} needsSignIn />
          <LinkRow icon={LockKeyhole} label={t('Change Password')} href={changePasswordLink} needsSignIn />
        </Rows>
      </Section>
      <Section flush>
        <Rows>
          <LinkRow
            icon={Globe}
            label={t('Language')}
            value={<span lang={site.picked.code}>{site.picked.name}</span>}
            href={languageLink}
          />
          <LinkRow icon={Coins} label={t('Currency')} value={<Literal>{site.currency}</Literal>} href={currencyLink} />
        </Rows>
      </Section>
      {navigation.length > 0 && (
        <Section flush>
          <Rows>
            {navigation.map((item) => (
              <LinkRow key={item.id} label={t(item.name)} href={settingNavLink(item)} />
            ))}
          </Rows>
        </Section>
      )}
      <SignOut />
      <SiteFoot name={site.name} />
    </Page>
  )
}

function SignOut() {
  const t = useT()
  const router = useRouter()
  const { session, call } = router.options.context
  const [isSignedIn, setSignedIn] = useState(session.isSignedIn())
  const [isBusy, setBusy] = useState(false)
  useEffect(() => setSignedIn(session.isSignedIn()), [session])
  if (!isSignedIn) return null

  async function signOutHere() {
    setBusy(true)
    // Without a network, the browser still signs out, and the session on the server ends when it expires.
    const isAnswered = await call(signOut, {}).then(
      () => true,
      (error) => error instanceof CallRefused,
    )
    clearSession()
    setSignedIn(false)
    // Loading a page without a network would show the browser’s own error instead of the shop.
    if (isAnswered) window.location.assign(accountLink)
    else await router.navigate({ href: accountLink })
  }

  return (
    <PageStrip>
      <Button tone="secondary" block busy={isBusy} onClick={signOutHere}>
        {t('SIGN OUT')}
      </Button>
    </PageStrip>
  )
}
