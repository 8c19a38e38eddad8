import { useSearch } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { FloatingButton } from '#ui/buttons/floating-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { BottomBar, BottomTotal, Page, Section, SectionTitle } from '#ui/layout/page.tsx'
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { AccountParts } from './gallery-account.tsx'
import { BasicParts } from './gallery-basics.tsx'
import { FeedbackParts } from './gallery-feedback.tsx'
import { FormParts } from './gallery-forms.tsx'
import { JourneyParts } from './gallery-journey.tsx'
import { ListParts } from './gallery-lists.tsx'
import { OverlayParts } from './gallery-overlays.tsx'

const TABS = [
  { value: 'all', label: 'All' },
  { value: 'unpaid', label: 'Unpaid', count: 2, hot: true },
  { value: 'processing', label: 'Processing', count: 1 },
  { value: 'shipped', label: 'Shipped', count: 120 },
  { value: 'received', label: 'Received', msg: 'Received-1' },
  { value: 'returns', label: 'Returns', count: 1 },
]

export function GalleryPage() {
  const { dir } = useSearch({ strict: false })
  const [tab, setTab] = useState('all')
  const [hasBar, setHasBar] = useState(false)
  return (
    <div dir={dir}>
      <Page
        header={
          <>
            <AppBar title="Components and states" onBack={() => showToast('Back')} />
            <Tabs id="gallery" label="Order status" items={TABS} value={tab} onChange={setTab} sticky />
          </>
        }
      >
        <TabPanel tabs="gallery" value={tab}>
          <Section>
            <SectionTitle>Bars</SectionTitle>
            <Button tone="secondary" block onClick={() => setHasBar(!hasBar)}>
              {hasBar ? 'Hide the bottom bar' : 'Show the bottom bar'}
            </Button>
          </Section>
          <BasicParts />
          <FormParts />
          <JourneyParts />
          <ListParts />
          <AccountParts />
          <FeedbackParts />
          <OverlayParts />
        </TabPanel>
        {hasBar ? (
          <BottomBar
            summary={
              <BottomTotal label="Total">
                <Literal>$386.00</Literal>
              </BottomTotal>
            }
          >
            <Button>PAY NOW</Button>
          </BottomBar>
        ) : (
          <FloatingButton icon={MessageCircle} label="Live chat" onClick={() => showToast('Chat')} />
        )}
      </Page>
    </div>
  )
}
