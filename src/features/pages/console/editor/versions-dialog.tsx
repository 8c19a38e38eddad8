import { useEffect, useState } from 'react'
import { tellProblem } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Refusal } from '#console/ui/note.tsx'
import type { ContentVersion, getPageVersion, listPageVersions } from '#features/pages/texts.staff.contract.ts'
import type { Words } from '../list/content.ts'
import { MarkdownPreview } from './markdown-preview.tsx'
import styles from './versions-dialog.module.css'

type Props = {
  calls: { versions: typeof listPageVersions; version: typeof getPageVersion }
  id: number
  language: { code: string; dir: 'ltr' | 'rtl' }
  /** Publishes it once more; what stands now is kept as a version too. Null for those who only read. */
  putBack: ((words: Words) => Promise<boolean>) | null
  onClose: () => void
}

const most = 50

/** What was published before: who and when, how it read, and the way back. */
export function VersionsDialog({ calls, id, language, putBack, onClose }: Props) {
  const { call } = useConsole()
  const [all, setAll] = useState<ContentVersion[] | null>(null)
  const [looked, setLooked] = useState<(ContentVersion & Words) | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    call(calls.versions, { id, language: language.code, limit: most }).then(
      ({ data }) => setAll(data.data),
      (error) => setProblem(tellProblem(error)),
    )
  }, [call, calls, id, language.code])
  async function look(version: number) {
    try {
      const { data } = await call(calls.version, { id, version })
      setProblem(null)
      setLooked(data)
    } catch (error) {
      setProblem(tellProblem(error))
    }
  }
  const isNow = looked !== null && looked.id === all?.[0]?.id
  async function submit() {
    if (!looked || isNow || !putBack || isBusy) return
    setBusy(true)
    const isDone = await putBack({ title: looked.title, summary: looked.summary, body: looked.body })
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
      says={putBack && looked && !isNow ? 'Shoppers see it at once; what stands now is kept.' : 'The last 50 are kept.'}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Close
          </Button>
          {putBack && (
            <Button size="large" tone="primary" type="submit" isBusy={isBusy} disabled={!looked || isNow}>
              Put this version back
            </Button>
          )}
        </>
      )}
    >
      <Refusal problem={problem} />
      <div className={styles.columns}>
        <ol className={styles.list} aria-label="Published">
          {all?.length === 0 && <li className={styles.none}>Nothing was changed yet.</li>}
          {all?.map((one, at) => (
            <li key={one.id}>
              <button
                type="button"
                className={styles.one}
                aria-pressed={one.id === looked?.id}
                onClick={() => look(one.id)}
              >
                <Moment at={one.published_at} />
                <span className={styles.who}>
                  {one.published_by || 'Before versions were kept'}
                  {at === 0 && ', as it stands now'}
                </span>
              </button>
            </li>
          ))}
        </ol>
        <div className={styles.look}>
          {looked ? (
            <MarkdownPreview title={looked.title} text={looked.body} lang={language.code} dir={language.dir} />
          ) : (
            <p className={styles.none}>Choose one to read it.</p>
          )}
        </div>
      </div>
    </Dialog>
  )
}
