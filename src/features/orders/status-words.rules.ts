import { keysOf } from '#contract/values.ts'

/** Maps the status numbers of the specification to the words of the staff API and back. */
export function pairStatusWords<Word extends string, Id extends number>(ids: Record<Word, Id>) {
  const words = keysOf(ids)
  return {
    words,
    toId: (word: Word): Id => ids[word],
    toWord: (id: number): Word => {
      const word = words.find((one) => ids[one] === id)
      if (!word) throw new Error(`There is no status ${id}`)
      return word
    },
  }
}
