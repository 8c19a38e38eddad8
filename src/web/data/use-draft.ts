import { useEffect, useLayoutEffect, useState } from 'react'
import { keepDraft, readDraft } from './drafts.ts'

/** One kind of form's drafts; the id tells its forms apart, where there are several. */
export type DraftKind<D extends object> = {
  read: (id?: string) => D | null
  keep: (draft: D, id?: string) => void
  forget: (id?: string) => void
}

type DraftShape<D> = {
  /** What was kept as a draft again. It may be old or edited: null for anything that is none. */
  parse: (kept: unknown) => D | null
  /** A form that says nothing yet is not worth keeping. */
  isEmpty?: (draft: D) => boolean
}

export function defineDraft<D extends object>(name: string, { parse, isEmpty }: DraftShape<D>): DraftKind<D> {
  const nameOf = (id?: string) => (id === undefined ? name : `${name}:${id}`)
  return {
    read: (id) => parse(readDraft(nameOf(id))),
    keep: (draft, id) => keepDraft(nameOf(id), isEmpty?.(draft) ? null : draft),
    forget: (id) => keepDraft(nameOf(id), null),
  }
}

/** The draft as it was when the form opened, or when `whose` changed; the server and the first paint know none. */
export function useDraft<D extends object>(kind: DraftKind<D>, id?: string, whose?: string): D | null {
  const [kept, setKept] = useState<D | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever signs in meanwhile has drafts of their own.
  useLayoutEffect(() => setKept(kind.read(id)), [kind, id, whose])
  return kept
}

/** Keeps each change of a form, but not the form as it opened: that would replace a draft before it is read. */
export function createDraftKeeper<D extends object>(kind: DraftKind<D>, id: string, opened: D) {
  let last = JSON.stringify(opened)
  let isDone = false
  return {
    keep: (now: D) => {
      const text = JSON.stringify(now)
      if (isDone || text === last) return
      last = text
      kind.keep(now, id)
    },
    /** Sent: what the form still shows is no draft any more. */
    forget: () => {
      isDone = true
      kind.forget(id)
    },
  }
}

/** Keeps what a form says now. Answers how to forget it once it was sent. */
export function useDraftKeeper<D extends object>(kind: DraftKind<D>, id: string, now: D): () => void {
  const [keeper] = useState(() => createDraftKeeper(kind, id, now))
  useEffect(() => keeper.keep(now))
  return keeper.forget
}
