import { FileSpreadsheet, Images } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { useFileInput } from '#console/ui/fields/use-file-input.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { type Step, Steps } from '#console/ui/layout/steps.tsx'
import { type ImportView, sendImportPictures } from '../imports.staff.contract.ts'
import { countRecords, importBadges } from './import-badges.ts'
import styles from './imports-page.module.css'

type Props = { file: ImportView }

/** Renders the file, its pictures and the progress of the import. */
export function FilePanel({ file }: Props) {
  const all = countRecords(file.preview)
  return (
    <section className={styles.panel} aria-label="File">
      <div className={styles.head}>
        <FileSpreadsheet size={24} strokeWidth={1.5} aria-hidden />
        <p className={styles.file}>
          <b>{file.file_name || 'Without a name'}</b>
          <span>
            {formatCappedCount(all)} {all === 1 ? 'record' : 'records'}, {formatNames[file.format]}
            {file.kind === 'products' && `, prices without a currency in ${file.currency}`}, read{' '}
            <Moment at={file.created_at} /> by {file.created_by}
          </span>
        </p>
        <Pictures file={file} />
        <div className={styles.steps}>
          <Steps label="Progress" steps={listSteps(file)} />
        </div>
      </div>
      {file.run_at && (
        <p role="status" className={styles.written}>
          {importBadges[file.status].name}: {formatCappedCount(file.done)} of {formatCappedCount(file.to_do)} records
          imported
          {file.taken_back > 0 && `, ${formatCappedCount(file.taken_back)} undone`}
          {file.left > 0 && `, ${formatCappedCount(file.left)} not undone because they were changed or bought since`}
          <progress
            className={styles.progress}
            max={Math.max(file.to_do, 1)}
            value={file.done}
            aria-label="Import progress"
          />
        </p>
      )}
    </section>
  )
}

const formatNames: Record<ImportView['format'], string> = { csv: 'CSV', json: 'JSON', shopify: 'Shopify format' }

function listSteps({ status, run_at }: ImportView): Step[] {
  const isDone = status === 'done' || status === 'undone'
  const stateOf = (isOver: boolean, isNow: boolean) => (isOver ? 'done' : isNow ? 'now' : 'ahead')
  return [
    { name: 'File', state: stateOf(status !== 'reading', status === 'reading') },
    { name: 'Check', state: stateOf(run_at !== null, status === 'ready') },
    { name: 'Import', state: stateOf(isDone, run_at !== null && !isDone) },
    { name: 'Done', state: stateOf(isDone, false) },
  ]
}

/**
 * Renders the pictures of the import. Products refer to pictures by URL, or by the names of files in a ZIP that is
 * uploaded later.
 */
function Pictures({ file }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const zip = useFileInput({
    label: 'ZIP of pictures',
    accept: '.zip,application/zip',
    onPick: ([picked]) => picked && run('pictures', () => call(sendImportPictures, { id: file.id, file: picked })),
  })
  const { waiting, here, failed } = file.pictures
  if (file.kind !== 'products') return null
  return (
    <div>
      {waiting + here + failed > 0 && (
        <p className={styles.none} role="status">
          Pictures: {here} ready, {waiting} waiting, {failed} failed
        </p>
      )}
      <Button icon={Images} isBusy={busy !== null} onClick={zip.open}>
        Upload a ZIP of pictures
      </Button>
      {zip.input}
      <Refusal problem={problem} />
    </div>
  )
}
