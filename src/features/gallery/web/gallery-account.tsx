import ArrowLeft from 'lucide-react/icons/arrow-left'
import Globe from 'lucide-react/icons/globe'
import Headset from 'lucide-react/icons/headset'
import Heart from 'lucide-react/icons/heart'
import Package from 'lucide-react/icons/package'
import PackageSearch from 'lucide-react/icons/package-search'
import Settings from 'lucide-react/icons/settings'
import Ship from 'lucide-react/icons/ship'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import Undo2 from 'lucide-react/icons/undo-2'
import Wallet from 'lucide-react/icons/wallet'
import { galleryLink } from '#links/gallery.links.ts'
import { IconButton, IconLink } from '#ui/buttons/icon-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { BannerLink } from '#ui/layout/banner.tsx'
import { PageStrip, Section, SectionLink, SectionTitle } from '#ui/layout/page.tsx'
import { ButtonRow, LinkRow, Rows } from '#ui/lists/rows.tsx'
import { Service, Services, Shortcut, Shortcuts } from '#ui/lists/tiles.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import {
  DarkHeader,
  DarkHeaderLine,
  DarkHeaderPromo,
  DarkHeaderTitle,
  DarkHeaderTitleButton,
} from '#web/parts/page/dark-header.tsx'
import { Mark, Wordmark } from '#web/parts/page/mark.tsx'
import banner from '../pictures/gallery-banner.svg?url'

export function AccountParts() {
  return (
    <>
      <Headers />
      <Section>
        <SectionTitle end={<SectionLink href={galleryLink}>All</SectionLink>}>My Orders</SectionTitle>
        <Shortcuts label="My Orders">
          <Shortcut href={galleryLink} icon={Wallet} label="Unpaid" count={2} />
          <Shortcut href={galleryLink} icon={Package} label="Processing" count={120} />
          <Shortcut href={galleryLink} icon={Ship} label="Shipped" count={0} />
          <Shortcut href={galleryLink} icon={Undo2} label="Returns" count={14} />
        </Shortcuts>
      </Section>
      <ServiceLinks />
      <Rows>
        <LinkRow href={galleryLink} icon={Globe} label="Language" value="English" />
        <ButtonRow icon={Settings} label="Currency" value="USD" />
      </Rows>
      <Rows>
        <LinkRow href={galleryLink} label="About Harbor" />
        <ButtonRow label="Select products with the same return reason" />
      </Rows>
      <BannerLink href={galleryLink} src={banner} alt="Back in the water: new swimwear" width={780} height={300} />
      <PageStrip>
        <Notice>After the change you’ll be asked to sign in again.</Notice>
      </PageStrip>
      <PageStrip centred>
        <Mark />
        <Wordmark name="Harbor" />
      </PageStrip>
    </>
  )
}

function Headers() {
  return (
    <>
      <Section flush>
        <DarkHeader
          start={<IconLink href={galleryLink} icon={ArrowLeft} flip label="Back to shop" />}
          end={<IconButton icon={Settings} label="Settings" />}
        >
          <DarkHeaderTitle>Welcome to Harbor</DarkHeaderTitle>
          <DarkHeaderLine>
            <Literal>maren.lindqvist@example.com</Literal>
          </DarkHeaderLine>
        </DarkHeader>
      </Section>
      <Section flush>
        <DarkHeader>
          <DarkHeaderTitleButton onClick={() => showToast('Sign in')}>Sign In / Register</DarkHeaderTitleButton>
          <DarkHeaderPromo>15% off your first order when you register</DarkHeaderPromo>
        </DarkHeader>
      </Section>
    </>
  )
}

function ServiceLinks() {
  return (
    <>
      <Section>
        <SectionTitle>More Services</SectionTitle>
        <Services label="More Services">
          <Service href={galleryLink} icon={TicketPercent} label="My Coupon" />
          <Service icon={Headset} label="Contact us" href="#contact" />
          <Service href={galleryLink} icon={PackageSearch} label="Tracking order" />
          <Service href={galleryLink} icon={Heart} label="Wishlist" />
        </Services>
      </Section>
      <Section>
        <SectionTitle>Without a wishlist</SectionTitle>
        <Services label="Three services">
          <Service href={galleryLink} icon={TicketPercent} label="My Coupon" />
          <Service icon={Headset} label="Contact us" href="#contact" />
          <Service href={galleryLink} icon={PackageSearch} label="Tracking order" />
        </Services>
      </Section>
    </>
  )
}
