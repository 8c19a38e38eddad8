import { Ellipsis, Package, Pause, Printer } from 'lucide-react'
import { useState } from 'react'
import { Palette } from '#console/palette/palette.tsx'
import { paletteStore, usePaletteCommands } from '#console/palette/palette-store.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Menu } from '#console/ui/buttons/menu.tsx'
import { SplitButton } from '#console/ui/buttons/split-button.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { useStore } from '#ui/state/use-store.ts'
import styles from './gallery.module.css'

type Size = 'form' | 'parcels' | 'table'
const sizes: Size[] = ['form', 'parcels', 'table']

export function ConsoleOverlayParts() {
  const [size, setSize] = useState<Size | null>(null)
  const [words, setWords] = useState('')
  const isFinding = useStore(paletteStore)
  usePaletteCommands(
    [{ name: 'Pack order', hint: 'P', icon: Package, run: () => showToast('Packed') }],
    'Order HB2V8C6MD3XP7',
  )
  const close = () => setSize(null)
  return (
    <div className={styles.page}>
      <Panel title="Dialogs">
        <div className={styles.row}>
          {sizes.map((one) => (
            <Button key={one} onClick={() => setSize(one)}>
              {one}
            </Button>
          ))}
        </div>
      </Panel>
      <Toasts />
      <Menus />
      <Dialog
        isOpen={size !== null}
        onClose={close}
        title="Reject 1 of 2 items"
        size={size ?? 'form'}
        isChanged={words !== ''}
        onSubmit={close}
        says="By Ingrid Solheim. Sent with the decision."
        footer={(leave) => (
          <DialogButtons close={leave} cancel="Back" hint="Ctrl ↵">
            Reject 1 item
          </DialogButtons>
        )}
      >
        <AreaField label="What Maren will read" value={words} onChange={setWords} />
        <Note tone="warning">A rejected item cannot be returned again.</Note>
      </Dialog>
      {isFinding && <Palette />}
    </div>
  )
}

function Toasts() {
  return (
    <Panel title="Toasts">
      <div className={styles.row}>
        <Button onClick={() => showToast('Order packed')}>Plain</Button>
        <Button
          onClick={() =>
            showToast('Review hidden', { action: { label: 'Undo', run: () => showToast('Published again') } })
          }
        >
          With undo
        </Button>
      </div>
    </Panel>
  )
}

function Menus() {
  return (
    <Panel title="Menu, palette">
      <div className={styles.row}>
        <SplitButton
          label="Send and close"
          hint="Ctrl ↵"
          menuLabel="More ways to send"
          items={[{ name: 'Send, and leave it open', run: () => undefined }]}
        />
        <Menu
          label="More"
          icon={Ellipsis}
          items={[
            { name: 'Print packing slip', icon: Printer, run: () => showToast('Printed') },
            { name: 'Hold', icon: Pause, hint: 'H', run: () => showToast('Held') },
            { name: 'Ship', icon: Package, disabledBecause: 'The order is not packed yet', run: () => undefined },
            { name: 'Cancel and refund', isDanger: true, isSeparated: true, run: () => undefined },
          ]}
        />
        <Button hint="Ctrl K" onClick={() => paletteStore.write(true)}>
          Palette
        </Button>
      </div>
    </Panel>
  )
}
