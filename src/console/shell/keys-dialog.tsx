import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { closeOnBackdrop } from '#ui/overlays/close-on-backdrop.ts'
import { useModalEntry } from '#ui/overlays/use-modal.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Keys } from '../ui/content/key.tsx'
import styles from './keys-dialog.module.css'
import { useHint } from './use-keys.ts'

/** All keys of the console, grouped by the part where each key works. */
const keys: [string, [string, string][]][] = [
  [
    'Anywhere',
    [
      ['Ctrl K', 'Search or run a command'],
      ['/', 'Search this list'],
      ['G T', 'Today'],
      ['G O', 'Orders'],
      ['G R', 'Returns'],
      ['G I', 'Inbox'],
      ['G C', 'Customers'],
      ['G P', 'Products'],
      ['G S', 'Settings'],
      ['Z', 'Undo'],
      ['?', 'Show keyboard shortcuts'],
      ['Esc', 'Close or clear'],
    ],
  ],
  [
    'Lists',
    [
      ['J K', 'Move down or up'],
      ['X', 'Select'],
      ['Shift X', 'Select a range'],
      ['Ctrl A', 'Select all'],
      ['Space', 'Preview'],
      ['↵', 'Open'],
      ['Ctrl ↵', 'Open in a new tab'],
      ['N', 'Next waiting row'],
    ],
  ],
  [
    'Orders',
    [
      ['P', 'Pack'],
      ['S', 'Ship'],
      ['H', 'Hold or release'],
      ['R', 'Refund part'],
      ['A', 'Change the address'],
      ['D', 'Mark as received'],
      ['M', 'Add note'],
      ['T', 'Tags'],
      ['Shift C', 'Cancel'],
    ],
  ],
  [
    'Returns and inbox',
    [
      ['A', 'Approve a return, or answer'],
      ['Y', 'Let the shopper keep it'],
      ['F', 'Reject'],
      ['1–4', 'Condition'],
      ['← →', 'Previous or next picture'],
      ['+ −', 'Zoom in or out'],
      ['I', 'Assign to me'],
      ['E', 'Mark as done or read'],
      ['M', 'Add note'],
      ['/', 'Templates'],
      ['Ctrl ↵', 'Send (in a chat: ↵)'],
      ['Ctrl S', 'Save a form'],
    ],
  ],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  useModalEntry(true, close)
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose} {...closeOnBackdrop}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          Keyboard shortcuts
        </h2>
        <Button tone="quiet" icon={X} aria-label="Close" onClick={close} />
      </header>
      <div className={styles.groups}>
        {keys.map(([name, rows]) => (
          <section key={name}>
            <h3 className={styles.group}>{name}</h3>
            <dl>
              {rows.map(([pressed, description]) => (
                <div key={pressed} className={styles.row}>
                  <dt className={styles.caps}>
                    <Pressed keys={pressed} />
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.note}>
        Single-key shortcuts work outside text fields. You can change or turn them off in your profile.
      </p>
    </dialog>
  )
}

function Pressed({ keys: pressed }: { keys: string }) {
  const { caps } = useHint(pressed)
  return (
    <>
      <span className="visually-hidden">{caps.join(' ')}</span>
      <Keys of={pressed} />
    </>
  )
}
