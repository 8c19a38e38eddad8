import { Copy } from 'lucide-react'
import { useState } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { confirmMyCode } from '#features/staff/me.staff.contract.ts'
import { copyText } from '#ui/buttons/copy-text.ts'
import { groupSecret } from '../profile/profile.rules.ts'
import own from '../profile/profile-page.module.css'

type CodeProps = {
  secret: string
  uri: string
  /** QR code of `uri` as SVG. */
  qr: string
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}

/** Adds an authenticator app. The app becomes a second step once a first code from it was sent. */
export function CodeDialog({ secret, uri, qr, onClose, onDone }: CodeProps) {
  const { call } = useConsole()
  return (
    <EditDialog
      title="Add this shop to your authenticator app"
      button="Confirm code"
      isNew
      initial={{ code: '' }}
      done="Authenticator app is set up"
      onClose={onClose}
      send={async (_, { code }) => {
        const { data } = await call(confirmMyCode, { code: code.replace(/\s/g, '') })
        onDone(data.recovery_codes)
      }}
    >
      {(form) => (
        <>
          <p>
            Scan this QR code with an authenticator app,{' '}
            <a href={uri} className={styles.link}>
              open the app on this device
            </a>
            , or type the key into it.
          </p>
          <img
            className={own.qr}
            src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
            alt="QR code with the key"
            width={200}
            height={200}
          />
          <p className={own.secret}>
            <bdi dir="ltr">{groupSecret(secret)}</bdi>
          </p>
          <TextField
            label="Six-digit code that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={8}
            {...form.field('code')}
          />
        </>
      )}
    </EditDialog>
  )
}

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Your recovery codes"
      onSubmit={onClose}
      footer={
        <>
          <Button size="large" icon={Copy} onClick={async () => setCopied(await copyText(codes.join('\n')))}>
            {isCopied ? 'Copied' : 'Copy codes'}
          </Button>
          <Button size="large" tone="primary" type="submit">
            I have saved them
          </Button>
        </>
      }
    >
      <Note tone="warning">
        Save these codes now. They are not shown again. Each works once, and older codes no longer work.
      </Note>
      <ul className={own.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
