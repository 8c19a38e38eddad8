import { useEffect, useLayoutEffect, useState } from 'react'
import { readDraft, saveDraft } from './drafts.ts'

/** The drafts of one kind of form. The id distinguishes forms of the same kind. */
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
 * Returns the draft as stored when the form opened or `owner` changed. Returns null on the server and at the first
 * render.
 */
export function useDraft<D extends object>(kind: DraftKind<D>, id?: string, owner?: string): D | null {
  const [stored, setStored] = useState<D | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shopper who signs in has other drafts.
  useLayoutEffect(() => setStored(kind.read(id)), [kind, id, owner])
  return stored
}

/**
 * Creates a saver that stores each change of a form. Initial values are not stored, because they would replace a draft
 * that has not been read yet.
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
    /** Deletes the draft of a sent form. Later changes are no longer stored. */
    forget: () => {
      isDone = true
      kind.forget(id)
    },
  }
}

/** Stores the current values of a form as a draft. Returns a function that deletes the draft once the form is sent. */
export function useDraftSaver<D extends object>(kind: DraftKind<D>, id: string, now: D): () => void {
  const [saver] = useState(() => createDraftSaver(kind, id, now))
  useEffect(() => saver.keep(now))
  return saver.forget
}
