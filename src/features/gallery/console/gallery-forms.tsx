import { ImagePlus, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { SegmentedLinks } from '#console/ui/buttons/segmented-links.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { CheckGrid, CheckGroup } from '#console/ui/fields/check-group.tsx'
import { ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { AreaField, NumberField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { TagField } from '#console/ui/fields/tag-field.tsx'
import { useFileInput } from '#console/ui/fields/use-file-input.tsx'
import { ConflictNote } from '#console/ui/layout/conflict-note.tsx'
import { DayFields, FieldGroup, FieldRow, FormColumns } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { RestoredNote } from '#console/ui/layout/restored-note.tsx'
import { SaveBar } from '#console/ui/layout/save-bar.tsx'
import { CountryField } from '#features/settings/console/parts/country-field.tsx'
import styles from './gallery.module.css'

const countries = ['Denmark', 'Germany', 'Portugal', 'United States'].map((name) => ({ value: name, name }))
const kinds = [
  { value: 'amount', name: 'Amount off' },
  { value: 'percent', name: 'Percent off' },
  { value: 'shipping', name: 'Free shipping' },
] as const

export function ConsoleFormParts() {
  const [changes, setChanges] = useState<string[]>([])
  return (
    <div className={styles.page}>
      <Fields />
      <Choices />
      <FormPage />
      <Panel title="Messages of a form">
        <div className={styles.stack}>
          <Refusal problem="This code is taken. Choose another one." />
          <RestoredNote form={{ isRestored: true, discard: () => undefined }} />
          <ConflictNote
            conflict={{
              who: 'Priya Nair',
              at: '2026-11-12T09:41:00Z',
              clashes: [
                { field: 'name', theirs: 'Harbor Clothing', yours: 'Harbor Goods', takeTheirs: () => undefined },
              ],
            }}
            names={{ name: 'the legal name' }}
          />
          <div className={styles.row}>
            <Button onClick={() => setChanges(['return address', 'phone'])}>Show the save bar</Button>
          </div>
        </div>
      </Panel>
      <SaveBar changes={changes} isBusy={false} isKept onSave={() => setChanges([])} onDiscard={() => setChanges([])} />
    </div>
  )
}

function Fields() {
  const [text, setText] = useState('Harbor Goods')
  const [words, setWords] = useState('The parcel was handed over an hour ago. '.repeat(5))
  const [amount, setAmount] = useState<number | null>(1500)
  const [days, setDays] = useState<number | null>(14)
  const [chosen, setChosen] = useState<string[]>(['Denmark', 'Portugal'])
  const [country, setCountry] = useState('Denmark')
  return (
    <Panel title="Fields">
      <div className={styles.grid}>
        <TextField label="Legal name" value={text} onChange={setText} hint="Shown on invoices" />
        <TextField label="Email" icon={Mail} value="hello@" onChange={setText} error="Type it as name@example.com" />
        <TextField label="Code" value="HELLO15" onChange={setText} readOnly hint="The code cannot be changed" />
        <TextField label="Empty" value="" onChange={setText} placeholder="No minimum" />
        <NumberField label="We answer within" unit="days" value={days} onChange={setDays} />
        <NumberField label="Sent within" unit="days" value={days} onChange={setDays} error="Enter at least 1 day" />
        <MoneyField label="Discount amount" currency="USD" value={amount} onChange={setAmount} />
        <MoneyField
          label="Minimum order"
          currency="JPY"
          value={null}
          onChange={setAmount}
          error="Enter an amount above 0"
        />
        <SelectField label="Country" value={country} onChange={setCountry} options={countries} />
        <CountryField value="DE" onChange={() => undefined} error={null} />
        <SelectField label="Not now" value={country} onChange={setCountry} options={countries} disabled />
        <AreaField label="What Maren will read" value={words} onChange={setWords} maxLength={220} />
        <AreaField label="Reason" value="" onChange={setWords} error="Please enter a reason" />
        <TagField label="Tags" value={chosen} onChange={setChosen} known={['Gift wrap']} max={4} maxLength={30} />
        <ManyCombobox label="Ships to" value={chosen} onChange={setChosen} choices={countries} />
        <ManyCombobox
          label="Nothing selected"
          value={[]}
          onChange={setChosen}
          choices={countries}
          placeholder="All"
          error="Choose one"
        />
      </div>
    </Panel>
  )
}

function Choices() {
  const [isOn, setOn] = useState(true)
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('amount')
  return (
    <Panel title="Choices">
      <div className={styles.row}>
        <Check label="Email Maren" isChecked={isOn} onChange={setOn} />
        <Check label="Partly selected" hint="2 of 5" isChecked={false} isMixed onChange={setOn} />
        <Check label="Not now" isChecked disabled onChange={setOn} />
        <Check type="radio" label="By hand" isChecked={!isOn} onChange={() => setOn(false)} />
        <Check type="radio" label="Fetched" isChecked={isOn} onChange={() => setOn(true)} />
        <Switch label="Open for orders" isOn={isOn} onChange={setOn} />
        <Switch label="Disabled" isOn onChange={setOn} disabled />
      </div>
      <div className={styles.row}>
        <Segmented label="Kind" parts={[...kinds]} value={kind} onChange={setKind} />
        <SegmentedLinks
          label="Period"
          parts={[
            { name: '7 days', href: '#7' },
            { name: '30 days', href: '#30' },
          ]}
          isOn={(href) => href === '#30'}
        />
      </div>
    </Panel>
  )
}

function FormPage() {
  const [text, setText] = useState('Harbor Goods')
  const [days, setDays] = useState<number | null>(14)
  const [isOn, setOn] = useState(true)
  const picture = useFileInput({ label: 'Picture', accept: 'image/png', onPick: () => undefined })
  return (
    <FormColumns
      aside={
        <Panel title="Side panel">
          <p>Details beside the form. In a narrow window, they follow the form.</p>
        </Panel>
      }
    >
      <Panel title="A page that is a form">
        <FieldGroup name="A page that is a form">
          <FieldRow>
            <DayFields
              from={{ value: '2026-11-01', onChange: setText, error: null }}
              until={{ value: '', onChange: setText, error: null }}
              isNew
            />
            <NumberField label="Number of coupons" value={days} onChange={setDays} />
          </FieldRow>
          <FieldRow isPairs>
            <TextField label="Text on the coupon" value={text} onChange={setText} />
            <TextField label="Condition text" value={text} onChange={setText} />
          </FieldRow>
        </FieldGroup>
      </Panel>
      <Panel title="Checks that answer one question">
        <CheckGroup label="Events" error="Choose at least one">
          <CheckGrid>
            <Check label="Orders" hint="order.*" isChecked={isOn} onChange={setOn} />
            <Check label="Returns" hint="return.*" isChecked={!isOn} onChange={setOn} />
          </CheckGrid>
        </CheckGroup>
        <Button icon={ImagePlus} onClick={picture.open}>
          Choose a picture
        </Button>
        {picture.input}
      </Panel>
    </FormColumns>
  )
}
