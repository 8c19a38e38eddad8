import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { joinClasses } from '../content/join-classes.ts'
import { Literal } from '../content/literal.tsx'
import { nextIndex } from '../fields/roving.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './picture-viewer.module.css'
import { useModal } from './use-modal.ts'

export type ViewerPicture = { src: string; alt: string }

type PictureViewerProps = {
  pictures: ViewerPicture[]
  /** The index of the shown picture, or null while closed. */
  at: number | null
  onMove: (at: number) => void
  onClose: () => void
}

/** Renders pictures in full screen. Swipes, buttons and keys change the picture, and a tap enlarges it. */
export function PictureViewer({ pictures, at, onMove, onClose }: PictureViewerProps) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const [zoomed, setZoomed] = useState<number | null>(null)
  const { hasContents, handlers } = useModal(dialog, at !== null, close)
  const index = at ?? 0
  const isZoomed = at !== null && zoomed === at

  function move(next: number) {
    setZoomed(null)
    onMove(next)
  }

  function close() {
    setZoomed(null)
    onClose()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
    handlers.onKeyDown(event)
    if (event.key === '+' || event.key === '-') return setZoomed(event.key === '+' ? index : null)
    // In an enlarged picture the arrow keys scroll instead of changing the picture.
    if (isZoomed) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = nextIndex(event.key, index, pictures.length, { isRtl })
    if (next === null) return
    event.preventDefault()
    move(next)
  }

  return (
    <dialog ref={dialog} aria-label={t('Pictures')} className={styles.viewer} {...handlers} onKeyDown={handleKeyDown}>
      {hasContents && (
        <div className={styles.panel}>
          <div className={styles.bar}>
            <p className={styles.count} aria-live="polite">
              <span className="visually-hidden">{t('Picture {number}', { number: index + 1 })}</span>
              <Literal>
                <span aria-hidden="true">{`${index + 1}/${pictures.length}`}</span>
              </Literal>
            </p>
            <IconButton
              icon={isZoomed ? ZoomOut : ZoomIn}
              label={isZoomed ? t('Zoom out') : t('Zoom in')}
              onClick={() => setZoomed(isZoomed ? null : index)}
            />
            <IconButton icon={X} label={t('Close')} onClick={close} />
          </div>
          <Strip
            pictures={pictures}
            at={index}
            zoomed={zoomed}
            onMove={move}
            onZoom={(which) => setZoomed(zoomed === which ? null : which)}
          />
          {pictures.length > 1 && (
            <div className={styles.steps}>
              <IconButton
                icon={ChevronLeft}
                flip
                label={t('Previous picture')}
                aria-disabled={index === 0}
                onClick={() => move(Math.max(0, index - 1))}
              />
              <IconButton
                icon={ChevronRight}
                flip
                label={t('Next picture')}
                aria-disabled={index === pictures.length - 1}
                onClick={() => move(Math.min(pictures.length - 1, index + 1))}
              />
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}

type StripProps = {
  pictures: ViewerPicture[]
  at: number
  zoomed: number | null
  onMove: (at: number) => void
  onZoom: (at: number) => void
}

/** Renders the strip of pictures. Swiping is the browser's own scrolling, so it feels like other lists of the phone. */
function Strip({ pictures, at, zoomed, onMove, onZoom }: StripProps) {
  const t = useT()
  const strip = useRef<HTMLUListElement>(null)
  const shown = useRef(-1)
  const tapped = useRef<Share | null>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const target = strip.current?.children[at]
    if (!target || shown.current === at) return
    // The first picture appears without a transition. Later pictures slide in, unless reduced motion is preferred.
    const isFirst = shown.current === -1
    shown.current = at
    const isStill = isFirst || matchMedia('(prefers-reduced-motion: reduce)').matches
    target.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'nearest', inline: 'center' })
  }, [at])

  useEffect(() => () => clearTimeout(settling.current), [])

  useEffect(() => {
    const place = zoomed === null ? null : strip.current?.children[zoomed]
    // An enlarged picture scrolls to the tapped point, or to its middle if a key or the button enlarged it.
    if (place) scrollToShare(place, tapped.current ?? { x: 0.5, y: 0.5 })
    tapped.current = null
  }, [zoomed])

  function settle() {
    const element = strip.current
    if (!element || element.clientWidth === 0) return
    const next = Math.round(Math.abs(element.scrollLeft) / element.clientWidth)
    if (next === shown.current) return
    shown.current = next
    onMove(next)
  }

  // A timer is used because `scrollend` is not supported by all current phones.
  function settleSoon() {
    clearTimeout(settling.current)
    settling.current = setTimeout(settle, 120)
  }

  return (
    <ul ref={strip} className={joinClasses(styles.strip, zoomed !== null && styles.held)} onScroll={settleSoon}>
      {pictures.map(({ src, alt }, index) => (
        <li key={src} className={joinClasses(styles.place, zoomed === index && styles.zoomed)}>
          <button
            type="button"
            className={styles.picture}
            tabIndex={index === at ? 0 : -1}
            aria-label={zoomed === index ? t('Zoom out') : t('Zoom in')}
            onClick={(event) => {
              // A click by a key has no coordinates.
              tapped.current = event.detail > 0 ? shareOf(event) : null
              onZoom(index)
            }}
          >
            <img src={src} alt={alt} className={styles.image} decoding="async" />
          </button>
        </li>
      ))}
    </ul>
  )
}

type Share = { x: number; y: number }

/** Returns the position of a tap within the picture, from 0 to 1 in both directions. */
function shareOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Share {
  const box = currentTarget.getBoundingClientRect()
  return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
}

function scrollToShare(place: Element, { x, y }: Share) {
  const spareX = place.scrollWidth - place.clientWidth
  const spareY = place.scrollHeight - place.clientHeight
  const isRtl = getComputedStyle(place).direction === 'rtl'
  place.scrollTo({ left: isRtl ? (x - 1) * spareX : x * spareX, top: y * spareY, behavior: 'instant' })
}
