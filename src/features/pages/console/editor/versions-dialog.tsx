import { useEffect, useState } from 'react'
import { formatProblem } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import type { ContentVersion, getPageVersion, listPageVersions } from '#features/pages/texts.staff.contract.ts'
import type { Words } from '../list/content.ts'
import { MarkdownPreview } from './markdown-preview.tsx'
import styles from './versions-dialog.module.css'

type Props = {
  calls: { versions: typeof listPageVersions; version: typeof getPageVersion }
  id: number
  language: { code: string; dir: 'ltr' | 'rtl' }
  /**
   * Publishes an earlier version again, and keeps the current text as a version. Null if the staff member may not
   * publish.
   */
  restoreVersion: ((words: Words) => Promise<boolean>) | null
  onClose: () => void
}

const max = 50

/** Renders the earlier versions of a text with author and time. Staff can publish an earlier version again. */
export function VersionsDialog({ calls, id, language, restoreVersion, onClose }: Props) {
  const { all, previewed, look, problem } = useVersions({ calls, id, language })
  const [isBusy, setBusy] = useState(false)
  const isNow = previewed !== null && previewed.id === all?.[0]?.id
  async function submit() {
    if (!previewed || isNow || !restoreVersion || isBusy) return
    setBusy(true)
    const isDone = await restoreVersion({ title: previewed.title, summary: previewed.summary, body: previewed.body })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Versions"
      size="table"
      onSubmit={submit}
      says={
        restoreVersion && previewed && !isNow
          ? 'Shoppers see the restored version at once. The current version stays in this list.'
          : 'The last 50 versions are kept.'
      }
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Close
          </Button>
          {restoreVersion && (
            <Button size="large" tone="primary" type="submit" isBusy={isBusy} disabled={!previewed || isNow}>
              Restore this version
            </Button>
          )}
        </>
      )}
    >
      <Refusal problem={problem} />
      <div className={styles.columns}>
        <VersionList all={all} chosen={previewed?.id} onChoose={look} />
        <div className={styles.look}>
          {previewed ? (
            <MarkdownPreview title={previewed.title} text={previewed.body} lang={language.code} dir={language.dir} />
          ) : (
            <p className={styles.none}>Choose a version to read it.</p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Returns the latest versions of a text, and the version selected for reading. */
function useVersions({ calls, id, language: { code } }: Pick<Props, 'calls' | 'id' | 'language'>) {
  const { call } = useConsole()
  const [all, setAll] = useState<ContentVersion[] | null>(null)
  const [previewed, setPreviewed] = useState<(ContentVersion & Words) | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    call(calls.versions, { id, language: code, limit: max }).then(
      ({ data }) => setAll(data.data),
      (error) => setProblem(formatProblem(error)),
    )
  }, [call, calls, id, code])
  async function look(version: number) {
    try {
      const { data } = await call(calls.version, { id, version })
      setProblem(null)
      setPreviewed(data)
    } catch (error) {
      setProblem(formatProblem(error))
    }
  }
  return { all, previewed, look, problem }
}

type ListProps = { all: ContentVersion[] | null; chosen: number | undefined; onChoose: (version: number) => void }

function VersionList({ all, chosen, onChoose }: ListProps) {
  return (
    <ol className={styles.list} aria-label="Published versions">
      {all?.length === 0 && <li className={styles.none}>No versions yet.</li>}
      {all?.map(({ id, published_at, published_by }, at) => (
        <li key={id}>
          <button type="button" className={styles.one} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            <Moment at={published_at} />
            <span className={styles.who}>
              {published_by || 'Before version history existed'}
              {at === 0 && ', current version'}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
