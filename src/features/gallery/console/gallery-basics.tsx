import { Inbox, Package } from 'lucide-react'
import { useState } from 'react'
import { ordersLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Key } from '#console/ui/content/key.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { BackLink } from '#console/ui/layout/back-link.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import styles from './gallery.module.css'

const badges: StatusBadge[] = [
  { name: 'Unpaid', tone: 'accent', gauge: 0 },
  { name: 'To prepare', tone: 'info', gauge: 0.25 },
  { name: 'To pack', tone: 'info', gauge: 0.5 },
  { name: 'To ship', tone: 'info', gauge: 0.75 },
  { name: 'Shipped', tone: 'success', gauge: 1 },
  { name: 'On hold', tone: 'warning', gauge: 'pause' },
  { name: 'Received', tone: 'success', gauge: 'tick' },
  { name: 'Failed', tone: 'danger', gauge: 'cross' },
  { name: 'Cancelled', tone: 'ink', gauge: 'dash' },
]

export function ConsoleBasicParts() {
  const [isOn, setOn] = useState(true)
  return (
    <div className={styles.page}>
      <Panel title="Buttons">
        <div className={styles.row}>
          <Button tone="primary">Ship</Button>
          <Button>Hold</Button>
          <Button tone="quiet">More</Button>
          <Button tone="danger">Cancel order</Button>
          <Button icon={Package} hint="P">
            Pack
          </Button>
          <Button tone="primary" isBusy>
            At work
          </Button>
          <Button disabled>Not now</Button>
          <Button size="small">Small</Button>
          <Button size="large">Large</Button>
          <BackLink href={ordersLink} label="Orders" />
        </div>
      </Panel>
      <Panel title="Status, tags, keys">
        <div className={styles.row}>
          {badges.map((badge) => (
            <Status key={badge.name} badge={badge} />
          ))}
        </div>
        <div className={styles.row}>
          {(['plain', 'accent', 'success', 'warning', 'info', 'danger'] as const).map((tone) => (
            <Tag key={tone} tone={tone}>
              {tone}
            </Tag>
          ))}
          <Key>G</Key>
          <Avatar id="1" name="Olga Brandt" />
          <Avatar id="2" name="Maren Lindqvist" isShopper />
          <Switch label="Open for orders" isOn={isOn} onChange={setOn} />
          <Switch label="At work" isOn={isOn} onChange={setOn} isBusy />
        </div>
      </Panel>
      <Panel title="Notes">
        <div className={styles.stack}>
          {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
            <Note key={tone} tone={tone}>
              The parcel was handed over an hour ago.
            </Note>
          ))}
        </div>
      </Panel>
      <Panel title="Empty view">
        <EmptyView icon={Inbox} title="No open conversations" text="Questions and chats appear here.">
          <Button>Show answered conversations</Button>
        </EmptyView>
      </Panel>
    </div>
  )
}
