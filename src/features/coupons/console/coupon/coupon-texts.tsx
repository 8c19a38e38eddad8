import { useState } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { editCoupon, type listCouponTexts, type StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import styles from './coupon-page.module.css'

type CouponText = StaffOutput<typeof listCouponTexts>['data'][number]
type Props = { coupon: StaffCoupon; etag: string; texts: CouponText[]; mayWrite: boolean }

const badges: Record<'ready' | 'missing', StatusBadge> = {
  ready: { name: 'Ready', tone: 'success', gauge: 'tick' },
  missing: { name: 'Missing', tone: 'warning', gauge: 0 },
}
/** The number of languages shown before untranslated languages are collapsed. */
const maxShown = 6

/** Renders the coupon's texts in the shop's other languages. An untranslated language shows the texts above. */
export function CouponTexts({ coupon, etag, texts, mayWrite }: Props) {
  const [opened, setOpened] = useState<CouponText | null>(null)
  const [isWhole, setWhole] = useState(false)
  if (texts.length === 0) return null
  const ordered = texts.toSorted((a, b) => Number(b.is_written) - Number(a.is_written))
  const max = isWhole ? texts.length : Math.max(maxShown, texts.filter(({ is_written }) => is_written).length)
  const hiddenCount = texts.length - max
  return (
    <Panel title="Translations" isFlush>
      <Table
        label="Translations"
        isCompact
        columns={[
          { name: 'Language' },
          { name: 'Condition' },
          { name: 'Text on the coupon' },
          { name: 'State', isNameHidden: true },
          { name: 'Edit', isNameHidden: true },
        ]}
      >
        {ordered.slice(0, max).map((one) => (
          <tr key={one.language}>
            <td>{one.english_name}</td>
            <TranslatedText text={one.condition_text} of={one} />
            <TranslatedText text={one.object} of={one} />
            <td>
              <Status badge={badges[one.is_written ? 'ready' : 'missing']} />
            </td>
            <td className={endCell}>
              {mayWrite && (
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={`Edit ${one.english_name}`}
                  onClick={() => setOpened(one)}
                >
                  Edit
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {hiddenCount > 0 && (
        <p className={styles.more}>
          <Button tone="quiet" onClick={() => setWhole(true)}>
            Show {hiddenCount} more
          </Button>
        </p>
      )}
      {opened && (
        <TextDialog key={opened.language} coupon={coupon} etag={etag} text={opened} onClose={() => setOpened(null)} />
      )}
    </Panel>
  )
}

/** Renders a text in its language. A missing text is marked, because shoppers then read the coupon's original text. */
function TranslatedText({ text, of: { language, direction } }: { text: string; of: CouponText }) {
  return text ? (
    <td lang={language} dir={direction} className={styles.said}>
      {text}
    </td>
  ) : (
    <td className={styles.unsaid}>uses the original text</td>
  )
}

type DialogProps = { coupon: StaffCoupon; etag: string; text: CouponText; onClose: () => void }

function TextDialog({ coupon, etag, text, onClose }: DialogProps) {
  const { call } = useConsole()
  const { code, texts } = coupon
  const { language, english_name: name, direction: dir } = text
  const initial = texts[language] ?? { condition_text: '', object: '', link_name: '' }
  const written = { lang: language, dir }
  const save = (next: StaffCoupon['texts']) => call(editCoupon, { id: code, texts: next }, { ifMatch: etag })
  const { [language]: _, ...others } = texts
  return (
    <EditDialog<typeof initial>
      title={`${code} in ${name}`}
      button="Save texts"
      initial={initial}
      about={`coupons/${code}`}
      says="Empty fields use the coupon’s original text."
      done={`${name} is saved`}
      onClose={onClose}
      send={(changed) => save({ ...texts, [language]: { ...initial, ...changed } })}
      remove={text.is_written ? { button: 'Remove', done: `${name} is removed`, run: () => save(others) } : undefined}
    >
      {(form) => (
        <>
          <TextField
            label="Condition text"
            maxLength={200}
            placeholder={coupon.condition_text}
            {...written}
            {...form.field('condition_text')}
          />
          <TextField
            label="Text on the coupon"
            maxLength={100}
            placeholder={coupon.object}
            {...written}
            {...form.field('object')}
          />
          <TextField
            label="Name of the linked page"
            maxLength={100}
            placeholder={coupon.link_name}
            {...written}
            {...form.field('link_name')}
          />
        </>
      )}
    </EditDialog>
  )
}
