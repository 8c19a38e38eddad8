import { ChevronLeft, ChevronRight, Columns2, Maximize, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useModal } from '#ui/overlays/use-modal.ts'
import { useKeys } from '../shell/use-keys.ts'
import { narrowQuery } from '../shell/use-narrow.ts'
import { Button } from './button.tsx'
import styles from './evidence.module.css'

type Picture = { src: string; name: string }
type View = { at: number; zoom: number; turns: number; beside: number | null }

const mostZoom = 6
const opened = { zoom: 1, turns: 0 }

type Props = {
  pictures: Picture[]
  /** The same things as the catalogue shows them. */
  catalogue: Picture[]
  /** Who sent them, and when. */
  caption: ReactNode
}

/** Pictures that somebody sent, to be looked at closely. They are private: nothing here saves one. */
export function Evidence({ pictures, catalogue, caption }: Props) {
  const [view, setView] = useState<View>({ ...opened, at: 0, beside: null })
  const [isFull, setFull] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const { hasContents, handlers } = useModal(dialog, isFull, () => setFull(false))
  const go = (step: number) =>
    setView((now) => ({ ...now, ...opened, at: (now.at + step + pictures.length) % pictures.length }))
  const zoom = (by: number) =>
    setView((now) => ({ ...now, zoom: Math.min(mostZoom, Math.max(1, now.zoom * (by > 0 ? 1.5 : 1 / 1.5))) }))
  const look = { closer: () => zoom(1), farther: () => zoom(-1) }
  const keys = {
    arrowleft: () => go(-1),
    arrowright: () => go(1),
    '+': look.closer,
    'shift++': look.closer,
    '=': look.closer,
    '-': look.farther,
  }
  useKeys(keys)
  const shown = pictures[view.at] ?? pictures[0]
  if (!shown) return null
  const tools = <Tools {...{ view, setView, ...look }} onFull={isFull ? undefined : () => setFull(true)} />
  const compared = view.beside === null ? undefined : catalogue[view.beside]
  const count = `${view.at + 1} of ${pictures.length}`
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
        {tools}
      </div>
      <ul className={styles.strip}>
        {pictures.map((picture, at) => (
          <li key={picture.src}>
            <button
              type="button"
              className={styles.pick}
              aria-pressed={at === view.at}
              aria-label={`Picture ${at + 1} of ${pictures.length}, tap to zoom`}
              onClick={() => {
                setView((now) => ({ ...now, ...opened, at }))
                // On a phone the strip is all there is: a tap opens it large.
                if (matchMedia(narrowQuery).matches) setFull(true)
              }}
            >
              <img src={picture.src} alt="" />
              <span className={styles.hint}>
                {at + 1} of {pictures.length}, tap to zoom
              </span>
            </button>
          </li>
        ))}
        {catalogue.length > 0 && (
          <li className={styles.compareRow}>
            <button
              type="button"
              className={styles.compare}
              aria-pressed={view.beside !== null}
              onClick={() =>
                setView((now) => ({
                  ...now,
                  beside: now.beside === null ? 0 : nextBeside(now.beside, catalogue.length),
                }))
              }
            >
              <Columns2 size={16} strokeWidth={1.6} aria-hidden />
              Compare
            </button>
          </li>
        )}
      </ul>
      <dialog
        ref={dialog}
        tabIndex={-1}
        className={styles.full}
        aria-label={`Picture ${count}`}
        {...handlers}
        onKeyDown={(event) => {
          handlers.onKeyDown(event)
          const run = keys[event.key.toLowerCase() as keyof typeof keys]
          if (!run) return
          event.preventDefault()
          run()
        }}
      >
        {hasContents && (
          <>
            <Stage picture={shown} view={view} />
            <div className={styles.bar}>
              <span className={styles.tag}>{count}</span>
              {pictures.length > 1 && (
                <span className={styles.tools}>
                  <Button tone="quiet" icon={ChevronLeft} aria-label="Previous picture" onClick={() => go(-1)} />
                  <Button tone="quiet" icon={ChevronRight} aria-label="Next picture" onClick={() => go(1)} />
                </span>
              )}
              {tools}
              <span className={styles.tools}>
                <Button tone="quiet" icon={X} aria-label="Close" onClick={() => setFull(false)} />
              </span>
            </div>
          </>
        )}
      </dialog>
    </div>
  )
}

/** Through what the catalogue shows, then alone again. */
const nextBeside = (at: number, count: number) => (at + 1 < count ? at + 1 : null)

function Stage({ picture, view: { zoom, turns } }: { picture: Picture; view: View }) {
  return (
    // What is enlarged scrolls by the keyboard too.
    <div className={styles.stage} tabIndex={zoom > 1 ? 0 : undefined}>
      <div className={styles.room} style={{ '--zoom': zoom } as CSSProperties}>
        <img
          src={picture.src}
          alt={picture.name}
          className={joinClasses(styles.photo, turns % 2 === 1 && styles.aside)}
          style={{ '--turn': `${turns * 90}deg` } as CSSProperties}
        />
      </div>
    </div>
  )
}

type ToolProps = {
  view: View
  setView: (change: (now: View) => View) => void
  closer: () => void
  farther: () => void
  onFull: (() => void) | undefined
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
