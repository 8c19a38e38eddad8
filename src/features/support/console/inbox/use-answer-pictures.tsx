import { Paperclip, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatProblem } from '#console/data/use-command.ts'
import { useSendFiles } from '#console/form/use-send-files.tsx'
import { Button } from '#console/ui/buttons/button.tsx'
import { useFileInput } from '#console/ui/fields/use-file-input.tsx'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { imageTooBig, imageTypes, isTooBig } from '#contract/image-limits.ts'
import { type AnswerPicture, maxAnswerPictures } from '#features/support/inbox.staff.contract.ts'
import { shrinkImage, UnreadableImage } from '#web/uploads/shrink-image.ts'
import styles from './composer.module.css'

export type AddPicture = (file: File) => Promise<AnswerPicture>

/**
 * Manages the pictures of an answer. Each picture is uploaded immediately. The server stores the pictures until the
 * answer is sent.
 */
export function useAnswerPictures(add: AddPicture | null, kept: AnswerPicture[]) {
  const [all, setAll] = useState(kept)
  const files = useSendFiles({
    room: maxAnswerPictures - all.length,
    tooMany: `An answer can have at most ${maxAnswerPictures} pictures.`,
    formatError,
    send: async (file) => {
      if (!add) return
      if (isTooBig(file.size)) throw new Refused(imageTooBig)
      const small = await shrinkImage(file)
      const picture = await add(new File([small], file.name, { type: small.type }))
      // The same picture is added once.
      setAll((now) => (now.some(({ id }) => id === picture.id) ? now : [...now, picture]))
    },
  })
  const { open, input } = useFileInput({
    label: 'Pictures for this answer',
    accept: imageTypes.join(),
    isMany: true,
    onPick: files.add,
  })
  const button: ReactNode = add && (
    <>
      {input}
      <Button
        tone="quiet"
        size="small"
        icon={Paperclip}
        isBusy={files.isBusy}
        aria-label="Add pictures"
        title="Add pictures"
        disabled={all.length >= maxAnswerPictures}
        onClick={open}
      />
    </>
  )
  const list: ReactNode = all.length > 0 && (
    <ul className={styles.pictures} aria-label="Pictures in this reply">
      {all.map(({ id, path }, at) => (
        <li key={id}>
          <img src={staffApiRoot + path} alt="" width={56} height={56} />
          <button
            type="button"
            className={styles.remove}
            aria-label={`Remove picture ${at + 1}`}
            onClick={() => setAll((now) => now.filter((one) => one.id !== id))}
          >
            <X size={12} strokeWidth={2.25} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
  return { all, isBusy: files.isBusy, problem: files.problem, button, list, clear: () => setAll([]) }
}

class Refused extends Error {}

function formatError(error: unknown): string {
  if (error instanceof Refused) return error.message
  if (error instanceof UnreadableImage) return 'This picture could not be read. Please choose another one.'
  return formatProblem(error)
}
