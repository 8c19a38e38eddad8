import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { addModalEntry } from './modal-history.ts'

/** 400: longer than any closing animation, so that the content is removed after the animation. */
const CLOSE_ANIMATION_MS = 400

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]'

/**
 * Returns the state of a native modal that its owner controls. The browser moves the focus in and back, and this hook
 * keeps it inside. Escape, a tap on the backdrop and Back ask the owner to close.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  open: boolean,
  onClose: () => void,
  { hasHistoryEntry = true } = {},
) {
  const [isRendered, setRendered] = useState(open)
  const pressedBackdrop = useRef(false)
  if (open && !isRendered) setRendered(true)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    if (!element.open) element.showModal()
    // The modal was opened by a script, so a focus ring around the close button would confuse.
    if (!navigator.userActivation?.hasBeenActive) element.focus()
    return () => element.close()
  }, [dialog, open])

  useModalEntry(open && hasHistoryEntry, onClose)

  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => setRendered(false), CLOSE_ANIMATION_MS)
    return () => clearTimeout(timer)
  }, [open])

  const isOnBackdrop = (event: MouseEvent<HTMLDialogElement>) => event.target === event.currentTarget

  return {
    /** The content stays during the closing animation and starts over at the next opening. */
    hasContents: open || isRendered,
    handlers: {
      onCancel(event: SyntheticEvent<HTMLDialogElement>) {
        // The cancel event of a file input bubbles up to here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      },
      onClose(event: SyntheticEvent<HTMLDialogElement>) {
        if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose()
      },
      onPointerDown(event: MouseEvent<HTMLDialogElement>) {
        pressedBackdrop.current = isOnBackdrop(event)
      },
      onClick(event: MouseEvent<HTMLDialogElement>) {
        if (pressedBackdrop.current && isOnBackdrop(event)) onClose()
      },
      onKeyDown: keepFocusInside,
    },
  }
}

/** Makes the browser's Back close a modal while the modal is open. */
export function useModalEntry(open: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    if (open) return addModalEntry(() => close.current())
  }, [open])
}

function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return
  const inside = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )
  const first = inside[0]
  const last = inside.at(-1)
  const leaving = event.shiftKey ? document.activeElement === first : document.activeElement === last
  if (!leaving) return
  event.preventDefault()
  const target = event.shiftKey ? last : first
  target?.focus()
}
