import { ArrowLeft, ArrowRight, ImagePlus, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type DragEvent, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useSendFiles } from '#console/form/use-send-files.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { useFileInput } from '#console/ui/fields/use-file-input.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { productLimits } from '#features/catalogue/product.staff.rules.ts'
import { addProductPicture, arrangePictures, type StaffPicture } from '#features/catalogue/products.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './product-pictures.module.css'

type Props = {
  handle: string
  pictures: StaffPicture[]
  mayWrite: boolean
  /**
   * Receives the product's version after each change of the pictures, so that the form beside the pictures does not
   * save an outdated version.
   */
  onVersion: (etag: string | null) => void
}

/**
 * Renders the pictures. Each picture is uploaded when dropped, because an unsaved form could lose it. The first picture
 * represents the product.
 */
export function ProductPictures({ handle, pictures, mayWrite, onVersion }: Props) {
  const { call } = useConsole()
  const { arrange, move, remove, problem } = usePictureOrder({ handle, pictures, onVersion })
  const [described, setDescribed] = useState<StaffPicture | null>(null)
  const room = productLimits.pictures - pictures.length
  const { add, isBusy, progress, ...files } = useSendFiles({
    room,
    tooMany: `A product can have at most ${productLimits.pictures} pictures.`,
    send: async (file) => onVersion((await call(addProductPicture, { handle, file, alt: '' })).etag),
  })
  const picked = useFileInput({ label: 'Pictures', accept: 'image/png,image/jpeg', isMany: true, onPick: add })
  const drag = useDragging({ move, add: (dropped) => !isBusy && add(dropped) })
  return (
    <Panel title="Pictures">
      <ul className={styles.pictures} onDragOver={(event) => event.preventDefault()} onDrop={drag.dropFiles}>
        {pictures.map((picture, at) => (
          <Tile
            key={picture.path}
            picture={picture}
            isFirst={at === 0}
            isDragged={drag.dragged === at}
            draggable={mayWrite}
            {...drag.handlersOf(at)}
          >
            {mayWrite && (
              <PictureTools
                at={at}
                count={pictures.length}
                onMove={(to) => move(at, to)}
                onDescribe={() => setDescribed(picture)}
                onRemove={() => remove(picture)}
              />
            )}
          </Tile>
        ))}
        {mayWrite && room > 0 && (
          <li>
            <DropZone isBusy={isBusy} progress={progress} onPress={picked.open} />
            {picked.input}
          </li>
        )}
      </ul>
      {files.problem}
      <Refusal problem={problem} />
      {described && (
        <DescribeDialog
          picture={described}
          onClose={() => setDescribed(null)}
          onSave={(alt) => arrange(pictures.map((one) => (one === described ? { ...one, alt } : one)))}
        />
      )}
    </Panel>
  )
}

type TileProps = ComponentProps<'li'> & { picture: StaffPicture; isFirst: boolean; isDragged: boolean }

function Tile({ picture, isFirst, isDragged, children, ...item }: TileProps) {
  const { path, alt, width, height } = picture
  return (
    <li className={joinClasses(styles.picture, isDragged && styles.dragged)} {...item}>
      <img src={path} alt={alt} width={width} height={height} loading="lazy" />
      {isFirst && <span className={styles.first}>First</span>}
      {children}
    </li>
  )
}

type DropProps = { isBusy: boolean; progress: { at: number; of: number } | null; onPress: () => void }

function DropZone({ isBusy, progress, onPress }: DropProps) {
  return (
    <button type="button" className={styles.drop} onClick={isBusy ? undefined : onPress} aria-busy={isBusy}>
      <ImagePlus size={20} strokeWidth={1.6} aria-hidden />
      {progress ? `Uploading ${progress.at} of ${progress.of} …` : 'Drop or choose pictures'}
    </button>
  )
}

type DropHandlers = { move: (from: number, to: number) => unknown; add: (files: FileList) => unknown }

/** Handles drag and drop. Dropped files are added. A picture that is dropped on another picture takes its position. */
function useDragging({ move, add }: DropHandlers) {
  const [dragged, setDragged] = useState<number | null>(null)
  function dropFiles(event: DragEvent) {
    event.preventDefault()
    if (event.dataTransfer.files.length > 0) add(event.dataTransfer.files)
  }
  function dropPicture(event: DragEvent, at: number) {
    if (dragged === null || event.dataTransfer.files.length > 0) return
    event.preventDefault()
    event.stopPropagation()
    setDragged(null)
    move(dragged, at)
  }
  const handlersOf = (at: number) => ({
    onDragStart: () => setDragged(at),
    onDragEnd: () => setDragged(null),
    onDrop: (event: DragEvent) => dropPicture(event, at),
  })
  return { dragged, dropFiles, handlersOf }
}

/** Saves a new order of the pictures, new text alternatives, or the removal of a picture. */
function usePictureOrder({ handle, pictures, onVersion }: Omit<Props, 'mayWrite'>) {
  const { call } = useConsole()
  const { run, problem } = useCommand()
  const arrange = (next: StaffPicture[]) => {
    const sent = next.map(({ path, alt }) => ({ path, alt }))
    return run('arrange', async () => {
      onVersion((await call(arrangePictures, { handle, pictures: sent }, { ifMatch: '*' })).etag)
    })
  }
  function move(from: number, to: number) {
    const moved = pictures[from]
    if (!moved || to < 0 || to >= pictures.length) return
    const rest = pictures.toSpliced(from, 1)
    return arrange(rest.toSpliced(to, 0, moved))
  }
  async function remove(picture: StaffPicture) {
    if (!(await arrange(pictures.filter((one) => one !== picture)))) return
    showToast('Picture removed', { action: { label: 'Undo', run: () => void arrange(pictures) } })
  }
  return { arrange, move, remove, problem }
}

type ToolsProps = {
  at: number
  count: number
  onMove: (to: number) => void
  onDescribe: () => void
  onRemove: () => void
}

function PictureTools({ at, count, onMove, onDescribe, onRemove }: ToolsProps) {
  const tools = [
    {
      key: 'front',
      icon: ArrowLeft,
      label: `Move picture ${at + 1} earlier`,
      isOff: at === 0,
      run: () => onMove(at - 1),
    },
    {
      key: 'back',
      icon: ArrowRight,
      label: `Move picture ${at + 1} later`,
      isOff: at === count - 1,
      run: () => onMove(at + 1),
    },
    { key: 'describe', icon: Pencil, label: `Describe picture ${at + 1}`, isOff: false, run: onDescribe },
    { key: 'remove', icon: Trash2, label: `Remove picture ${at + 1}`, isOff: false, run: onRemove },
  ]
  return (
    <span className={styles.tools}>
      {tools.map(({ key, icon, label, isOff, run }) => (
        <Button key={key} tone="quiet" size="small" icon={icon} aria-label={label} disabled={isOff} onClick={run} />
      ))}
    </span>
  )
}

type DescribeProps = { picture: StaffPicture; onClose: () => void; onSave: (alt: string) => Promise<boolean> }

function DescribeDialog({ picture, onClose, onSave }: DescribeProps) {
  const [alt, setAlt] = useState(picture.alt)
  const save = async () => {
    if (await onSave(alt)) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Describe the picture"
      isChanged={alt !== picture.alt}
      onSubmit={save}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit">
            Save description
          </Button>
        </>
      )}
    >
      <TextField
        label="Description"
        hint="Read aloud by screen readers."
        value={alt}
        maxLength={200}
        onChange={setAlt}
      />
    </Dialog>
  )
}
