import { useRef, useState } from 'react'
import { galleryLink } from '#links/gallery.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Quantity } from '#ui/buttons/quantity.tsx'
import { Badge } from '#ui/content/badge.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { ViewMore } from '#ui/lists/view-more.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { PictureViewer } from '#ui/overlays/picture-viewer.tsx'
import { Day } from '#ui/time/day.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import dress from '../pictures/gallery-dress.svg?url'
import heel from '../pictures/gallery-heel.svg?url'
import styles from './gallery.module.css'

const pictures = [
  { src: dress, alt: 'Ebb Wrap Midi Dress' },
  { src: heel, alt: 'Lantern Bow Kitten Heel' },
]
const pages = { current_page: 2, total_pages: 7, total: 70, page_size: 10 }

/** Shows the components used beside list rows, such as counts, pagers, forms and dialogs. */
export function ListParts() {
  return (
    <>
      <Counts />
      <More />
      <Section>
        <SectionTitle>Forms that did not go through</SectionTitle>
        <EmailField label="Email address" defaultValue="maren.lindqvist@example.com" />
        <FormProblem refusal={{ message: 'The password is wrong.' }} hasFailed={false} />
        <FormProblem refusal={null} hasFailed />
      </Section>
      <Windows />
    </>
  )
}

function Counts() {
  const [count, setCount] = useState(1)
  return (
    <Section>
      <SectionTitle>Counts and days</SectionTitle>
      <div className={styles.row}>
        <Badge count={2} />
        <Badge count={120} />
        <Badge count={14} tone="neutral" />
        <Quantity label="How many" value={count} max={10} onChange={setCount} />
        <Day>2026-11-16 10:00:00</Day>
        <LocalTime>2026-11-16 10:00:00</LocalTime>
      </div>
    </Section>
  )
}

function More() {
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(2)
  return (
    <Section>
      <SectionTitle>Lists that go on</SectionTitle>
      <ul ref={list}>
        {Array.from({ length: shown }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end.
          <li key={index} tabIndex={-1}>
            Row {index + 1}
          </li>
        ))}
      </ul>
      <ViewMore list={list} shown={shown} hasMore={shown < 8} busy={false} onMore={() => setShown(shown + 2)} block />
      <Pager pagination={pages} hrefOf={() => galleryLink} />
    </Section>
  )
}

function Windows() {
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  return (
    <Section>
      <SectionTitle>Windows</SectionTitle>
      <div className={styles.row}>
        <Button size="small" tone="secondary" onClick={() => setOpen(true)}>
          Good news
        </Button>
        <Button size="small" tone="secondary" onClick={() => setAt(0)}>
          Pictures
        </Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} labelledBy="gallery-news">
        <h2 id="gallery-news">Received Successfully</h2>
        <Button block onClick={() => setOpen(false)}>
          OK
        </Button>
      </Dialog>
      <PictureViewer pictures={pictures} at={at} onMove={setAt} onClose={() => setAt(null)} />
    </Section>
  )
}
