import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { useConsole } from '#console/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { useCommand } from '#console/use-command.ts'
import { staffApiRoot } from '#contract/staff-call.ts'
import { addArrivalPicture, arrivalPicturesMost } from '../return-commands.staff.contract.ts'
import type { StaffReturn } from '../returns.staff.contract.ts'
import styles from './return-items.module.css'

type Props = { number: string; item: StaffReturn['items'][number]; mayAdd: boolean }

/** What an item looked like when its parcel was opened, for staff alone. */
export function ArrivalPictures({ number, item, mayAdd }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const input = useRef<HTMLInputElement>(null)
  const isFull = item.pictures.length >= arrivalPicturesMost
  async function add(files: FileList | null) {
    for (const file of files ?? []) {
      if (!(await run('add', () => call(addArrivalPicture, { no: number, item_id: item.id, file })))) break
    }
    if (input.current) input.current.value = ''
  }
  return (
    <span className={styles.pictures}>
      {item.pictures.map(({ id, path }, at) => (
        <a
          key={id}
          href={staffApiRoot + path}
          target="_blank"
          rel="noreferrer"
          aria-label={`Picture ${at + 1} of ${item.name} as it arrived, large`}
        >
          <img src={staffApiRoot + path} alt="" width={32} height={32} loading="lazy" />
        </a>
      ))}
      {mayAdd && !isFull && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg"
            capture="environment"
            multiple
            hidden
            aria-label={`Picture of ${item.name} as it arrived`}
            onChange={(event) => add(event.target.files)}
          />
          <Button size="small" icon={Camera} isBusy={busy === 'add'} onClick={() => input.current?.click()}>
            Photo
          </Button>
        </>
      )}
      <Refusal problem={problem} />
    </span>
  )
}
