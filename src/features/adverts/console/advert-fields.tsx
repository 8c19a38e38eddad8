import { ImagePlus } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import type { Form } from '#console/form/use-form.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { useFileInput } from '#console/ui/fields/use-file-input.tsx'
import { DayFields, FieldGroup, FieldRow } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { StaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import { adPositions } from '../adverts.contract.ts'
import { addPicture, type StaffAdvert } from '../adverts.staff.contract.ts'
import { deviceNames, kindNames, placeNames } from './advert-badges.ts'
import type { AdvertValues } from './advert-form.rules.ts'
import styles from './adverts.module.css'

type Props = {
  form: Pick<Form<AdvertValues>, 'field' | 'values' | 'set'>
  widgets: StaffWidget[]
  isNew?: boolean
  isFixed?: boolean
}

const kinds = ['link', 'widget', 'app'] as const
const devices = ['all', 'ios', 'android'] as const
const toOptions = <V extends string>(names: Record<V, string>, order: readonly V[]) =>
  order.map((value) => ({ value, name: names[value] }))

export function AdvertFields({ form, widgets, isNew, isFixed = false }: Props) {
  const { values, set, field } = form
  return (
    <>
      <Panel title="Content">
        <FieldGroup name="Content" isFixed={isFixed}>
          <FieldRow>
            <SelectField label="Placement" options={toOptions(placeNames, adPositions)} {...field('position')} />
            <SelectField label="Opens" options={toOptions(kindNames, kinds)} {...field('kind')} />
            <SelectField label="Devices" options={toOptions(deviceNames, devices)} {...field('device')} />
          </FieldRow>
          <TargetFields {...{ form, widgets }} />
          {values.kind !== 'widget' && (
            <>
              <PictureField {...field('picture')} isFixed={isFixed} />
              <TextField
                label="Alternative text"
                hint="Screen readers read it aloud. The console uses it as the name of the ad."
                maxLength={200}
                {...field('alt')}
              />
            </>
          )}
        </FieldGroup>
      </Panel>
      <Panel title="Schedule">
        <FieldGroup name="Schedule" isFixed={isFixed}>
          <FieldRow>
            <DayFields from={field('starts_at')} until={field('ends_at')} isNew={isNew} />
            <NumberField label="Position" hint="Smaller numbers come first" min={0} {...field('sort')} />
          </FieldRow>
          <Check
            label="Active"
            hint="Turn off to pause the ad. Its schedule is kept."
            isChecked={values.is_active}
            onChange={(isOn) => set('is_active', isOn)}
          />
        </FieldGroup>
      </Panel>
    </>
  )
}

/** Renders the fields for the widget, the link or the apps that the advert leads to. */
function TargetFields({ form: { values, field }, widgets }: Pick<Props, 'form' | 'widgets'>) {
  if (values.kind === 'widget') {
    const options = widgets.map(({ id, title }) => ({ value: String(id), name: title || `Widget ${id}` }))
    return (
      <SelectField label="Widget" options={[{ value: '', name: 'Choose one' }, ...options]} {...field('widget_id')} />
    )
  }
  if (values.kind === 'link') {
    return (
      <TextField
        label="Link"
        hint="A path in this shop, such as /products"
        dir="ltr"
        maxLength={500}
        {...field('link')}
      />
    )
  }
  return (
    <FieldRow>
      <TextField label="App Store link" dir="ltr" maxLength={500} {...field('ios_url')} />
      <TextField label="Google Play link" dir="ltr" maxLength={500} {...field('google_url')} />
    </FieldRow>
  )
}

type PictureProps = {
  value: StaffAdvert['picture']
  onChange: (picture: StaffAdvert['picture']) => void
  error: string | null
  isFixed: boolean
}

/**
 * Renders the picture field. The picture is uploaded as soon as it is chosen, and shown by the advert once the form is
 * saved.
 */
function PictureField({ value, onChange, error, isFixed }: PictureProps) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const file = useFileInput({
    label: 'Picture',
    accept: 'image/png,image/jpeg',
    onPick: ([picked]) =>
      picked && run('picture', async () => onChange((await call(addPicture, { file: picked })).data)),
  })
  return (
    <div className={styles.pictures}>
      {value && <img className={styles.picture} src={value.path} alt="" width={value.width} height={value.height} />}
      {!isFixed && (
        <div>
          <Button icon={ImagePlus} isBusy={busy !== null} onClick={file.open}>
            {value ? 'Replace picture' : 'Choose a picture'}
          </Button>
          {file.input}
        </div>
      )}
      <Refusal problem={error ?? problem} />
    </div>
  )
}
