import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { Chip, ChipGroup } from '#ui/buttons/chip.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { CheckRow } from '#ui/fields/check-row.tsx'
import { Field } from '#ui/fields/field.tsx'
import { ImageUploader, type UploadItem } from '#ui/fields/image-uploader.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { PickerField } from '#ui/fields/picker-field.tsx'
import { RadioList } from '#ui/fields/radio-list.tsx'
import { RuleList } from '#ui/fields/rule-list.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { StarRating } from '#ui/fields/star-rating.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import dress from '../pictures/gallery-dress.svg?url'
import heel from '../pictures/gallery-heel.svg?url'
import scarf from '../pictures/gallery-scarf.svg?url'
import styles from './gallery.module.css'

const LABELS = ['True to size', 'Lovely fabric', 'Looks like the photos', 'Good value', 'Comfortable']

const countries = [
  { value: 'DE', name: 'Germany' },
  { value: 'JP', name: 'Japan' },
]

export function FormParts() {
  return (
    <>
      <Fields />
      <Choices />
      <Ratings />
      <Uploads />
    </>
  )
}

function Fields() {
  const [password, setPassword] = useState('')
  return (
    <Section>
      <SectionTitle>Fields</SectionTitle>
      <Field
        label="Email Address"
        type="email"
        autoComplete="email"
        defaultValue="maren.lindqvist@example.com"
        required
      />
      <Field label="Order No." defaultValue="HB2509" error="Email Address and Order No. do not match." required />
      <Field label="Search" placeholder="Type a number" hint="Letters and figures" end={<Icon of={Search} />} />
      <Field label="Closed" defaultValue="PostNord" disabled />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        hint={
          <RuleList
            rules={[
              { text: '6-30 characters', met: password.length >= 6 && password.length <= 30 },
              { text: 'At least 1 digit', met: /\d/.test(password) },
            ]}
          />
        }
      />
      <SelectField label="Country" placeholder="Choose a country" options={countries} defaultValue="" required />
      <TextArea label="Your review" placeholder="Specific description" maxLength={500} required />
      <TextArea label="Nearly full" maxLength={500} defaultValue={'Sea '.repeat(121)} />
      <TextArea label="Message" placeholder="Tell us how we can help" error="Please fill in this field" />
      <PickerField
        label="Return Reason"
        placeholder="Please select"
        value="Size or fit / Smaller than expected"
        required
      />
      <PickerField label="Return Reason" placeholder="Please select" error="Please select return reason" required />
    </Section>
  )
}

function Choices() {
  const [reason, setReason] = useState('small')
  const [ticked, setTicked] = useState(true)
  return (
    <Section flush>
      <RadioList
        label="Specific Reason"
        name="gallery-reason"
        value={reason}
        onChange={setReason}
        choices={[
          { value: 'small', label: 'Smaller than expected' },
          { value: 'large', label: 'Larger than expected' },
          { value: 'others', label: 'Others', note: 'Tell us in the description' },
        ]}
      />
      <CheckRow checked={ticked} onChange={(event) => setTicked(event.target.checked)}>
        Sailcloth Stripe Shirt
      </CheckRow>
    </Section>
  )
}

function Ratings() {
  const [stars, setStars] = useState(4.5)
  const [chosen, setChosen] = useState(['True to size'])
  return (
    <Section>
      <SectionTitle>Rating and labels</SectionTitle>
      <StarRating label="Rating" value={stars} onChange={setStars} />
      <div className={styles.gap} />
      <p id="gallery-labels" className={styles.caption}>
        What stands out?
      </p>
      <ChipGroup labelledBy="gallery-labels">
        {LABELS.map((label) => (
          <Chip
            key={label}
            on={chosen.includes(label)}
            onChange={(on) => setChosen(on ? [...chosen, label] : chosen.filter((other) => other !== label))}
          >
            {label}
          </Chip>
        ))}
      </ChipGroup>
    </Section>
  )
}

function Uploads() {
  const [items, setItems] = useState<UploadItem[]>([
    { key: 'a', previewUrl: dress, state: 'done' },
    { key: 'b', previewUrl: heel, state: 'uploading', progress: 0.6 },
    { key: 'c', previewUrl: scarf, state: 'failed' },
  ])
  return (
    <Section>
      <ImageUploader
        label="Upload Pictures"
        note="(Up to 5 Pics)"
        hint="PNG or JPG, each under 5 MB"
        items={items}
        onAdd={(file) =>
          setItems([...items, { key: `${file.name}-${items.length}`, previewUrl: dress, state: 'done' }])
        }
        onRetry={(key) => setItems(items.map((item) => (item.key === key ? { ...item, state: 'uploading' } : item)))}
        onRemove={(key) => setItems(items.filter((item) => item.key !== key))}
      />
    </Section>
  )
}
