import type { ReactNode } from 'react'
import { useT } from './use-t.ts'

type Props = { id: string; values: Record<string, ReactNode> }

/** A sentence with elements inside: links and bold words keep the place each language gives them. */
export function T({ id, values }: Props) {
  const t = useT()
  const parts = t(id).split(/\{(\w+)\}/)
  return parts.map((part, position) => {
    const key = `${position}:${part}`
    // Every part is an element of its own: page translators replace loose text, and React would lose it.
    // A value is isolated, as `t` does it: in a right-to-left sentence its signs and digits keep their places.
    return position % 2 === 0 ? part && <span key={key}>{part}</span> : <bdi key={key}>{values[part]}</bdi>
  })
}
