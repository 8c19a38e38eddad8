import { useRouter } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { formatCappedCount, ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { importLink, importsLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { fillPath, toQuery } from '#contract/calls/call.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { type RowOutcome, rowOutcomes } from '../imports.rules.ts'
import {
  getImport,
  getWrongRows,
  type ImportView,
  listImportRows,
  runImport,
  stopImport,
  undoImport,
} from '../imports.staff.contract.ts'
import { FilePanel } from './file-panel.tsx'
import { countRecords, kindNames, outcomeNames } from './import-badges.ts'
import { Records } from './import-records.tsx'
import styles from './imports-page.module.css'

type LoaderInput = { context: ConsoleContext; params: { id: string }; deps: { outcome?: string } }

const pick = (outcome: string | undefined) => rowOutcomes.find((one) => one === outcome)

/** The most invalid records that are named above the list. The tab of invalid records shows the rest. */
const maxListedNames = 10

export async function loadImport({ context: { load }, params: { id }, deps }: LoaderInput) {
  const outcome = pick(deps.outcome)
  const [{ data: file }, { data: rows }, { data: wrong }] = await Promise.all([
    load(getImport, { id }),
    load(listImportRows, { id, limit: 50, ...(outcome && { outcome }) }),
    load(listImportRows, { id, limit: maxListedNames, outcome: 'wrong' }),
  ])
  return { file, rows, wrong: wrong.data }
}

type Loaded = Awaited<ReturnType<typeof loadImport>>

/** The interval in ms at which the progress of a running import is read. */
const pollMs = 1_000
const isInProgress = ({ status, pictures }: ImportView) =>
  status === 'reading' || status === 'running' || status === 'undoing' || pictures.waiting > 0

/** Renders the changes of the file field by field, the progress of the import, and the undo. */
export function ImportPage() {
  const { file, rows, wrong } = usePageData<typeof loadImport>(`${importsLink}/$id`)
  const outcome = pick(usePageSearch<{ outcome?: string }>(`${importsLink}/$id`).outcome)
  const work = useImportWork(file)
  useProgress(file)
  return (
    <main>
      <PageHead
        title={`Import ${kindNames[file.kind].toLowerCase()}`}
        crumb={<ConsoleLink href={importsLink}>Import and export</ConsoleLink>}
      >
        <ImportActions file={file} work={work} />
      </PageHead>
      <div className={styles.body}>
        <Refusal problem={work.problem} />
        <FilePanel file={file} />
        <section className={styles.rows} aria-label="Records">
          <RecordTabs file={file} outcome={outcome} />
          <Records key={`${file.id} ${outcome}`} file={file} outcome={outcome} first={rows} />
        </section>
        <WrongNote file={file} wrong={wrong} />
        <UndoNote file={file} />
      </div>
    </main>
  )
}

/** Reloads the import while it is running. */
function useProgress(file: ImportView) {
  const router = useRouter()
  const isWorking = isInProgress(file)
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(() => router.invalidate({ sync: true }), pollMs)
    return () => clearInterval(timer)
  }, [isWorking, router])
}

/** Returns the commands of the import: run (also Ctrl+Enter), stop, and undo. */
function useImportWork({ id, possible, to_do }: ImportView) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const start = () => run('run', () => call(runImport, { id }))
  const stop = () => run('stop', () => call(stopImport, { id }))
  const undo = () =>
    run('undo', async () => {
      await call(undoImport, { id })
      showToast('Undoing the import')
    })
  const startOnShortcut = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || !possible.includes('run') || to_do === 0) return
    event.preventDefault()
    start()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => startOnShortcut(event)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { start, stop, undo, busy, problem }
}

type ActionsProps = { file: ImportView; work: ReturnType<typeof useImportWork> }

function ImportActions({ file: { status, possible, to_do }, work: { start, stop, undo, busy } }: ActionsProps) {
  return (
    <>
      {status === 'ready' && (
        <ConsoleLink href={importsLink} className={buttonClass()}>
          Not now
        </ConsoleLink>
      )}
      {possible.includes('undo') && (
        <Button icon={Undo2} isBusy={busy === 'undo'} onClick={undo}>
          Undo import
        </Button>
      )}
      {possible.includes('stop') && (
        <Button isBusy={busy === 'stop'} onClick={stop}>
          Stop
        </Button>
      )}
      {possible.includes('run') && (
        <Button tone="primary" hint="Ctrl ↵" isBusy={busy === 'run'} disabled={to_do === 0} onClick={start}>
          {status === 'stopped'
            ? 'Continue'
            : `Apply ${formatCappedCount(to_do)} ${to_do === 1 ? 'change' : 'changes'}`}
        </Button>
      )}
    </>
  )
}

function RecordTabs({ file: { id, preview }, outcome }: { file: ImportView; outcome: RowOutcome | undefined }) {
  const linkTo = (one: RowOutcome | undefined) => importLink(id) + toQuery({ outcome: one })
  const views = [undefined, ...rowOutcomes].map((one) => ({
    name: one ? outcomeNames[one] : 'All',
    href: linkTo(one),
    count: one ? preview[one] : countRecords(preview),
    isLate: one === 'wrong' && preview.wrong > 0,
  }))
  return <ViewTabs label="Records" views={views} current={linkTo(outcome)} />
}

/** Renders the first records that cannot be read. */
function WrongNote({ file: { id, preview }, wrong }: Pick<Loaded, 'file' | 'wrong'>) {
  if (preview.wrong === 0) return null
  const isOne = preview.wrong === 1
  return (
    <Note tone="warning">
      {formatCappedCount(preview.wrong)} {isOne ? 'record cannot' : 'records cannot'} be read and {isOne ? 'is' : 'are'}{' '}
      skipped.{' '}
      <a href={staffApiRoot + fillPath(getWrongRows, { id }).path} className={styles.link} download>
        Download {isOne ? 'this record' : 'these records'}
      </a>
      <ul className={styles.problems}>
        {wrong.map(({ line, key, problem: reason }) => (
          <li key={line}>
            Row {line}
            {key !== null && (
              <>
                , <bdi dir="ltr">{key}</bdi>
              </>
            )}
            : {reason}
          </li>
        ))}
        {preview.wrong > wrong.length && <li>{formatCappedCount(preview.wrong - wrong.length)} more</li>}
      </ul>
    </Note>
  )
}

function UndoNote({ file: { status, possible, undo_until } }: { file: ImportView }) {
  if (status === 'ready') return <Note>The import runs in one go. You can undo it for 24 hours.</Note>
  if (!possible.includes('undo') || !undo_until) return null
  return (
    <Note>
      You can undo it until <Moment at={undo_until} />. Records that were changed or bought since are kept.
    </Note>
  )
}
