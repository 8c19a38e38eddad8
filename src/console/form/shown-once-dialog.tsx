import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '#ui/buttons/copy-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Note } from '../ui/content/note.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

type Props = {
  title: string
  /** The kind of the value, such as `key` or `secret`. */
  what: string
  value: string
  /** The purpose of the value. */
  children: ReactNode
  onClose: () => void
}

/** Renders a secret right after its creation, the only time it is shown. */
export function ShownOnceDialog({ title, what, value, children, onClose }: Props) {
  const router = useRouter()
  const [isCopied, setCopied] = useState(false)
  const close = () => {
    onClose()
    router.invalidate({ sync: true })
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      onSubmit={close}
      footer={
        <>
          <Button size="large" icon={Copy} onClick={async () => setCopied(await copyText(value))}>
            {isCopied ? 'Copied' : `Copy the ${what}`}
          </Button>
          <Button size="large" tone="primary" type="submit">
            I have saved it
          </Button>
        </>
      }
    >
      <Note tone="warning">This is the only time that the {what} is shown.</Note>
      <TextField
        label={what.charAt(0).toUpperCase() + what.slice(1)}
        readOnly
        dir="ltr"
        value={value}
        onChange={() => {}}
      />
      {children}
    </Dialog>
  )
}
