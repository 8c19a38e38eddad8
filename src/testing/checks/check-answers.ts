import { isDeepStrictEqual } from 'node:util'
import type { Call } from '#contract/calls/call.ts'
import type { Handler } from '#server/http/http.ts'

/** Wraps a handler so that a response that differs from its schema throws an error. */
export function checkAnswers({ call, answer, answerToken }: Handler): Handler {
  return {
    call,
    answer: async (context) => check(call, await answer(context)),
    ...(answerToken && {
      answerToken: async (context) => {
        const data = await answerToken(context)
        return data === null ? null : check(call, data)
      },
    }),
  }
}

function check<T>(call: Call, data: T): T {
  const parsed = call.output.safeParse(data)
  if (!parsed.success) throw new Error(`${call.method} ${call.path} answers off its schema: ${parsed.error.message}`)
  // Schemas drop unknown fields. A dropped field would have been sent without a description.
  const asWireValue = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
  if (!isDeepStrictEqual(asWireValue(data), asWireValue(parsed.data))) {
    throw new Error(`${call.method} ${call.path} sends fields its schema does not name: ${JSON.stringify(data)}`)
  }
  return data
}
