import { useEffect, useLayoutEffect, useState } from 'react'
import { readDraft, saveDraft } from './drafts.ts'

/** The drafts of one kind of form. The id separates several forms of that kind. */
export type DraftKind<D extends object> = {
  read: (id?: string) => D | null
  keep: (draft: D, id?: string) => void
  forget: (id?: string) => void
}

type DraftShape<D> = {
  /** Parses a stored draft, which may be outdated or edited. Returns null for anything invalid. */
  parse: (stored: unknown) => D | null
  /** Returns whether a form is empty. Empty forms are not stored. */
  isEmpty?: (draft: D) => boolean
}

export function defineDraft<D extends object>(name: string, { parse, isEmpty }: DraftShape<D>): DraftKind<D> {
  const nameOf = (id?: string) => (id === undefined ? name : `${name}:${id}`)
  return {
    read: (id) => parse(readDraft(nameOf(id))),
    keep: (draft, id) => saveDraft(nameOf(id), isEmpty?.(draft) ? null : draft),
    forget: (id) => saveDraft(nameOf(id), null),
  }
}

/**
 * Returns the draft from the time when the form opened or `whose` changed. On the server and at the first render there
 * is none.
 */
export function useDraft<D extends object>(kind: DraftKind<D>, id?: string, owner?: string): D | null {
  const [stored, setStored] = useState<D | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever signs in meanwhile has drafts of their own.
  useLayoutEffect(() => setStored(kind.read(id)), [kind, id, owner])
  return stored
}

/**
 * Creates a keeper that stores each change of a form, but not its initial values, which would replace a draft before it
 * is read.
 */
export function createDraftSaver<D extends object>(kind: DraftKind<D>, id: string, initial: D) {
  let last = JSON.stringify(initial)
  let isDone = false
  return {
    keep: (now: D) => {
      const text = JSON.stringify(now)
      if (isDone || text === last) return
      last = text
      kind.keep(now, id)
    },
    /** Deletes the draft of a sent form, whose values are no longer stored. */
    forget: () => {
      isDone = true
      kind.forget(id)
    },
  }
}

/** Stores the current values of a form. Returns a function that deletes them once the form is sent. */
export function useDraftSaver<D extends object>(kind: DraftKind<D>, id: string, now: D): () => void {
  const [saver] = useState(() => createDraftSaver(kind, id, now))
  useEffect(() => saver.keep(now))
  return saver.forget
}
