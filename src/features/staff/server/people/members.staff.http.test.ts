import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '#contract/calls/scopes.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { endKey, listKeys, makeKey } from '#features/staff/keys.staff.contract.ts'
import { getMe } from '#features/staff/me.staff.contract.ts'
import * as people from '#features/staff/members.staff.contract.ts'
import { acceptInvitation } from '#features/staff/sign-in.staff.contract.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { auditRows, staffKeys, staffMembers, staffSessions } from '../staff.tables.ts'
import { staffInvitations } from '../staff-access.tables.ts'
import { makeSetupLink } from './invitations.service.ts'

const shop = testShop()
const staff = testStaff(shop)
const password = 'kelp forest at noon'

const isRefused = (pending: Promise<unknown>, code: string) =>
  expect(pending).rejects.toEqual(expect.objectContaining({ problem: expect.objectContaining({ code }) }))

beforeEach(async () => {
  const { db } = shop.shop
  await db.delete(staffSessions)
  await db.delete(staffInvitations)
  await db.delete(staffMembers)
  await db.delete(staffKeys)
})

test('creates one owner by the link of the first start, even if several links were printed', async () => {
  const links = [await makeSetupLink(shop.shop), await makeSetupLink(shop.shop)]
  const tokens = links.map((link) => new URL(link ?? '').searchParams.get('token') ?? '')
  const come = (token: string, email?: string) =>
    staff.browser().call(acceptInvitation, { token, name: 'Olga', password, ...(email && { email }) })
  await isRefused(come(tokens[0] ?? ''), 'invalid_input')
  const came = await Promise.allSettled(tokens.map((token, at) => come(token, `olga-${at}@shop.example`)))
  expect(came.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await shop.shop.db.select().from(staffMembers)).toMatchObject([{ roleId: 'owner', name: 'Olga' }])
  expect(await makeSetupLink(shop.shop)).toBeNull()
})

describe('members', () => {
  test('are listed by address, found by its beginning, and added with a mail', async () => {
    const owner = await staff.member('owner')
    const { data: tomas } = await owner.call(people.addMember, {
      email: 'Tomas@Shop.example',
      name: 'Tomas Berg',
      role: 'warehouse',
    })
    expect(tomas).toMatchObject({ email: 'tomas@shop.example', role: { id: 'warehouse' }, status: 'active' })
    expect((await shop.mailsTo('tomas@shop.example')).at(-1)?.text).toContain('/staff/reset?token=')
    const { data: found } = await owner.call(people.listMembers, { q: 'tomas@' })
    expect(found).toMatchObject({ data: [{ id: tomas.id }], total: 1, next: null })
    const again = { email: 'tomas@shop.example', name: 'Tom', role: 'viewer' }
    await isRefused(owner.call(people.addMember, again), 'exists_already')
    await isRefused(owner.call(people.invite, again), 'exists_already')
    await isRefused(
      owner.call(people.addMember, { ...again, email: 'x@shop.example', role: 'pirate' }),
      'invalid_input',
    )
    const { data: first } = await owner.call(people.listMembers, { limit: 1 })
    const { data: second } = await owner.call(people.listMembers, { limit: 1, after: first.next ?? '' })
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id)
  })

  test('can be changed only with the version that was read, and both states are in the audit log', async () => {
    const owner = await staff.member('owner')
    const { id } = await staff.member('support', 'Sam')
    const { etag } = await owner.call(people.getMember, { id })
    await isRefused(owner.call(people.changeMember, { id, role: 'manager' }), 'if_match_needed')
    await owner.call(people.changeMember, { id, role: 'manager' }, { ifMatch: etag ?? '' })
    await isRefused(owner.call(people.changeMember, { id, name: 'Sim' }, { ifMatch: etag ?? '' }), 'changed_meanwhile')
    const { data: log } = await owner.call(listAudit, { about: `members/${id}` })
    expect(log.data).toMatchObject([
      { actor: { id: owner.id }, before: { role: { id: 'support' } }, after: { role: { id: 'manager' } } },
    ])
  })

  test('cannot give more rights than they have, nor change members with more rights', async () => {
    const owner = await staff.member('owner')
    const manager = await staff.member('manager')
    const { id } = await staff.member('viewer')
    const invited = { email: 'ines@shop.example', role: 'owner' }
    await isRefused(manager.call(people.invite, invited), 'more_than_yours')
    await isRefused(manager.call(people.addMember, { ...invited, name: 'Inês' }), 'more_than_yours')
    await isRefused(manager.call(people.changeMember, { id, role: 'owner' }, { ifMatch: '*' }), 'more_than_yours')
    await isRefused(manager.call(people.disableMember, { id: owner.id }), 'more_than_yours')
    const key = await staff.key('staff:write', 'staff:read', 'orders:read')
    await isRefused(key.call(people.invite, { ...invited, role: 'support' }), 'more_than_yours')
    expect((await manager.call(people.invite, { ...invited, role: 'manager' })).data.status).toBe('open')
    await isRefused((await staff.member('support')).call(people.listMembers, {}), 'not_allowed')
  })

  test('cannot avoid a refund limit by another role, another member, an invitation or a key', async () => {
    const owner = await staff.member('owner')
    const scopes = [
      'staff:write',
      'keys:write',
      'orders:read',
      'orders:write',
      'returns:judge',
      'refunds:write',
    ] as const
    const addRole = async (name: string, limit: number | null, given: readonly Scope[] = scopes) =>
      (await owner.call(people.addRole, { name, scopes: [...given], refund_limit: limit })).data.id
    const limited = await addRole('Limited', 5_000)
    const lower = await addRole('Lower', 4_000)
    const beyond = [await addRole('Higher', 5_001), await addRole('Unlimited', null)]
    beyond.push(await addRole('Judges without a limit', null, ['returns:judge']))
    beyond.push(await addRole('Cancels without a limit', null, ['orders:write']))
    const desk = await addRole('Desk', null, ['orders:read'])
    const self = await staff.member(limited)
    const friend = await staff.member(lower)
    const anyway = { ifMatch: '*' }
    for (const [at, role] of beyond.entries()) {
      const email = `friend-${at}@shop.example`
      await isRefused(self.call(people.changeMember, { id: self.id, role }, anyway), 'more_than_yours')
      await isRefused(self.call(people.changeMember, { id: friend.id, role }, anyway), 'more_than_yours')
      await isRefused(self.call(people.invite, { email, role }), 'more_than_yours')
      await isRefused(self.call(people.addMember, { email, name: 'Friend', role }), 'more_than_yours')
      const rich = await staff.member(role)
      await isRefused(self.call(people.changeMember, { id: rich.id, role: lower }, anyway), 'more_than_yours')
      await owner.call(people.disableMember, { id: rich.id })
      await isRefused(self.call(people.enableMember, { id: rich.id }), 'more_than_yours')
      await isRefused(self.call(people.changeRole, { id: role, refund_limit: null }, anyway), 'owners_only')
    }
    for (const scope of ['orders:write', 'returns:judge', 'refunds:write'] as const) {
      await isRefused(self.call(makeKey, { name: 'x', scopes: [scope] }), 'more_than_yours')
    }
    expect((await self.call(people.changeMember, { id: friend.id, role: desk }, anyway)).data.role.id).toBe(desk)
    expect((await self.call(people.changeMember, { id: self.id, role: lower }, anyway)).data.role.id).toBe(lower)
  })

  test("keep their rights and the actor's session when other sessions are ended", async () => {
    const owner = await staff.member('owner')
    const support = await staff.member('support')
    await support.call(getMe, {})
    expect((await owner.call(people.signOutMember, { id: support.id })).data.status).toBe('active')
    await isRefused(support.call(getMe, {}), 'staff_not_signed_in')
    await owner.call(people.signOutMember, { id: owner.id })
    expect((await owner.call(getMe, {})).data.id).toBe(owner.id)
    const manager = await staff.member('manager')
    await isRefused(manager.call(people.signOutMember, { id: owner.id }), 'more_than_yours')
  })

  test('lose every session when disabled, and can return when enabled', async () => {
    const owner = await staff.member('owner')
    const support = await staff.member('support')
    await support.call(getMe, {})
    expect((await owner.call(people.disableMember, { id: support.id })).data).toMatchObject({
      status: 'disabled',
      possible: ['enable'],
    })
    await isRefused(support.call(getMe, {}), 'staff_not_signed_in')
    await owner.call(people.disableMember, { id: support.id })
    expect((await owner.call(people.enableMember, { id: support.id })).data.status).toBe('active')
    await isRefused(support.call(getMe, {}), 'staff_not_signed_in')
    await isRefused(owner.call(people.disableMember, { id: 'nobody' }), 'not_found')
  })

  test('always include an owner, even when two owners remove each other at once', async () => {
    const [olga, oren] = [await staff.member('owner'), await staff.member('owner')]
    const ended = await Promise.allSettled([
      olga.call(people.disableMember, { id: oren.id }),
      oren.call(people.changeMember, { id: olga.id, role: 'viewer' }, { ifMatch: '*' }),
    ])
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { data } = await staff
      .member('viewer')
      .then((viewer) => viewer.call(people.listMembers, { role: 'owner', status: 'active' }))
    expect(data.total).toBe(1)
    const [last] = data.data
    const owner = last?.id === olga.id ? olga : oren
    await isRefused(owner.call(people.disableMember, { id: owner.id }), 'last_owner')
    await isRefused(owner.call(people.changeMember, { id: owner.id, role: 'viewer' }, { ifMatch: '*' }), 'last_owner')
  })
})

describe('roles', () => {
  test('are created, changed and removed by owners only, with effect at once', async () => {
    const owner = await staff.member('owner')
    const manager = await staff.member('manager')
    const input = { name: 'Weekend desk', scopes: ['orders:read' as const], refund_limit: 5000 }
    await isRefused(manager.call(people.addRole, input), 'owners_only')
    const { data: role, etag } = await owner.call(people.addRole, input)
    expect(role).toMatchObject({ scopes: ['orders:read'], refund_limit: 5000, members: 0, is_built_in: false })
    await isRefused(owner.call(people.addRole, input), 'exists_already')
    const { id } = role
    const weekend = await staff.member(id)
    expect((await weekend.call(getMe, {})).data).toMatchObject({ scopes: ['orders:read'], refund_limit: 5000 })
    const change = { id, scopes: ['staff:read' as const] }
    await isRefused(owner.call(people.changeRole, change), 'if_match_needed')
    await owner.call(people.changeRole, change, { ifMatch: etag ?? '' })
    await isRefused(owner.call(people.changeRole, change, { ifMatch: etag ?? '' }), 'changed_meanwhile')
    await isRefused(manager.call(people.changeRole, change, { ifMatch: '*' }), 'owners_only')
    expect((await weekend.call(people.listRoles, {})).data.data.find((one) => one.id === id)?.members).toBe(1)
    await isRefused(owner.call(people.removeRole, { id }, { ifMatch: '*' }), 'still_used')
    await shop.shop.db.delete(staffSessions).where(eq(staffSessions.memberId, weekend.id))
    await shop.shop.db.delete(staffMembers).where(eq(staffMembers.id, weekend.id))
    await owner.call(people.removeRole, { id }, { ifMatch: '*' })
    await isRefused(owner.call(people.getRole, { id }), 'not_found')
  })

  test('cannot be removed if built in, and the owner role cannot be changed', async () => {
    const owner = await staff.member('owner')
    const anyway = { ifMatch: '*' }
    await isRefused(owner.call(people.changeRole, { id: 'owner', scopes: [] }, anyway), 'role_fixed')
    await isRefused(owner.call(people.changeRole, { id: 'support', name: 'Desk' }, anyway), 'role_fixed')
    await isRefused(owner.call(people.removeRole, { id: 'viewer' }, anyway), 'role_fixed')
    const { data } = await owner.call(people.changeRole, { id: 'support', refund_limit: 9900 }, anyway)
    expect(data.refund_limit).toBe(9900)
  })
})

describe('keys', () => {
  test('are shown once, stored as a hash, and work for their scopes until they end', async () => {
    const owner = await staff.member('owner')
    const { data: made } = await owner.call(makeKey, { name: 'ERP', scopes: ['staff:read', 'orders:read'] })
    expect(made.key).toMatch(/^hk_live_[\w-]{43}$/)
    const ask = (path: string) =>
      staff.nobody().fetch(`/staff-api/v1${path}`, { headers: { authorization: `Bearer ${made.key}` } })
    expect((await ask('/members')).status).toBe(200)
    expect((await ask('/audit')).status).toBe(403)
    const kept = JSON.stringify([
      await shop.shop.db.select().from(staffKeys),
      await shop.shop.db.select().from(auditRows),
      (await owner.call(listKeys, {})).data,
    ])
    expect(kept).not.toContain(made.key)
    expect((await owner.call(listKeys, { status: 'live' })).data.data).toMatchObject([{ id: made.id, name: 'ERP' }])
    const { data: log } = await owner.call(listAudit, { about: `keys/${made.id}` })
    expect(log.data[0]).toMatchObject({ call: 'POST /keys', after: { name: 'ERP', ending: made.key.slice(-4) } })
    expect((await owner.call(endKey, { id: made.id })).data.status).toBe('ended')
    await owner.call(endKey, { id: made.id })
    expect((await ask('/members')).status).toBe(401)
  })

  test('can be limited by an expiry and a network', async () => {
    const owner = await staff.member('owner')
    const soon = new Date(shop.clock.now().getTime() + 60_000).toISOString()
    const ask = { name: 'Carrier', scopes: ['staff:read' as const] }
    const { data: short } = await owner.call(makeKey, { ...ask, expires_at: soon })
    const { data: office } = await owner.call(makeKey, { ...ask, addresses: '203.0.113.0/24' })
    const tryKey = async (key: string) =>
      (await staff.nobody().fetch('/staff-api/v1/members', { headers: { authorization: `Bearer ${key}` } })).status
    expect([await tryKey(short.key), await tryKey(office.key)]).toEqual([200, 401])
    shop.clock.advance(60_000)
    expect(await tryKey(short.key)).toBe(401)
    await isRefused(owner.call(makeKey, { ...ask, expires_at: soon }), 'invalid_input')
    for (const addresses of ['office', '1.2.3.4/33', '999.1.1.1', '::g', '1.2.3']) {
      await isRefused(owner.call(makeKey, { ...ask, addresses }), 'invalid_input')
    }
  })

  test('never have more rights than their creator', async () => {
    const owner = await staff.member('owner')
    const { data: role } = await owner.call(people.addRole, {
      name: 'Integrations',
      scopes: ['keys:write', 'orders:read', 'refunds:write'],
      refund_limit: 100,
    })
    const maker = await staff.member(role.id)
    await isRefused(maker.call(makeKey, { name: 'x', scopes: ['settings:write'] }), 'more_than_yours')
    await isRefused(maker.call(makeKey, { name: 'x', scopes: ['refunds:write'] }), 'more_than_yours')
    expect((await maker.call(makeKey, { name: 'x', scopes: ['orders:read'] })).data.scopes).toEqual(['orders:read'])
    await isRefused((await staff.member('manager')).call(listKeys, {}), 'not_allowed')
  })
})
