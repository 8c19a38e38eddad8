import { useRouter } from '@tanstack/react-router'
import { FileSpreadsheet, Images, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { showCount, ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { importLink, importsLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { type Step, Steps } from '#console/ui/steps.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { useFileInput } from '#console/ui/use-file-input.tsx'
import { fillPath, toQuery } from '#contract/calls/call.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { rowOutcomes } from '../imports.rules.ts'
import {
  getImport,
  getWrongRows,
  type ImportView,
  listImportRows,
  runImport,
  sendImportPictures,
  stopImport,
  undoImport,
} from '../imports.staff.contract.ts'
import { importLooks, kindNames, outcomeNames } from './import-looks.ts'
import { Records } from './import-records.tsx'
import styles from './imports-page.module.css'

type Asked = { context: ConsoleContext; params: { id: string }; deps: { outcome?: string } }

const pick = (outcome: string | undefined) => rowOutcomes.find((one) => one === outcome)

/** How many problems are named above the list; the tab has the rest. */
const namedMost = 10

export async function loadImport({ context: { load }, params: { id }, deps }: Asked) {
  const outcome = pick(deps.outcome)
  const [{ data: file }, { data: rows }, { data: wrong }] = await Promise.all([
    load(getImport, { id }),
    load(listImportRows, { id, limit: 50, ...(outcome && { outcome }) }),
    load(listImportRows, { id, limit: namedMost, outcome: 'wrong' }),
  ])
  return { file, rows, wrong: wrong.data }
}

/** While something is at work, how far it is is asked for so often. */
const lookMs = 1_000
const isAtWork = ({ status, pictures }: ImportView) =>
  status === 'reading' || status === 'running' || status === 'undoing' || pictures.waiting > 0

/** What the file would do, field by field; then how far it is, and the way back. */
export function ImportPage() {
  const { file, rows, wrong } = usePageData<typeof loadImport>(`${importsLink}/$id`)
  const { call } = useConsole()
  const router = useRouter()
  const { outcome } = usePageSearch<{ outcome?: string }>(`${importsLink}/$id`)
  const { run, busy, problem } = useCommand()
  const works = isAtWork(file)
  useEffect(() => {
    if (!works) return
    const timer = setInterval(() => router.invalidate(), lookMs)
    return () => clearInterval(timer)
  }, [works, router])
  const { preview } = file
  const toWrite = file.to_do
  const { id } = file
  const start = () => run('run', () => call(runImport, { id }))
  const undo = () =>
    run('undo', async () => {
      await call(undoImport, { id })
      showToast('Taking back what was written')
    })
  const mayRun = file.possible.includes('run')
  const startByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayRun || toWrite === 0) return
    event.preventDefault()
    start()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => startByKey(event)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const tabs = [undefined, ...rowOutcomes]
  const counts: Record<string, number> = preview
  const all = preview.new + preview.changed + preview.unchanged + preview.wrong
  return (
    <main>
      <PageHead
        title={`Import ${kindNames[file.kind].toLowerCase()}`}
        crumb={<ConsoleLink href={importsLink}>Import and export</ConsoleLink>}
      >
        {file.status === 'ready' && (
          <ConsoleLink href={importsLink} className={buttonClass()}>
            Not now
          </ConsoleLink>
        )}
        {file.possible.includes('undo') && (
          <Button icon={Undo2} isBusy={busy === 'undo'} onClick={undo}>
            Take it back
          </Button>
        )}
        {file.possible.includes('stop') && (
          <Button isBusy={busy === 'stop'} onClick={() => run('stop', () => call(stopImport, { id }))}>
            Stop
          </Button>
        )}
        {mayRun && (
          <Button tone="primary" hint="Ctrl ↵" isBusy={busy === 'run'} disabled={toWrite === 0} onClick={start}>
            {file.status === 'stopped'
              ? 'Go on'
              : `Apply ${showCount(toWrite)} ${toWrite === 1 ? 'change' : 'changes'}`}
          </Button>
        )}
      </PageHead>
      <div className={styles.body}>
        <Refusal problem={problem} />
        <section className={styles.panel} aria-label="File">
          <div className={styles.head}>
            <FileSpreadsheet size={24} strokeWidth={1.5} aria-hidden />
            <p className={styles.file}>
              <b>{file.file_name || 'Without a name'}</b>
              <span>
                {showCount(all)} {all === 1 ? 'record' : 'records'}, {formatNames[file.format]}
                {file.kind === 'products' && `, prices without a currency in ${file.currency}`}, read{' '}
                <Moment at={file.created_at} /> by {file.created_by}
              </span>
            </p>
            <Pictures file={file} />
            <div className={styles.steps}>
              <Steps label="How far it is" steps={listSteps(file)} />
            </div>
          </div>
          {file.run_at && (
            <p role="status" className={styles.written}>
              {importLooks[file.status].name}: {showCount(file.done)} of {showCount(file.to_do)} written
              {file.taken_back > 0 && `, ${showCount(file.taken_back)} taken back`}
              {file.left > 0 && `, ${showCount(file.left)} left because somebody changed or bought it since`}
              <progress
                className={styles.progress}
                max={Math.max(file.to_do, 1)}
                value={file.done}
                aria-label="Written"
              />
            </p>
          )}
        </section>
        <section className={styles.rows} aria-label="Records">
          <ViewTabs
            label="Records"
            views={tabs.map((one) => ({
              name: one ? outcomeNames[one] : 'All',
              href: importLink(id) + toQuery({ outcome: one }),
              count: one ? (counts[one] ?? 0) : all,
              isLate: one === 'wrong' && preview.wrong > 0,
            }))}
            current={importLink(id) + toQuery({ outcome: pick(outcome) })}
          />
          <Records key={`${id} ${outcome}`} file={file} outcome={pick(outcome)} first={rows} />
        </section>
        {preview.wrong > 0 && (
          <Note tone="warning">
            {showCount(preview.wrong)} {preview.wrong === 1 ? 'record cannot' : 'records cannot'} be read and{' '}
            {preview.wrong === 1 ? 'is' : 'are'} left out.{' '}
            <a href={staffApiRoot + fillPath(getWrongRows, { id }).path} className={styles.link} download>
              Download {preview.wrong === 1 ? 'it' : 'them'}
            </a>
            <ul className={styles.problems}>
              {wrong.map(({ line, key, problem: why }) => (
                <li key={line}>
                  Row {line}
                  {key !== null && (
                    <>
                      , <bdi dir="ltr">{key}</bdi>
                    </>
                  )}
                  : {why}
                </li>
              ))}
              {preview.wrong > wrong.length && <li>{showCount(preview.wrong - wrong.length)} more</li>}
            </ul>
          </Note>
        )}
        <UndoNote file={file} />
      </div>
    </main>
  )
}

const formatNames: Record<ImportView['format'], string> = { csv: 'CSV', json: 'JSON', shopify: 'as Shopify writes it' }

function listSteps({ status, run_at }: ImportView): Step[] {
  const isDone = status === 'done' || status === 'undone'
  const stateOf = (isOver: boolean, isNow: boolean) => (isOver ? 'done' : isNow ? 'now' : 'ahead')
  return [
    { name: 'File', state: stateOf(status !== 'reading', status === 'reading') },
    { name: 'Check', state: stateOf(run_at !== null, status === 'ready') },
    { name: 'Writing', state: stateOf(isDone, run_at !== null && !isDone) },
    { name: 'Done', state: stateOf(isDone, false) },
  ]
}

function UndoNote({ file: { status, possible, undo_until } }: { file: ImportView }) {
  if (status === 'ready') return <Note>It is written in one go, and can be taken back for 24 hours.</Note>
  if (!possible.includes('undo') || !undo_until) return null
  return (
    <Note>
      It can be taken back until <Moment at={undo_until} />. What somebody changed or bought since stays.
    </Note>
  )
}

/** Products name their pictures by address, or by names in a zip that comes after them. */
function Pictures({ file }: { file: ImportView }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const zip = useFileInput({
    label: 'Zip of pictures',
    accept: '.zip,application/zip',
    onPick: ([picked]) => picked && run('pictures', () => call(sendImportPictures, { id: file.id, file: picked })),
  })
  const { waiting, here, failed } = file.pictures
  if (file.kind !== 'products') return null
  return (
    <div>
      {waiting + here + failed > 0 && (
        <p className={styles.none} role="status">
          Pictures: {here} here, {waiting} on their way, {failed} failed
        </p>
      )}
      <Button icon={Images} isBusy={busy !== null} onClick={zip.open}>
        Send a zip of pictures
      </Button>
      {zip.input}
      <Refusal problem={problem} />
    </div>
  )
}
