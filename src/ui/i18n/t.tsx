import type { ReactNode } from 'react'
import { useT } from './use-t.ts'

type Props = { id: string; values: Record<string, ReactNode> }

/**
 * Renders a sentence with elements inside, such as links or bold words, at the positions that the translation gives
 * them.
 */
export function T({ id, values }: Props) {
  const t = useT()
  const parts = t(id).split(/\{(\w+)\}/)
  return parts.map((part, position) => {
    const key = `${position}:${part}`
    // Every part is its own element, because page translators replace plain text nodes and React would then lose these
    // nodes. Values are isolated, as `t` does, so that signs and digits keep their order in right-to-left sentences.
    return position % 2 === 0 ? part && <span key={key}>{part}</span> : <bdi key={key}>{values[part]}</bdi>
  })
}
