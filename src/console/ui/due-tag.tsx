import { useNow } from '../shell/use-now.ts'
import { readDue } from './due.rules.ts'
import { Tag } from './tag.tsx'

/** The same as the bar, where there is no room for one. */
export function DueTag({ since, due }: { since: string; due: string }) {
  const now = useNow()
  const { text, state } = readDue(since, due, now)
  if (state === 'late') return <Tag tone="danger">{text}</Tag>
  return <Tag tone={state === 'soon' ? 'warning' : 'plain'}>Due in {text}</Tag>
}
