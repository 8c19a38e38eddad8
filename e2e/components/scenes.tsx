import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type ConsoleContext, ConsoleReact } from '#console/shell/console-context.ts'
import { Button as ConsoleButton } from '#console/ui/buttons/button.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { showToast as showConsoleToast } from '#console/ui/overlays/toast-store.ts'
import { Toaster as ConsoleToaster } from '#console/ui/overlays/toaster.tsx'
import { BasicParts } from '#features/gallery/web/gallery-basics.tsx'
import { FormParts } from '#features/gallery/web/gallery-forms.tsx'
import { JourneyParts } from '#features/gallery/web/gallery-journey.tsx'
import { OverlayParts } from '#features/gallery/web/gallery-overlays.tsx'
import { GalleryPage } from '#features/gallery/web/gallery-page.tsx'
import { uploadReviewImage } from '#features/reviews/reviews.contract.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ImageUploader } from '#ui/fields/image-uploader.tsx'
import { SideLinkContext } from '#ui/layout/side-link.tsx'
import { Stepper } from '#ui/layout/stepper.tsx'
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx'
import { createPageWindow } from '#ui/overlays/modal-history.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { showToast, Toaster } from '#ui/overlays/toast.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { useUpload } from '#web/uploads/use-upload.ts'
import { askToSignIn } from '#widget/dialogs/shop-dialogs.ts'
import '#ui/themes/theme-shop.css'

const statuses = ['All', 'Unpaid', 'Processing', 'Shipped', 'Received', 'Returns', 'Cancelled']

function TabsScene() {
  const [value, setValue] = useState('All')
  return (
    <>
      <Tabs
        id="scene"
        label="Order status"
        items={statuses.map((label) => ({ value: label, label }))}
        value={value}
        onChange={setValue}
      />
      <TabPanel tabs="scene" value={value}>
        <Button>Inside {value}</Button>
      </TabPanel>
    </>
  )
}

function CountdownScene() {
  const [times, setTimes] = useState(0)
  const [seconds, setSeconds] = useState(90)
  return (
    <>
      <Countdown seconds={seconds} onComplete={() => setTimes((now) => now + 1)} />
      <p>Told {times} times</p>
      <Button onClick={() => setSeconds(3600)}>An hour more</Button>
    </>
  )
}

function UploadScene() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {isOpen && <Upload />}
      <Button onClick={() => setOpen(false)}>Leave</Button>
    </>
  )
}

function Upload() {
  const { items, images, isUploading, add, retry, remove } = useUpload(uploadReviewImage, { fields: { product_id: 7 } })
  return (
    <>
      <ImageUploader label="Pictures" items={items} onAdd={add} onRetry={retry} onRemove={remove} />
      <output>{isUploading ? 'sending' : images.map(({ id }) => id).join(' ') || 'nothing'}</output>
    </>
  )
}

function ToastScene() {
  const [isOpen, setOpen] = useState(false)
  const toast = () => showToast('Removed', { action: { label: 'Undo', onClick: () => showToast('Undone') } })
  return (
    <>
      <Button onClick={toast}>Remove</Button>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Above">
        <Button onClick={toast}>Remove here</Button>
      </Sheet>
    </>
  )
}

/** Renders the login dialog of a widget on an external page, in a shop with and without its legal pages. */
function WidgetSignInScene() {
  const refuse = () => Promise.reject(new Error('This scene has no shop'))
  const ask = (hasLegalPages: boolean) =>
    askToSignIn(document.body, (text) => text, {
      signIn: refuse,
      register: refuse,
      forgot: refuse,
      hasLegalPages: Promise.resolve(hasLegalPages),
    })
  return (
    <>
      <Button onClick={() => ask(false)}>Without pages</Button>
      <Button onClick={() => ask(true)}>With pages</Button>
    </>
  )
}

function ConsoleToastScene() {
  const remove = () => showConsoleToast('Removed', { action: { label: 'Undo', run: () => undefined } })
  return (
    <ConsoleReact value={{ me: null } as ConsoleContext}>
      <Button onClick={remove}>Remove</Button>
      <ConsoleToaster />
    </ConsoleReact>
  )
}

/** Renders a console dialog whose second field is wrong, above a page that also has a wrong field. */
function ConsoleDialogScene() {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  return (
    <ConsoleReact value={{ me: null } as ConsoleContext}>
      <TextField label="Behind" value="" onChange={() => undefined} error="Wrong too" />
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Reject"
        onSubmit={() => (reason === '' ? setTried(true) : setOpen(false))}
        footer={<ConsoleButton type="submit">Send</ConsoleButton>}
      >
        <TextField label="Number" value="RT1" onChange={() => undefined} />
        <TextField
          label="Reason"
          value={reason}
          onChange={setReason}
          error={isTried && reason === '' ? 'Please say why' : null}
        />
      </Dialog>
    </ConsoleReact>
  )
}

/** Renders a sheet, a second sheet above the first, and a sheet that replaces the first. */
function SheetsScene() {
  const [opened, setOpened] = useState<'none' | 'first' | 'second' | 'other'>('none')
  const isFirst = opened === 'first' || opened === 'second'
  return (
    <>
      <Button onClick={() => setOpened('first')}>Open first</Button>
      <Sheet open={isFirst} onClose={() => setOpened('none')} title="First">
        <Button onClick={() => setOpened('second')}>Open second</Button>
        <Button onClick={() => setOpened('other')}>Open other</Button>
      </Sheet>
      <Sheet open={opened === 'second'} onClose={() => setOpened('first')} title="Second">
        Above the first
      </Sheet>
      <Sheet open={opened === 'other'} onClose={() => setOpened('none')} title="Other">
        In place of the first
      </Sheet>
    </>
  )
}

const wordsOfLanguages = import.meta.glob<Record<string, string>>('../../src/words/catalogues/*.json', {
  eager: true,
  import: 'default',
})
const stepsOfReturns = [
  ['Processing', 'Returning', 'Return Successful', 'Refunding', 'Refund Successful'],
  ['Processing', 'Returning', 'Return Failed'],
  ['Processing', 'Cancel-1'],
]

/**
 * Renders the steps of returns in every language, except languages that may break a line between any two characters.
 */
function StepperScene() {
  const spoken = Object.entries(wordsOfLanguages).filter(([file]) => !/(ja|zh-CN|zh-TW)\.json$/.test(file))
  return spoken.map(([file, words]) =>
    stepsOfReturns.map((steps) =>
      steps.map((current, at) => (
        <div key={`${file} ${steps.length} ${current}`} style={{ padding: '0 16px' }}>
          <Stepper label={file} steps={steps.map((step) => words[step] ?? step)} current={at} />
        </div>
      )),
    ),
  )
}

const scenes = {
  basics: BasicParts,
  consoleDialog: ConsoleDialogScene,
  consoleToasts: ConsoleToastScene,
  countdown: CountdownScene,
  forms: FormParts,
  gallery: GalleryPage,
  journey: JourneyParts,
  overlays: OverlayParts,
  sheets: SheetsScene,
  steppers: StepperScene,
  tabs: TabsScene,
  toasts: ToastScene,
  uploads: UploadScene,
  widgetSignIn: WidgetSignInScene,
}
export type SceneName = keyof typeof scenes

function Stage({ of: Scene }: { of: (typeof scenes)[SceneName] }) {
  // Marks the document once everything below is rendered and has its listeners. Tests wait for this mark.
  useEffect(() => document.body.setAttribute('data-ready', ''), [])
  return (
    <SideLinkContext value={AppLink}>
      <Scene />
      <Toaster />
    </SideLinkContext>
  )
}

const place = document.getElementById('scene')
const Scene = scenes[place?.dataset.scene as SceneName]
const rootRoute = createRootRoute({ staticData: { isForSearchEngines: false }, component: () => <Stage of={Scene} /> })
const router = createRouter({
  routeTree: rootRoute,
  history: createBrowserHistory({ window: createPageWindow() }),
  context: { session: { token: () => null } },
})
if (place) createRoot(place).render(<RouterProvider router={router as never} />)
