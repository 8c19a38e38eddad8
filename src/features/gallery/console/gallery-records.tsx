import { History, type HistoryEntry } from '#console/ui/content/history.tsx'
import { Presence } from '#console/ui/content/presence.tsx'
import { Sparkline } from '#console/ui/content/sparkline.tsx'
import { Stat, StatList } from '#console/ui/content/stat.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Thumb, Thumbs } from '#console/ui/content/thumbs.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Steps } from '#console/ui/layout/steps.tsx'
import { Evidence } from '#console/ui/overlays/evidence.tsx'
import dress from '../pictures/gallery-dress.svg'
import heel from '../pictures/gallery-heel.svg'
import scarf from '../pictures/gallery-scarf.svg'
import styles from './gallery.module.css'

const at = '2026-11-12T09:41:00Z'
const historyEntries: HistoryEntry[] = [
  { key: '1', actor: { kind: 'staff', name: 'Tomas Berg' }, action: 'packed 2 parcels', at },
  {
    key: '2',
    actor: { kind: 'staff', name: 'Priya Nair' },
    action: 'wrote a note',
    at,
    words: { body: 'Could be the shop downstairs.', isNote: true },
  },
  {
    key: '3',
    actor: { kind: 'shopper', name: 'Maren Lindqvist' },
    action: 'requested a return of 2 items',
    at,
    words: { body: 'The waist measures about 3 cm smaller.' },
  },
  { key: '4', actor: { kind: 'carrier', name: null }, action: 'delivered the parcel', at },
  { key: '5', actor: { kind: 'timer', name: null }, action: 'marked the order as received', at },
  { key: '6', actor: { kind: 'key', name: 'Nordlager ERP' }, action: 'counted the stock', at },
]

export function ConsoleRecordParts() {
  return (
    <div className={styles.page}>
      <Head />
      <Panel title="Progress">
        <Steps
          label="Progress"
          steps={[
            { name: 'Placed', at, state: 'done' },
            { name: 'Paid', at, state: 'done' },
            { name: 'Packed', at, state: 'now' },
            { name: 'Shipped', state: 'ahead' },
          ]}
        />
      </Panel>
      <DayFigures />
      <Panel title="Pictures">
        <div className={styles.row}>
          <Thumb src={dress} />
          <Thumb src={heel} size="line" />
          <Thumb src={null} size="large" />
          <Thumbs images={[dress, heel, scarf]} count={5} />
        </div>
      </Panel>
      <Panel title="Pictures from a shopper" isFlush>
        <Evidence
          pictures={[
            { src: dress, name: 'A dress with a stain' },
            { src: scarf, name: 'The stain' },
          ]}
          catalogue={[{ src: heel, name: 'Product picture' }]}
          caption="Maren, yesterday 17:04"
        />
      </Panel>
      <Panel title="History">
        <History entries={historyEntries} />
      </Panel>
    </div>
  )
}

function Head() {
  return (
    <PageHead
      title="HB2V8C6MD3XP7"
      isNumber
      crumb="Orders"
      beside={
        <>
          <Status badge={{ name: 'Packed', tone: 'info', gauge: 0.75 }} isLarge />
          <Presence people={[{ id: '1', name: 'Priya Nair' }]} />
        </>
      }
    />
  )
}

function DayFigures() {
  return (
    <StatList>
      <Stat
        label="Orders today"
        value="38"
        detail="31 at this time last Friday"
        line={<Sparkline values={[3, 5, 4, 8, 9]} />}
      />
      <Stat label="Return rate" value="11.8 %" detail="12.6 % before" line={<Sparkline values={[9, 8, 5, 4, 3]} />} />
      <Stat label="Refund time" value="–" detail="None yet" />
    </StatList>
  )
}
