import { X } from 'lucide-react'
import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useModal } from '#ui/overlays/use-modal.ts'
import { useFirstWrong } from '../form/use-first-wrong.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

/** Menus and lists that open inside of a dialog hang on it: whatever hangs on the page lies behind it. */
const DialogPlace = createContext<RefObject<HTMLDialogElement | null> | null>(null)
export const useDialogPlace = () => useContext(DialogPlace) ?? undefined

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** 560 for forms, 620 for parcels, 760 for tables and templates. */
  size?: 'form' | 'parcels' | 'table'
  /** Something was typed: closing asks first. */
  isChanged?: boolean
  /** The main button, and Ctrl+Enter wherever the cursor is. After it has run, the first wrong field takes the focus. */
  onSubmit?: () => unknown
  /** What it means and whose name it will carry, at the start of the foot. */
  says?: ReactNode
  /** The buttons; `close` asks where something would be lost. */
  footer: ReactNode | ((close: () => void) => ReactNode)
  /** Whether Back closes the dialog. One that asks about leaving the page leaves the history alone. */
  hasHistoryEntry?: boolean
  children: ReactNode
}

const fields = ':is(input, textarea, select):not(:disabled, [readonly], [type="hidden"])'

/** For money, mail to a shopper, erasing, and words; whatever can be undone is done without one. A sheet on phones. */
export function Dialog(props: Props) {
  const { isOpen, onClose, title, size = 'form', isChanged = false, hasHistoryEntry = true } = props
  const { onSubmit, says, footer, children } = props
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [asks, setAsks] = useState(false)
  const leave = () => {
    setAsks(false)
    onClose()
  }
  const close = () => (isChanged ? setAsks(true) : leave())
  const { hasContents, handlers } = useModal(dialog, isOpen, close, { hasHistoryEntry })
  useFirstFocus(dialog, isOpen)
  const { form, submit, pressEnter } = useSubmitting(onSubmit)
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    handlers.onKeyDown(event)
    pressEnter(event)
  }
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={hasContents ? titleId : undefined}
      className={joinClasses(styles.dialog, styles[size])}
      {...handlers}
      onKeyDown={press}
    >
      {hasContents && (
        <DialogPlace value={dialog}>
          <form ref={form} className={styles.panel} onSubmit={submit} noValidate>
            <div className={styles.head}>
              <h2 id={titleId} className={styles.title}>
                {title}
              </h2>
              <Button tone="quiet" icon={X} aria-label="Close" data-close onClick={close} />
            </div>
            <div className={styles.body}>{children}</div>
            <div className={styles.foot}>
              {asks ? (
                <AskToLeave onLeave={leave} onStay={() => setAsks(false)} />
              ) : (
                <>
                  <span className={styles.says}>{says}</span>
                  {typeof footer === 'function' ? footer(close) : footer}
                </>
              )}
            </div>
          </form>
        </DialogPlace>
      )}
    </dialog>
  )
}

function AskToLeave({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <>
      <span role="alert" className={styles.says}>
        Close without keeping what you changed?
      </span>
      <Button size="large" tone="danger" onClick={onLeave}>
        Throw it away
      </Button>
      <Button size="large" autoFocus onClick={onStay}>
        Stay here
      </Button>
    </>
  )
}

/** The browser gives the focus to the first button, which closes it: one begins where the form says, or at its first field. */
function useFirstFocus(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean) {
  useEffect(() => {
    const opened = dialog.current
    if (!isOpen || !opened) return
    const isAtClose = opened.contains(document.activeElement) && document.activeElement?.matches('[data-close]')
    const first = opened.querySelector<HTMLElement>('[data-first]') ?? (isAtClose ? opened.querySelector(fields) : null)
    first?.focus()
  }, [dialog, isOpen])
}

/** Sends the dialog's form, also by Ctrl Enter; after that the first wrong field takes the focus. */
function useSubmitting(onSubmit: Props['onSubmit']) {
  const form = useRef<HTMLFormElement>(null)
  const wrong = useFirstWrong()
  async function submit(event: FormEvent) {
    event.preventDefault()
    // React hands events of a dialog inside of this one up to it.
    if (event.target !== form.current) return
    await onSubmit?.()
    // A dialog that has closed, or has another one above it, leaves the focus where it is.
    if (form.current && form.current.closest('dialog') === [...document.querySelectorAll('dialog[open]')].at(-1)) {
      wrong.show(form.current)
    }
  }
  function pressEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    form.current?.requestSubmit()
  }
  return { form, submit, pressEnter }
}
