import { getRouteApi, useRouter } from '@tanstack/react-router'
import {
  ArrowLeft,
  Headset,
  Heart,
  Package,
  PackageSearch,
  Settings,
  Ship,
  TicketPercent,
  Undo2,
  Wallet,
} from 'lucide-react'
import { type MouseEvent, useEffect } from 'react'
import { openChat } from '#web/chat.ts'
import { useT } from '#web/i18n/use-t.ts'
import { openLoginDialog } from '#web/login-dialog.ts'
import { clearSession } from '#web/session.ts'
import { useSite } from '#web/site.ts'
import { ChatButton } from '#web/ui/chat-button.tsx'
import { DeepHeader, DeepLine, DeepPromo, DeepTitle, DeepTitleButton } from '#web/ui/deep-header.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { Literal } from '#web/ui/literal.tsx'
import { Page, Section, SectionLink, SectionTitle } from '#web/ui/page.tsx'
import { Service, ServiceButton, Services, Shortcut, Shortcuts } from '#web/ui/tiles.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { AdArea } from '#widget/ad-area.tsx'
import { CouponWidget } from '#widget/coupon-widget.tsx'
import type { AccountSummary } from '../account.contract.ts'
import { AddressProof } from './address-proof.tsx'
import { useChatCheck } from './use-chat-check.ts'

const route = getRouteApi('/account')

export function AccountPage() {
  const summary = route.useLoaderData()
  const hasChat = useChatCheck(summary)

  useEffect(() => {
    // The server no longer knows this token: the browser forgets it too, and the page is a guest's.
    if (summary.session_expired) clearSession()
  }, [summary])

  return (
    <>
      <Page
        header={<AccountHeader summary={summary} />}
        aside={<AdArea pos="account" advert={summary.adData} Widget={CouponWidget} />}
      >
        <OrdersBlock summary={summary} />
        <AddressProof summary={summary} />
        <ServicesBlock hasChat={hasChat} />
      </Page>
      {hasChat && <ChatButton />}
    </>
  )
}

function AccountHeader({ summary }: { summary: AccountSummary }) {
  const t = useT()
  const router = useRouter()
  const promo = summary.adRegister.activity_text
  const reload = () => router.invalidate()
  return (
    <DeepHeader
      start={<IconLink icon={ArrowLeft} flip label={t('Back to shop')} href="/" />}
      end={<IconLink icon={Settings} label={t('Settings')} href="/account/setting" />}
    >
      {summary.email === null ? (
        <>
          <DeepTitleButton onClick={() => openLoginDialog({ onSuccess: reload })}>
            {t('Sign In / Register')}
          </DeepTitleButton>
          {promo && <DeepPromo>{t(promo)}</DeepPromo>}
        </>
      ) : (
        <>
          <DeepTitle>{t('Welcome to {site_name}', { site_name: summary.site_name })}</DeepTitle>
          <DeepLine>
            <Literal>{summary.email}</Literal>
          </DeepLine>
        </>
      )}
    </DeepHeader>
  )
}

function OrdersBlock({ summary }: { summary: AccountSummary }) {
  const t = useT()
  const router = useRouter()
  // A guest who signs in here stays here, with the counts filled in.
  const gate = { needsSignIn: true, onSignedIn: () => void router.invalidate() }
  return (
    <Section first aria-labelledby="my-orders">
      <SectionTitle
        id="my-orders"
        end={
          <SectionLink href="/account/orderlist" {...gate}>
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
          href="/account/orderlist?order_status_id=1"
          {...gate}
        />
        <Shortcut
          icon={Package}
          label={t('Processing')}
          count={summary.proccessing_order}
          href="/account/orderlist?order_status_id=4,5,6,13"
          {...gate}
        />
        <Shortcut
          icon={Ship}
          label={t('Shipped')}
          count={summary.shipped_order}
          href="/account/orderlist?order_status_id=7"
          {...gate}
        />
        <Shortcut
          icon={Undo2}
          label={t('Returns')}
          count={summary.return_order}
          href="/account/orderlist?return=1"
          {...gate}
        />
      </Shortcuts>
    </Section>
  )
}

const trackDebounceMs = 500

function ServicesBlock({ hasChat }: { hasChat: boolean }) {
  const t = useT()
  const router = useRouter()
  const site = useSite()
  const gate = { needsSignIn: true, onSignedIn: () => void router.invalidate() }
  const openTracking = useDebounced(() => void router.navigate({ href: '/order-query' }), trackDebounceMs)
  function track(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openTracking()
  }
  return (
    <Section aria-labelledby="more-services">
      <SectionTitle id="more-services">{t('More Services')}</SectionTitle>
      <Services label={t('More Services')}>
        <Service icon={TicketPercent} label={t('My Coupon')} href="/account/coupon" {...gate} />
        {hasChat ? (
          <ServiceButton icon={Headset} label={t('Contact us')} onClick={openChat} />
        ) : (
          <Service icon={Headset} label={t('Contact us')} href="/contact-us" />
        )}
        <Service icon={PackageSearch} label={t('Tracking order')} href="/order-query" onClick={track} />
        {site.open_collect === '1' && <Service icon={Heart} label={t('Wishlist')} href="/account/collect" {...gate} />}
      </Services>
    </Section>
  )
}
