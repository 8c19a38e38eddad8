import { getRouteApi, useRouter } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import HandCoins from 'lucide-react/icons/hand-coins'
import Headset from 'lucide-react/icons/headset'
import Heart from 'lucide-react/icons/heart'
import Package from 'lucide-react/icons/package'
import PackageSearch from 'lucide-react/icons/package-search'
import Settings from 'lucide-react/icons/settings'
import Ship from 'lucide-react/icons/ship'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import Undo2 from 'lucide-react/icons/undo-2'
import Wallet from 'lucide-react/icons/wallet'
import type { MouseEvent } from 'react'
import { tabSearch } from '#features/orders/orders.rules.ts'
import { couponsLink, creditLink, orderListLink, settingsLink } from '#links/account.links.ts'
import { homeLink, wishlistLink } from '#links/catalogue.links.ts'
import { contactLink, orderQueryLink } from '#links/support.links.ts'
import { IconLink } from '#ui/buttons/icon-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Page, Section, SectionLink, SectionTitle } from '#ui/layout/page.tsx'
import { Service, Services, Shortcut, Shortcuts } from '#ui/lists/tiles.tsx'
import { loadOptional } from '#web/data/load-optional.ts'
import { useDebounced } from '#web/data/use-debounced.ts'
import { useOptionalRetry } from '#web/data/use-optional-retry.ts'
import { useIdle } from '#web/navigation/use-idle.ts'
import { ChatButton } from '#web/parts/page/chat-button.tsx'
import {
  DarkHeader,
  DarkHeaderLine,
  DarkHeaderPromo,
  DarkHeaderTitle,
  DarkHeaderTitleButton,
} from '#web/parts/page/dark-header.tsx'
import type { WebContext } from '#web/root.tsx'
import { openChat } from '#web/session/chat.ts'
import { fetchLoginDialog, openLoginDialog } from '#web/session/login-dialog.ts'
import { useSite } from '#web/session/site.ts'
import { AdArea } from '#widget/advert/ad-area.tsx'
import { CouponWidget } from '#widget/coupon/coupon-widget.tsx'
import { type AccountSummary, getAccountSummary } from '../account.contract.ts'
import { AddressConfirmation } from './address-confirmation.tsx'
import { useChatCheck } from './use-chat-check.ts'

export { AccountSkeleton } from './account-skeleton.tsx'

const route = getRouteApi('/account')

export function loadAccount({ context }: { context: WebContext }) {
  return loadOptional(context, 'summary', (load) => load(getAccountSummary, {}))
}

export function AccountPage() {
  const { value, isUnavailable } = route.useLoaderData()
  const { session, site } = useRouter().options.context
  const summary = value ?? withoutCounts(session.isSignedIn() ? session.email() : null, site.name)
  useOptionalRetry(isUnavailable)
  const hasChat = useChatCheck(value)

  return (
    <>
      <Page
        header={<AccountHeader summary={summary} />}
        aside={<AdArea pos="account" advert={summary.adData} Widget={CouponWidget} />}
      >
        <OrdersBlock summary={summary} />
        <AddressConfirmation summary={summary} />
        <ServicesBlock hasChat={hasChat} hasCredit={summary.has_credit} />
      </Page>
      {hasChat && <ChatButton />}
    </>
  )
}

/**
 * Returns a summary with zero counts for when the counts cannot be loaded, so that the page can still show who is
 * signed in.
 */
function withoutCounts(email: string | null, siteName: string): AccountSummary {
  const counts = {
    unpaid_order: 0,
    proccessing_order: 0,
    shipped_order: 0,
    received_order: 0,
    return_order: 0,
    has_credit: false,
  }
  const otherFields = { adRegister: { activity_text: null }, adData: null, session_expired: false }
  const address = { email, email_confirmed: null, offered: null }
  return { ...address, site_name: siteName, ...counts, ...otherFields }
}

function AccountHeader({ summary }: { summary: AccountSummary }) {
  const t = useT()
  const router = useRouter()
  const promo = summary.adRegister.activity_text
  const reload = () => router.invalidate()
  useIdle(summary.email === null ? fetchLoginDialog : null)
  return (
    <DarkHeader
      start={<IconLink icon={ArrowLeft} flip label={t('Back to shop')} href={homeLink} />}
      end={<IconLink icon={Settings} label={t('Settings')} href={settingsLink} />}
    >
      {summary.email === null ? (
        <>
          <DarkHeaderTitleButton
            onClick={() => openLoginDialog({ onSuccess: reload })}
            onPointerEnter={fetchLoginDialog}
            onFocus={fetchLoginDialog}
          >
            {t('Sign In / Register')}
          </DarkHeaderTitleButton>
          {promo && <DarkHeaderPromo>{t(promo)}</DarkHeaderPromo>}
        </>
      ) : (
        <>
          <DarkHeaderTitle>{t('Welcome to {site_name}', { site_name: summary.site_name })}</DarkHeaderTitle>
          <DarkHeaderLine>
            <Literal>{summary.email}</Literal>
          </DarkHeaderLine>
        </>
      )}
    </DarkHeader>
  )
}

function OrdersBlock({ summary }: { summary: AccountSummary }) {
  const t = useT()
  return (
    <Section first aria-labelledby="my-orders">
      <SectionTitle
        id="my-orders"
        end={
          <SectionLink href={orderListLink()} needsSignIn>
            {t('All')}
          </SectionLink>
        }
      >
        {t('My Orders')}
      </SectionTitle>
      <Shortcuts label={t('My Orders')}>
        <Shortcut
          icon={Wallet}
          label={t('Unpaid')}
          count={summary.unpaid_order}
          href={orderListLink(tabSearch('unpaid'))}
          needsSignIn
        />
        <Shortcut
          icon={Package}
          label={t('Processing')}
          count={summary.proccessing_order}
          href={orderListLink(tabSearch('processing'))}
          needsSignIn
        />
        <Shortcut
          icon={Ship}
          label={t('Shipped')}
          count={summary.shipped_order}
          href={orderListLink(tabSearch('shipped'))}
          needsSignIn
        />
        <Shortcut
          icon={Undo2}
          label={t('Returns')}
          count={summary.return_order}
          href={orderListLink(tabSearch('returns'))}
          needsSignIn
        />
      </Shortcuts>
    </Section>
  )
}

const trackDebounceMs = 500

function ServicesBlock({ hasChat, hasCredit }: { hasChat: boolean; hasCredit: boolean }) {
  const t = useT()
  const router = useRouter()
  const site = useSite()
  const openTracking = useDebounced(() => void router.navigate({ href: orderQueryLink() }), trackDebounceMs)
  function track(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openTracking()
  }
  function chat(event: MouseEvent) {
    event.preventDefault()
    openChat()
  }
  return (
    <Section aria-labelledby="more-services">
      <SectionTitle id="more-services">{t('More Services')}</SectionTitle>
      <Services label={t('More Services')}>
        <Service icon={TicketPercent} label={t('My Coupon')} href={couponsLink} needsSignIn />
        {/* The wrapping element stays the same while the chat loads, so it keeps the focus. */}
        <Service
          icon={Headset}
          label={t('Contact us')}
          href={contactLink}
          {...(hasChat && { 'aria-haspopup': 'dialog' as const, onClick: chat })}
        />
        <Service icon={PackageSearch} label={t('Tracking order')} href={orderQueryLink()} onClick={track} />
        {site.open_collect === '1' && <Service icon={Heart} label={t('Wishlist')} href={wishlistLink()} needsSignIn />}
        {hasCredit && <Service icon={HandCoins} label={t('Store credit')} href={creditLink} needsSignIn />}
      </Services>
    </Section>
  )
}
