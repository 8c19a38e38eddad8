import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'size' | 'type'> & {
  close: () => void
  /** The name of the button that closes the dialog. */
  cancel?: string
}

/** The two buttons at the foot of a dialog: one closes it, the other one sends its form. */
export function DialogButtons({ close, cancel = 'Cancel', tone = 'primary', ...submit }: Props) {
  return (
    <>
      <Button size="large" onClick={close}>
        {cancel}
      </Button>
      <Button size="large" tone={tone} type="submit" {...submit} />
    </>
  )
}
