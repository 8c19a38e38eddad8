import { Undo2, X } from 'lucide-react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { Button } from '#console/ui/buttons/button.tsx'
import styles from './job-report.module.css'
import type { useJob } from './use-job.ts'

type Props = {
  job: ReturnType<typeof useJob>
  hrefOf: (number: string) => string
}

/** Renders the progress of a job, then its result with the reason for each refused row. */
export function JobReport({ job: { job, undo, problem, dismiss }, hrefOf }: Props) {
  if (problem) {
    return (
      <p className={styles.report} role="alert">
        {problem}
      </p>
    )
  }
  if (!job) return null
  const { name, state } = job
  const { total, done, refused } = state
  const isOver = state.state === 'done'
  return (
    <section className={styles.report} aria-label={name}>
      <div className={styles.head}>
        <b role="status">
          {isOver ? `${name}: ${total - refused.length} of ${total} done` : `${name}: ${done} of ${total} …`}
        </b>
        {undo && (
          <Button size="small" icon={Undo2} onClick={undo}>
            Undo
          </Button>
        )}
        {isOver && <Button tone="quiet" size="small" icon={X} aria-label="Close the report" onClick={dismiss} />}
      </div>
      {!isOver && <progress className={styles.bar} max={total} value={done} aria-label={name} />}
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.map(({ number, detail }) => (
            <li key={number}>
              <ConsoleLink href={hrefOf(number)}>
                <bdi dir="ltr">{number}</bdi>
              </ConsoleLink>{' '}
              {detail}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
