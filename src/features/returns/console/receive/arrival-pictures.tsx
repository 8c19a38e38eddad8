import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { useSendFiles } from '#console/form/use-send-files.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { addArrivalPicture, maxArrivalPictures } from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import styles from '../return/return-items.module.css'

type Props = { number: string; item: StaffReturn['items'][number]; mayAdd: boolean }

/** Shows and adds pictures of an item at its arrival. Only staff see these pictures. */
export function ArrivalPictures({ number, item, mayAdd }: Props) {
  const { call } = useConsole()
  const input = useRef<HTMLInputElement>(null)
  const room = maxArrivalPictures - item.pictures.length
  const { add, isBusy, problem } = useSendFiles({
    room,
    tooMany: `An item can have at most ${maxArrivalPictures} pictures.`,
    send: (file) => call(addArrivalPicture, { no: number, item_id: item.id, file }),
  })
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
      {mayAdd && room > 0 && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg"
            capture="environment"
            multiple
            hidden
            aria-label={`Picture of ${item.name} as it arrived`}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              // Clears the input, so that the same file can be chosen again.
              target.value = ''
              if (files.length > 0) add(files)
            }}
          />
          <Button size="small" icon={Camera} isBusy={isBusy} onClick={() => input.current?.click()}>
            Photo
          </Button>
        </>
      )}
      {problem}
    </span>
  )
}
