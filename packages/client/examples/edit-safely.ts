import { type createHarbor, HarborProblem } from '../index.ts'

/** Adds a sentence to a product's description without overwriting a concurrent change. */
export async function addSentence(harbor: ReturnType<typeof createHarbor>, handle: string, sentence: string) {
  for (let round = 0; round < 5; round++) {
    const { data, etag } = await harbor.call('getStaffProduct', { handle })
    const description = `${data.description} ${sentence}`.trim()
    try {
      return (await harbor.call('editProduct', { handle, description }, { ifMatch: etag })).data.description
    } catch (error) {
      const isLate = error instanceof HarborProblem && error.problem.code === 'changed_meanwhile'
      if (!isLate) throw error
    }
  }
  throw new Error(`${handle} is being changed all the time`)
}
