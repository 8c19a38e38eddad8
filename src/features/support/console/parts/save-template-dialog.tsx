import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { AreaField, TextField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { addTemplate, type Template } from '#features/support/inbox.staff.contract.ts'

type Props = Pick<Template, 'area' | 'language' | 'body'> & { onClose: () => void; onSaved?: (one: Template) => void }

export function SaveTemplateDialog({ area, onClose, onSaved, ...first }: Props) {
  const { call } = useConsole()
  const [name, setName] = useState('')
  const [language, setLanguage] = useState(first.language)
  const [body, setBody] = useState(first.body.trim())
  const [isTried, setTried] = useState(false)
  const { run, busy, problem } = useCommand()
  async function save() {
    setTried(true)
    if (name.trim() === '' || body.trim() === '' || busy) return
    const isSaved = await run('save', async () => {
      const { data } = await call(addTemplate, { name, area, language, body })
      onSaved?.(data)
    })
    if (!isSaved) return
    showToast('Template added')
    onClose()
  }
  return (
    <Dialog
      isOpen
      title="Save as template"
      onClose={onClose}
      onSubmit={save}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit" isBusy={busy !== null} hint="Ctrl ↵">
            Add template
          </Button>
        </>
      )}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={100}
        required
        data-first
        error={isTried && name.trim() === '' ? 'Please enter a name' : null}
      />
      <TextField
        label="Language"
        hint="Such as en, de or pt-BR"
        dir="ltr"
        maxLength={12}
        value={language}
        onChange={setLanguage}
      />
      <AreaField label="Text" rows={6} maxLength={2000} value={body} onChange={setBody} required lang={language} />
      <Refusal problem={problem} />
    </Dialog>
  )
}
