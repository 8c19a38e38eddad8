import { expect, test } from 'vitest'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { listViews, maxViews, removeView, saveView } from '#features/staff/views.staff.contract.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const staff = testStaff(testShop())
const place = 'orders' as const
const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: unknown) => (error instanceof StaffProblem ? error.problem.status : error),
  )

test('keeps a view private until it is shared, and lets staff who may share remove it', async () => {
  const tess = await staff.member('manager', 'Tess Berg')
  const omar = await staff.member('warehouse', 'Omar Haddad')
  const names = async (who: typeof tess) =>
    (await who.call(listViews, { place })).data.data.map(({ name }) => name).sort()
  const { data: own } = await omar.call(saveView, { place, name: 'Mine', search: 'status=paid' })
  expect(await names(tess)).toEqual([])
  expect(await status(omar.call(saveView, { place, name: 'Ours', search: 'q=a', is_shared: true }))).toBe(403)
  const { data: shared } = await tess.call(saveView, { place, name: 'Ours', search: 'q=a', is_shared: true })
  expect(await names(omar)).toEqual(['Mine', 'Ours'])
  expect(await status(omar.call(removeView, { id: shared.id }))).toBe(404)
  expect(await status(tess.call(removeView, { id: own.id }))).toBe(404)
  await tess.call(removeView, { id: shared.id })
  expect(await names(omar)).toEqual(['Mine'])
})

test('replaces a view of the same name, and limits the number of views', async () => {
  const ines = await staff.member('support', 'Ines Rey')
  for (let at = 0; at < maxViews; at++) await ines.call(saveView, { place, name: `View ${at}`, search: '' })
  expect(await status(ines.call(saveView, { place, name: 'One more', search: '' }))).toBe(400)
  await ines.call(saveView, { place, name: 'View 3', search: 'status=packed' })
  const { data } = (await ines.call(listViews, { place })).data
  expect(data).toHaveLength(maxViews)
  expect(data.find(({ name }) => name === 'View 3')?.search).toBe('status=packed')
})
