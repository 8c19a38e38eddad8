import { useNow } from '../../shell/use-now.ts'
import { computeDue } from './due.rules.ts'
import { Tag } from './tag.tsx'

/** Renders a deadline as a tag, where there is no space for a bar. */
export function DueTag({ since, due }: { since: string; due: string }) {
  const now = useNow()
  const { text, state } = computeDue(since, due, now)
  if (state === 'late') return <Tag tone="danger">{text}</Tag>
  return <Tag tone={state === 'soon' ? 'warning' : 'plain'}>Due in {text}</Tag>
}
