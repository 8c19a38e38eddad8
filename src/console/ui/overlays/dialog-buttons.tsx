import type { ComponentProps } from 'react'
import { Button } from '../buttons/button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'size' | 'type'> & {
  close: () => void
  /** The label of the button that closes the dialog. */
  cancel?: string
}

/** Renders the buttons at the foot of a dialog: one closes it, and the other submits its form. */
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
