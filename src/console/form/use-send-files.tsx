import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatProblem } from '../data/use-command.ts'
import { Note } from '../ui/content/note.tsx'
import styles from './send-files.module.css'
import { type FailedFile, sendFiles } from './send-files.rules.ts'

type Options = {
  /** The number of files that still fit, and the error for further files. */
  room: number
  tooMany: string
  send: (file: File) => Promise<unknown>
  /** Returns the reason for a failed file. The default is the server's message. */
  formatError?: (error: unknown) => string
}

/**
 * Sends the files of a form as soon as they are chosen. The page is reloaded once a file has arrived, even if other
 * files failed.
 */
export function useSendFiles({ room, tooMany, send, formatError = formatProblem }: Options) {
  const router = useRouter()
  const [progress, setProgress] = useState<{ at: number; of: number } | null>(null)
  const [failed, setFailed] = useState<FailedFile[]>([])
  async function add(chosen: Iterable<File>) {
    const files = [...chosen]
    setFailed([])
    let at = 0
    const next = (file: File) => {
      at++
      setProgress({ at, of: files.length })
      return send(file)
    }
    setProgress({ at: 1, of: files.length })
    const problems = await sendFiles(files, { room, tooMany, send: next, formatError })
    setFailed(problems)
    if (problems.length < files.length) await router.invalidate({ sync: true })
    setProgress(null)
  }
  const problem: ReactNode = failed.length > 0 && (
    <Note tone="danger" isAnnounced>
      <ul className={styles.files}>
        {failed.map(({ name, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list is never reordered.
          <li key={at}>
            <bdi>{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Note>
  )
  return { add, isBusy: progress !== null, progress, problem }
}
