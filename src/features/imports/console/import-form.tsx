import { useRouter } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { importLink } from '#console/shell/console-links.ts'
import { Refusal } from '#console/ui/content/note.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { useFileInput } from '#console/ui/fields/use-file-input.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import type { ImportKindName } from '../imports.rules.ts'
import { createImport } from '../imports.staff.contract.ts'
import { kindNames } from './import-badges.ts'
import styles from './imports-page.module.css'

type Props = { kinds: ImportKindName[]; currencies: string[]; suggested: string }

/** Renders the form for a new import: the kind of records, the currency of prices, and the file. */
export function ImportForm({ kinds, currencies, suggested }: Props) {
  const [kind, setKind] = useState<ImportKindName>(kinds[0] ?? 'products')
  const [currency, setCurrency] = useState(suggested)
  const [isAsking, setAsking] = useState(false)
  const { send, isBusy, problem } = useUpload(kind, currency)
  const isCurrencyMissing = kind === 'products' && currency === ''
  function take(file: File | undefined) {
    if (!file) return
    setAsking(isCurrencyMissing)
    if (!isCurrencyMissing) send(file)
  }
  const picked = useFileInput({
    label: 'File',
    accept: '.csv,.json,text/csv,application/json',
    onPick: ([file]) => take(file),
  })
  return (
    <Panel title="Import a file">
      <div className={styles.take}>
        <SelectField
          label="Content"
          value={kind}
          onChange={setKind}
          options={kinds.map((one) => ({ value: one, name: kindNames[one] }))}
        />
        {kind === 'products' && (
          <SelectField
            label="Currency of the prices"
            hint="Used for prices without a currency, as in Shopify files"
            error={isAsking && isCurrencyMissing ? 'Choose the currency of the prices first' : null}
            value={currency}
            onChange={setCurrency}
            options={[
              ...(suggested === '' ? [{ value: '', name: 'Choose' }] : []),
              ...currencies.map((code) => ({ value: code, name: code })),
            ]}
          />
        )}
        <DropZone isBusy={isBusy} onPress={() => (isCurrencyMissing ? setAsking(true) : picked.open())} onDrop={take} />
        {picked.input}
        <Refusal problem={problem} />
      </div>
    </Panel>
  )
}

/** Uploads a file and opens its preview. */
function useUpload(kind: ImportKindName, currency: string) {
  const { call } = useConsole()
  const router = useRouter()
  const { run, busy, problem } = useCommand()
  function send(file: File) {
    const format = file.name.toLowerCase().endsWith('.json') ? 'json' : 'csv'
    const input = { kind, format, file_name: file.name.slice(0, 200), ...(currency && { currency }) } as const
    return run('send', async () => {
      const { data } = await call(createImport, { ...input, file })
      await router.navigate({ href: importLink(data.id) })
    })
  }
  return { send, isBusy: busy !== null, problem }
}

type DropProps = { isBusy: boolean; onPress: () => void; onDrop: (file: File | undefined) => void }

function DropZone({ isBusy, onPress, onDrop }: DropProps) {
  const [isDragOver, setDragOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    onDrop(event.dataTransfer.files[0])
  }
  return (
    <button
      type="button"
      className={joinClasses(styles.drop, isDragOver && styles.over)}
      aria-busy={isBusy}
      onClick={onPress}
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
    >
      <FileUp size={20} strokeWidth={1.6} aria-hidden />
      {isBusy ? 'Reading the file …' : 'Drop a file here, or choose one'}
      <small>Our CSV or JSON format, or a Shopify export. You see a preview before anything changes.</small>
    </button>
  )
}
