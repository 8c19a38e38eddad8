import { ChevronLeft, ChevronRight, Columns2, Maximize, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useModal } from '#ui/overlays/use-modal.ts'
import { useKeys } from '../../shell/use-keys.ts'
import { narrowQuery } from '../../shell/use-narrow.ts'
import { Button } from '../buttons/button.tsx'
import styles from './evidence.module.css'

type Picture = { src: string; name: string }
type View = { at: number; zoom: number; turns: number; beside: number | null }

const maxZoom = 6
const opened = { zoom: 1, turns: 0 }

type Props = {
  pictures: Picture[]
  /** Pictures of the same products from the catalogue. */
  catalogue: Picture[]
  /** The author and the time of the pictures. */
  caption: ReactNode
}

/** Renders private pictures that a person sent, for close inspection. The viewer offers no download. */
export function Evidence({ pictures, catalogue, caption }: Props) {
  const imageView = useImageView(pictures.length, catalogue.length)
  const { view, setView } = imageView
  const [isFull, setFull] = useState(false)
  const shown = pictures[view.at] ?? pictures[0]
  if (!shown) return null
  const compared = view.beside === null ? undefined : catalogue[view.beside]
  const count = `${view.at + 1} of ${pictures.length}`
  const choose = (at: number) => {
    setView((now) => ({ ...now, ...opened, at }))
    // On a phone only the strip is visible, and a tap opens the large view.
    if (matchMedia(narrowQuery).matches) setFull(true)
  }
  return (
    <div className={styles.evidence}>
      <div className={styles.large}>
        <div className={joinClasses(styles.sides, compared && styles.two)}>
          <Stage picture={shown} view={view} />
          {compared && <Stage picture={compared} view={{ ...view, ...opened }} />}
        </div>
        <span className={styles.caption}>
          {count} · {caption}
        </span>
        <Tools {...imageView} onFull={isFull ? undefined : () => setFull(true)} />
      </div>
      <Strip pictures={pictures} at={view.at} onChoose={choose}>
        {catalogue.length > 0 && (
          <li className={styles.compareRow}>
            <button
              type="button"
              className={styles.compare}
              aria-pressed={view.beside !== null}
              onClick={imageView.compare}
            >
              <Columns2 size={16} strokeWidth={1.6} aria-hidden />
              Compare
            </button>
          </li>
        )}
      </Strip>
      <FullScreen
        {...{ imageView, count }}
        picture={shown}
        hasMore={pictures.length > 1}
        isOpen={isFull}
        onClose={() => setFull(false)}
      />
    </div>
  )
}

type ImageView = ReturnType<typeof useImageView>

/** Returns the current picture with zoom, rotation and the catalogue picture next to it. Keys also change the view. */
function useImageView(count: number, catalogued: number) {
  const [view, setView] = useState<View>({ ...opened, at: 0, beside: null })
  const go = (step: number) => setView((now) => ({ ...now, ...opened, at: (now.at + step + count) % count }))
  const zoom = (by: number) =>
    setView((now) => ({ ...now, zoom: Math.min(maxZoom, Math.max(1, now.zoom * (by > 0 ? 1.5 : 1 / 1.5))) }))
  const [closer, farther] = [() => zoom(1), () => zoom(-1)]
  const keys: Record<string, () => void> = {
    arrowleft: () => go(-1),
    arrowright: () => go(1),
    '+': closer,
    'shift++': closer,
    '=': closer,
    '-': farther,
  }
  useKeys(keys)
  const compare = () =>
    setView((now) => ({ ...now, beside: now.beside === null ? 0 : nextBeside(now.beside, catalogued) }))
  return { view, setView, go, closer, farther, keys, compare }
}

type StripProps = { pictures: Picture[]; at: number; onChoose: (at: number) => void; children: ReactNode }

function Strip({ pictures, at: chosen, onChoose, children }: StripProps) {
  return (
    <ul className={styles.strip}>
      {pictures.map((picture, at) => (
        <li key={picture.src}>
          <button
            type="button"
            className={styles.pick}
            aria-pressed={at === chosen}
            aria-label={`Picture ${at + 1} of ${pictures.length}, tap to zoom`}
            onClick={() => onChoose(at)}
          >
            <img src={picture.src} alt="" />
            <span className={styles.hint}>
              {at + 1} of {pictures.length}, tap to zoom
            </span>
          </button>
        </li>
      ))}
      {children}
    </ul>
  )
}

type FullProps = {
  imageView: ImageView
  picture: Picture
  count: string
  hasMore: boolean
  isOpen: boolean
  onClose: () => void
}

function FullScreen({ imageView, picture, count, hasMore, isOpen, onClose }: FullProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { hasContents, handlers } = useModal(dialog, isOpen, onClose)
  const { go, keys, view } = imageView
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    handlers.onKeyDown(event)
    const run = keys[event.key.toLowerCase()]
    if (!run) return
    event.preventDefault()
    run()
  }
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.full}
      aria-label={`Picture ${count}`}
      {...handlers}
      onKeyDown={press}
    >
      {hasContents && (
        <>
          <Stage picture={picture} view={view} />
          <div className={styles.bar}>
            <span className={styles.tag}>{count}</span>
            {hasMore && (
              <span className={styles.tools}>
                <Button tone="quiet" icon={ChevronLeft} aria-label="Previous picture" onClick={() => go(-1)} />
                <Button tone="quiet" icon={ChevronRight} aria-label="Next picture" onClick={() => go(1)} />
              </span>
            )}
            <Tools {...imageView} />
            <span className={styles.tools}>
              <Button tone="quiet" icon={X} aria-label="Close" onClick={onClose} />
            </span>
          </div>
        </>
      )}
    </dialog>
  )
}

/** Returns the next catalogue picture, or null after the last one. */
const nextBeside = (at: number, count: number) => (at + 1 < count ? at + 1 : null)

function Stage({ picture, view: { zoom, turns } }: { picture: Picture; view: View }) {
  return (
    // An enlarged picture also scrolls by keyboard.
    <div className={styles.stage} tabIndex={zoom > 1 ? 0 : undefined}>
      <div className={styles.room} style={{ '--zoom': zoom }}>
        <img
          src={picture.src}
          alt={picture.name}
          className={joinClasses(styles.photo, turns % 2 === 1 && styles.aside)}
          style={{ '--turn': `${turns * 90}deg` }}
        />
      </div>
    </div>
  )
}

type ToolProps = Pick<ImageView, 'view' | 'setView' | 'closer' | 'farther'> & {
  /** Opens the full screen. Without this function there is no button. */
  onFull?: (() => void) | undefined
}

function Tools({ view, setView, closer, farther, onFull }: ToolProps) {
  const turn = () => setView((now) => ({ ...now, turns: (now.turns + 1) % 4 }))
  return (
    <span className={styles.tools}>
      <Button
        tone="quiet"
        icon={ZoomOut}
        aria-label="Zoom out"
        title="Zoom out (−)"
        aria-disabled={view.zoom <= 1}
        onClick={farther}
      />
      <Button tone="quiet" icon={ZoomIn} aria-label="Zoom in" title="Zoom in (+)" onClick={closer} />
      <Button tone="quiet" icon={RotateCw} aria-label="Rotate" title="Rotate" onClick={turn} />
      {onFull && <Button tone="quiet" icon={Maximize} aria-label="Full screen" title="Full screen" onClick={onFull} />}
    </span>
  )
}
