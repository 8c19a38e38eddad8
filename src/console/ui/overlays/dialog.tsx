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
import { useFocusFirstError } from '../../form/use-focus-first-error.ts'
import { Button } from '../buttons/button.tsx'
import styles from './dialog.module.css'

/** The dialog in which nested menus and lists are mounted. Elements mounted on the page would be behind the dialog. */
const DialogPlace = createContext<RefObject<HTMLDialogElement | null> | null>(null)
export const useDialogPlace = () => useContext(DialogPlace) ?? undefined

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The width: 560 px for forms, 620 px for parcels, 760 px for tables and templates. */
  size?: 'form' | 'parcels' | 'table'
  /** Whether there are unsaved changes, so that closing asks first. */
  isChanged?: boolean
  /** Called by the main button, and by Ctrl+Enter. Afterwards the first invalid field is focused. */
  onSubmit?: () => unknown
  /** The consequence of the action and the member it is logged under, at the start of the foot. */
  says?: ReactNode
  /** The buttons. `close` asks first if changes would be lost. */
  footer: ReactNode | ((close: () => void) => ReactNode)
  /** Whether Back closes the dialog. A dialog that asks about leaving the page does not change the history. */
  hasHistoryEntry?: boolean
  children: ReactNode
}

const fields = ':is(input, textarea, select):not(:disabled, [readonly], [type="hidden"])'

/**
 * Renders a dialog, or a sheet on phones. Dialogs are for money, mails, erasures and texts. Actions with undo need no
 * dialog.
 */
export function Dialog(props: Props) {
  const { isOpen, onClose, title, size = 'form', isChanged = false, hasHistoryEntry = true } = props
  const { onSubmit, says, footer, children } = props
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isConfirmingLeave, setConfirmingLeave] = useState(false)
  const leave = () => {
    setConfirmingLeave(false)
    onClose()
  }
  const close = () => (isChanged ? setConfirmingLeave(true) : leave())
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
              {isConfirmingLeave ? (
                <ConfirmLeave onLeave={leave} onStay={() => setConfirmingLeave(false)} />
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

function ConfirmLeave({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <>
      <span role="alert" className={styles.says}>
        Discard your changes?
      </span>
      <Button size="large" tone="danger" onClick={onLeave}>
        Discard changes
      </Button>
      <Button size="large" autoFocus onClick={onStay}>
        Keep editing
      </Button>
    </>
  )
}

/**
 * Moves the initial focus to the element that the form marks, or to its first field. The browser would focus the close
 * button.
 */
function useFirstFocus(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean) {
  useEffect(() => {
    const opened = dialog.current
    if (!isOpen || !opened) return
    const isAtClose = opened.contains(document.activeElement) && document.activeElement?.matches('[data-close]')
    const first = opened.querySelector<HTMLElement>('[data-first]') ?? (isAtClose ? opened.querySelector(fields) : null)
    first?.focus()
  }, [dialog, isOpen])
}

/** Submits the dialog's form, also on Ctrl+Enter. Afterwards the first invalid field is focused. */
function useSubmitting(onSubmit: Props['onSubmit']) {
  const form = useRef<HTMLFormElement>(null)
  const wrong = useFocusFirstError()
  async function submit(event: FormEvent) {
    event.preventDefault()
    // React also bubbles events of a nested dialog up to this dialog.
    if (event.target !== form.current) return
    await onSubmit?.()
    // A dialog that has closed, or is below another dialog, does not move the focus.
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
