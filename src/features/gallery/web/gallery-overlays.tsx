import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { TagButton, TagRow } from '#ui/content/tag.tsx'
import { Field } from '#ui/fields/field.tsx'
import { OptionList } from '#ui/fields/option-list.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { PickerField } from '#ui/fields/picker-field.tsx'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { Wordmark } from '#web/parts/page/mark.tsx'
import styles from './gallery.module.css'

type Overlay = 'sign-in' | 'question' | 'confirm'

const QUESTIONS = [
  'Track my order',
  'Parcel shows delivered, not received',
  'Parcel is stuck in transit',
  'Change the delivery address',
  'Missing item in the parcel',
  'Customs asked for a document',
  'Something else',
]

export function OverlayParts() {
  const [open, setOpen] = useState<Overlay | null>(null)
  const [question, setQuestion] = useState<string | null>(null)
  const close = () => setOpen(null)
  return (
    <Section>
      <SectionTitle>Sheets and dialogs</SectionTitle>
      <PickerField
        label="Question type"
        placeholder="Please select question type"
        value={question}
        onClick={() => setOpen('question')}
      />
      <div className={styles.row}>
        <Button size="small" onClick={() => setOpen('sign-in')}>
          Open sheet
        </Button>
        <Button size="small" onClick={() => setOpen('confirm')}>
          Open question
        </Button>
      </div>
      <SignInSheet open={open === 'sign-in'} onClose={close} />
      <Sheet
        open={open === 'question'}
        onClose={close}
        onBack={close}
        title="Question type"
        height="tall"
        flush
        head={
          <div className={styles.path}>
            <TagRow>
              <TagButton>Delivery</TagButton>
              <TagButton>Where is my order</TagButton>
            </TagRow>
          </div>
        }
      >
        <OptionList
          label="Question type"
          choices={QUESTIONS.map((label) => ({ value: label, label }))}
          value={question}
          onChoose={(value) => {
            setQuestion(value)
            close()
          }}
        />
      </Sheet>
      <ConfirmDialog
        open={open === 'confirm'}
        question="Do you really want to cancel the order?"
        onNo={close}
        onYes={() => {
          close()
          showToast('Cancelled', { icon: 'ok' })
        }}
      />
    </Section>
  )
}

function SignInSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [tab, setTab] = useState('login')
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        <>
          <span className="visually-hidden">Sign In / Register</span>
          <Wordmark name="Harbor" />
        </>
      }
      head={
        <Tabs
          id="gallery-sign-in"
          label="Sign In / Register"
          items={[
            { value: 'login', label: 'Login' },
            { value: 'register', label: 'Register' },
          ]}
          value={tab}
          onChange={setTab}
        />
      }
    >
      <TabPanel tabs="gallery-sign-in" value={tab}>
        <Field label="Email" type="email" autoComplete="username" />
        <PasswordField label="Password" autoComplete="current-password" />
        <Button block onClick={() => showToast('Signed in', { icon: 'ok' })}>
          Log in
        </Button>
      </TabPanel>
    </Sheet>
  )
}
