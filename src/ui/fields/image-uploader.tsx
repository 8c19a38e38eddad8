import Camera from 'lucide-react/icons/camera'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import { Literal } from '../content/literal.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './image-uploader.module.css'

export type UploadItem = {
  key: string
  previewUrl: string
  state: 'uploading' | 'done' | 'failed'
  /** The progress from 0 to 1 during an upload. Undefined if unknown. */
  progress?: number
}

type ImageUploaderProps = {
  label: string
  /** A note after the label, such as '(Up to 5 Pics)'. */
  note?: string
  hint?: string
  items: UploadItem[]
  max?: number
  onAdd: (file: File) => void
  onRetry: (key: string) => void
  onRemove: (key: string) => void
}

/** Renders an uploader for one picture at a time. The caller owns the list and its changes. */
export function ImageUploader({ label, note, hint, items, max = 5, onAdd, onRetry, onRemove }: ImageUploaderProps) {
  const t = useT()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers cannot lay out a legend next to its note.
    <div role="group" aria-labelledby={`${id}-label`}>
      <p className={styles.label}>
        <span id={`${id}-label`}>{label}</span>
        {note && <span className={styles.note}> {note}</span>}
      </p>
      <ul className={styles.grid}>
        {items.map((item, index) => (
          <li key={item.key} className={styles.tile}>
            <Picture item={item} number={index + 1} onRetry={onRetry} />
            <button
              type="button"
              className={styles.remove}
              aria-label={t('Remove picture {number}', { number: index + 1 })}
              onClick={() => onRemove(item.key)}
            >
              <Icon of={X} size="s" />
            </button>
          </li>
        ))}
        {items.length < max && (
          <li className={styles.tile}>
            <label className={styles.add}>
              <input
                type="file"
                accept="image/png,image/jpeg,.png,.jpg,.jpeg"
                className="visually-hidden"
                aria-label={t('Add a picture')}
                aria-describedby={`${id}-count`}
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  // Clearing the input allows choosing the same file again after a failure.
                  event.target.value = ''
                  if (file) onAdd(file)
                }}
              />
              <Icon of={Camera} />
              <Literal>
                <span id={`${id}-count`}>{`${items.length}/${max}`}</span>
              </Literal>
            </label>
          </li>
        )}
      </ul>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}

type PictureProps = { item: UploadItem; number: number; onRetry: (key: string) => void }

function Picture({ item, number, onRetry }: PictureProps) {
  const t = useT()
  const image = (
    <img
      src={item.previewUrl}
      alt={t('Picture {number}', { number })}
      className={joinClasses(styles.image, item.state !== 'done' && styles.faded)}
    />
  )
  if (item.state === 'failed') {
    return (
      <button
        type="button"
        className={joinClasses(styles.picture, styles.failed)}
        aria-label={t('Picture {number} failed, try again', { number })}
        onClick={() => onRetry(item.key)}
      >
        {image}
        <span className={styles.over}>
          <Icon of={RotateCw} />
        </span>
      </button>
    )
  }
  return (
    <div className={styles.picture} aria-busy={item.state === 'uploading' || undefined}>
      {image}
      {item.state === 'uploading' && (
        <span className={styles.over}>
          <ProgressRing progress={item.progress} label={t('Uploading')} />
        </span>
      )}
    </div>
  )
}

function ProgressRing({ progress, label }: { progress?: number; label: string }) {
  const percent = progress === undefined ? undefined : Math.round(progress * 100)
  return (
    <svg
      viewBox="0 0 36 36"
      className={joinClasses(styles.ring, percent === undefined && styles.turning)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <circle cx="18" cy="18" r="15" className={styles.ringTrack} />
      <circle
        cx="18"
        cy="18"
        r="15"
        className={styles.ringFill}
        pathLength={100}
        strokeDasharray={`${percent ?? 30} 100`}
        transform="rotate(-90 18 18)"
      />
    </svg>
  )
}
