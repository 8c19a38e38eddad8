import { beforeAll, expect, test } from 'vitest'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { editCurrency, editSettings, getCurrency, getSettings } from '#features/settings/settings.staff.contract.ts'
import { canUndo } from '#features/staff/audit.rules.ts'
import { listAudit, undoChange } from '#features/staff/audit.staff.contract.ts'
import { changeMe } from '#features/staff/me.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson

beforeAll(async () => {
  await loadReference(shop.shop.db)
  owner = await staff.member()
})

const lastOf = async (about: string, at = 0) =>
  (await owner.call(listAudit, { about, limit: 5 })).data.data[at] as { id: string; call: string }
const codeOf = async (pending: Promise<unknown>) => {
  const error = await pending.catch((thrown: unknown) => thrown)
  return error instanceof StaffProblem ? error.problem.code : 'done'
}

test("undoes an edit once, with the same call under the actor's own name", async () => {
  const { data: before } = await owner.call(getCurrency, { code: 'EUR' })
  await owner.call(editCurrency, { code: 'EUR', rate: 0.5, rounding: 10 }, { ifMatch: '*' })
  const { id } = await lastOf('currencies/EUR')
  const second = await staff.member('manager')
  await second.call(undoChange, { id })
  expect((await owner.call(getCurrency, { code: 'EUR' })).data).toMatchObject({
    rate: before.rate,
    rounding: before.rounding,
  })
  expect(await lastOf('currencies/EUR')).toMatchObject({
    call: 'PATCH /currencies/:code',
    actor: { kind: 'member', id: second.id },
    before: { rate: 0.5 },
    after: { rate: before.rate },
  })
  expect(await codeOf(owner.call(undoChange, { id }))).toBe('changed_since')
})

test('restores only the settings of the undone edit, and keeps later changes', async () => {
  await owner.call(editSettings, { shop: { name: 'Quay' }, features: { chat: false } }, { ifMatch: '*' })
  const { id } = await lastOf('settings')
  await owner.call(editSettings, { shop: { time_zone: 'Europe/Stockholm' } }, { ifMatch: '*' })
  await owner.call(undoChange, { id })
  expect((await owner.call(getSettings, {})).data).toMatchObject({
    shop: { name: 'Harbor', time_zone: 'Europe/Stockholm' },
    features: { chat: true },
  })
  await owner.call(editSettings, { shop: { name: 'Pier' } }, { ifMatch: '*' })
  const renamed = await lastOf('settings')
  await owner.call(editSettings, { shop: { name: 'Dock' } }, { ifMatch: '*' })
  expect(await codeOf(owner.call(undoChange, { id: renamed.id }))).toBe('changed_since')
  expect((await owner.call(getSettings, {})).data.shop.name).toBe('Dock')
})

test('refuses to undo without the scope, and refuses removed rows, changes of the actor’s account and non-edits', async () => {
  const { id } = await lastOf('settings')
  const viewer = await staff.member('viewer')
  expect(await codeOf(viewer.call(undoChange, { id }))).toBe('not_allowed')
  await owner.call(changeMe, { name: 'Somebody Else' }, { ifMatch: '*' })
  const own = (await owner.call(listAudit, { actor: owner.id, limit: 1 })).data.data[0]
  expect(own?.call).toBe('PATCH /me')
  expect(await codeOf(owner.call(undoChange, { id: own?.id ?? '' }))).toBe('cannot_undo')
  expect(await codeOf(owner.call(undoChange, { id: '999999' }))).toBe('not_found')
})

test('filters the log by area and by undoable rows', async () => {
  await owner.call(editCurrency, { code: 'SEK', rate: 11 }, { ifMatch: '*' })
  await owner.call(changeMe, { name: 'Tess the owner' }, { ifMatch: '*' })
  const find = async (filter: object) => (await owner.call(listAudit, { limit: 100, ...filter })).data.data
  const all = await find({})
  const settings = await find({ area: 'settings' })
  expect(settings.length).toBeGreaterThan(1)
  expect(settings).toEqual(all.filter(({ about }) => /^(settings|currencies)(\/|$)/.test(about)))
  const undoable = await find({ can_undo: 'true' })
  expect(undoable.length).toBeGreaterThan(1)
  expect(undoable).toEqual(all.filter(canUndo))
  expect(all.filter((row) => !canUndo(row)).length).toBeGreaterThan(0)
  expect(await find({ area: 'returns' })).toEqual([])
})
