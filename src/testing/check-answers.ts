import { isDeepStrictEqual } from 'node:util'
import type { Handler } from '#server/http.ts'

/** The same handler, held to its contract: an answer its schema does not describe to the letter is a fault. */
export function checkAnswers({ call, answer }: Handler): Handler {
  return {
    call,
    answer: async (asked) => {
      const data = await answer(asked)
      const parsed = call.output.safeParse(data)
      if (!parsed.success)
        throw new Error(`${call.method} ${call.path} answers off its schema: ${parsed.error.message}`)
      // Schemas drop what they do not know; whatever was dropped would have gone over the wire undescribed.
      const asSent = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
      if (!isDeepStrictEqual(asSent(data), asSent(parsed.data))) {
        throw new Error(`${call.method} ${call.path} sends fields its schema does not name: ${JSON.stringify(data)}`)
      }
      return data
    },
  }
}
