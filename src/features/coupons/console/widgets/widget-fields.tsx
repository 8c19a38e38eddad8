import { ImagePlus, Trash2 } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { useFileInput } from '#console/ui/fields/use-file-input.tsx'
import { addPicture } from '#features/adverts/adverts.staff.contract.ts'
import { layOutCoupons } from '#features/coupons/coupon-widget.rules.ts'
import { groupNames } from './widget-badges.ts'
import styles from './widget-builder.module.css'
import type { WidgetForm } from './widget-form.ts'
import { fromLocalInput, type Layout, listLayouts, toLocalInput } from './widget-preview.rules.ts'
import { Section } from './widget-section.tsx'

type Props = { form: WidgetForm }

const formatLayout = ({ rows, perRow }: Layout) => `${rows} × ${perRow}`

export function WidgetLayout({ form }: Props) {
  const { coupons, is_bundle, rows, per_row, has_popup } = form.values
  const layouts = listLayouts(coupons.length)
  const parts = layouts.map((one) => ({ value: formatLayout(one), name: formatLayout(one) }))
  const current = formatLayout(layOutCoupons(coupons.length, rows, per_row))
  const choose = (name: string) => {
    const layout = layouts.find((one) => formatLayout(one) === name)
    if (!layout) return
    form.set('rows', layout.rows)
    form.set('per_row', layout.perRow)
  }
  return (
    <Section title="Layout">
      <div className={styles.two}>
        <div className={styles.choice}>
          <span>Claiming</span>
          <Segmented
            label="Claiming"
            parts={[
              { value: 'each', name: 'One by one' },
              { value: 'all', name: 'All at once' },
            ]}
            value={is_bundle ? 'all' : 'each'}
            onChange={(value) => form.set('is_bundle', value === 'all')}
          />
        </div>
        {coupons.length > 1 &&
          (parts.length > 3 ? (
            <SelectField label="Rows and columns" value={current} onChange={choose} options={parts} />
          ) : (
            <div className={styles.choice}>
              <span>Rows and columns</span>
              <Segmented label="Rows and columns" parts={parts} value={current} onChange={choose} />
            </div>
          ))}
      </div>
      <Switch
        label="Confirm in a pop-up instead of a toast"
        isOn={has_popup}
        onChange={(isOn) => form.set('has_popup', isOn)}
      />
    </Section>
  )
}

export function EligibilityFields({ form }: Props) {
  const { group, register } = form.values
  return (
    <Section title="Who can claim">
      <div className={styles.two}>
        <div className={styles.choice}>
          <span>Shoppers</span>
          <Segmented
            label="Shoppers"
            parts={(['everybody', 'new', 'known'] as const).map((value) => ({ value, name: groupNames[value] }))}
            value={group}
            onChange={(value) => form.set('group', value)}
          />
        </div>
        <div className={styles.choice}>
          <span>Required before claiming</span>
          <Segmented
            label="Required before claiming"
            parts={[
              { value: 'subscribe', name: 'Subscribe' },
              { value: 'sign_in', name: 'Sign in' },
            ]}
            value={register}
            onChange={(value) => form.set('register', value)}
          />
        </div>
      </div>
      {group !== 'everybody' && (
        <TextField
          label="Link for other shoppers"
          hint="Shoppers outside the group are sent to this path, such as /account"
          dir="ltr"
          maxLength={300}
          {...form.field('group_link')}
        />
      )}
    </Section>
  )
}

const texts = [
  { part: 'discount', name: 'Amount' },
  { part: 'condition', name: 'Condition' },
  { part: 'button', name: 'Button' },
] as const

export function ContentFields({ form, isRunning }: Props & { isRunning: boolean }) {
  const { starts_at, ends_at, style } = form.values
  const shown = (at: string | null) => (isRunning && at ? toLocalInput(at) : '')
  return (
    <Section title="Title, texts, picture and schedule" beside={ends_at ? undefined : 'No end date'}>
      <TextField
        label="Title"
        hint={style.image ? 'The picture already contains its text. Screen readers read this instead.' : undefined}
        maxLength={100}
        {...form.field('title')}
      />
      {texts.map(({ part, name }) => (
        <div key={part} className={styles.text}>
          <NumberField
            label={`${name}, size`}
            unit="px"
            min={11}
            max={40}
            placeholder="Default"
            value={style[part].size}
            onChange={(size) => form.set('style', { ...style, [part]: { ...style[part], size } })}
          />
          <Switch
            label={`${name} in bold`}
            isOn={style[part].bold}
            onChange={(bold) => form.set('style', { ...style, [part]: { ...style[part], bold } })}
          />
        </div>
      ))}
      <Picture form={form} />
      <div className={styles.two}>
        <TextField
          label="From"
          type="datetime-local"
          value={shown(starts_at)}
          error={form.field('starts_at').error}
          onChange={(text) => form.set('starts_at', fromLocalInput(text) ?? starts_at)}
        />
        <TextField
          label="Until"
          hint="Leave empty for no end date"
          type="datetime-local"
          value={shown(ends_at)}
          error={form.field('ends_at').error}
          onChange={(text) => form.set('ends_at', fromLocalInput(text))}
        />
      </div>
    </Section>
  )
}

/**
 * Renders the picture field. The upload happens immediately, and the widget shows the picture once the form is saved.
 */
function Picture({ form }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const { style } = form.values
  const add = (file: File) =>
    run('picture', async () => {
      const { data: image } = await call(addPicture, { file })
      form.set('style', { ...style, image })
    })
  const picked = useFileInput({
    label: 'Picture',
    accept: 'image/png,image/jpeg',
    onPick: ([file]) => file && add(file),
  })
  return (
    <div className={styles.picture}>
      {style.image && (
        <img
          src={style.image.path}
          alt="Background of the widget"
          width={style.image.width}
          height={style.image.height}
        />
      )}
      {picked.input}
      <Button size="small" icon={ImagePlus} isBusy={busy !== null} onClick={picked.open}>
        {style.image ? 'Replace picture' : 'Background picture'}
      </Button>
      {style.image && (
        <Button size="small" icon={Trash2} onClick={() => form.set('style', { ...style, image: null })}>
          Remove picture
        </Button>
      )}
      <Refusal problem={problem ?? form.field('style').error} />
    </div>
  )
}
