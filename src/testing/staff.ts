import { isDeepStrictEqual } from 'node:util'
import { createShopStaffApi, staffApiHandlers } from '#app/staff-api.ts'
import { type Scope, scopeNames } from '#contract/calls/scopes.ts'
import { createStaffCaller, type MakeStaffCall, StaffProblem, staffHeader } from '#contract/calls/staff-call.ts'
import { hashSecret } from '#features/staff/server/people/staff-actor.service.ts'
import { staffKeys, staffMembers, staffSessions } from '#features/staff/server/staff.tables.ts'
import { staffCodes } from '#features/staff/server/staff-access.tables.ts'
import { sessionMs } from '#features/staff/staff.rules.ts'
import { newId, newToken } from '#server/database/ids.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { staffCookie } from '#server/http/staff/staff-http.ts'
import { usesBuiltServer } from './processes/built-server.ts'
import type { testShop } from './test-shop.ts'

/** An actor of the staff API in a test. */
export type StaffPerson = {
  id: string
  name: string
  call: MakeStaffCall
  headers: Record<string, string>
  /** Sends a raw request. Writes carry the header that a browser sends. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

/** Creates the staff API of a test shop. Each response is checked against its schema. */
export function testStaff(of: Pick<ReturnType<typeof testShop>, 'shop' | 'request'>) {
  let made: ReturnType<typeof createShopStaffApi> | undefined
  const request = async (path: string, init: RequestInit, headers: Record<string, string>, visitorIp = '10.9.9.9') => {
    const all = new Headers(init.headers)
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    if (usesBuiltServer) return of.request(path, { ...init, headers: all }, { visitorIp })
    made ??= createShopStaffApi(of.shop, staffApiHandlers.map(checkStaffAnswers))
    return made.request(path, { ...init, headers: all }, { visitorIp })
  }
  const person = (who: { id: string; name: string }, headers: Record<string, string>): StaffPerson => {
    const fetch: StaffPerson['fetch'] = (path, init = {}) => request(path, init, headers)
    return { ...who, headers, fetch, call: createStaffCaller(fetch) }
  }
  return {
    /** Creates a signed-in member with a role and a fresh second step. */
    async member(roleId = 'owner', name = `Tess ${roleId}`): Promise<StaffPerson> {
      const { db, clock } = of.shop
      const now = clock.now()
      const id = newId()
      const token = newToken()
      await db.insert(staffMembers).values({ id, email: `${id}@harbor.test`, name, roleId, createdAt: now })
      // The shop requires a second step, so the member gets one. Its empty secret accepts no code.
      await db.insert(staffCodes).values({ memberId: id, sealedSecret: '', confirmedAt: now })
      await db.insert(staffSessions).values({
        id: newId(),
        memberId: id,
        tokenHash: hashSecret(token),
        ip: '10.9.9.9',
        userAgent: 'test',
        createdAt: now,
        usedAt: now,
        confirmedAt: now,
        expiresAt: new Date(now.getTime() + sessionMs),
      })
      return person({ id, name }, { cookie: `${staffCookie}=${token}`, [staffHeader]: '1' })
    },
    /** Creates a program with a key of these scopes. */
    async key(...granted: Scope[]): Promise<StaffPerson> {
      const { db, clock } = of.shop
      const id = newId()
      const key = `hk_live_${newToken()}`
      await db.insert(staffKeys).values({
        id,
        name: 'ERP',
        keyHash: hashSecret(key),
        ending: key.slice(-4),
        scopes: granted.length > 0 ? granted : scopeNames,
        createdBy: 'test',
        createdAt: clock.now(),
      })
      return person({ id, name: 'ERP' }, { authorization: `Bearer ${key}` })
    },
    /** Creates a browser that keeps its cookies and signs in by them. */
    browser(visitorIp = '10.9.8.7') {
      const jar = new Map<string, string>()
      const fetch: StaffPerson['fetch'] = async (path, init = {}) => {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await request(path, init, { cookie, [staffHeader]: '1', 'user-agent': 'Test/1' }, visitorIp)
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          if (value) jar.set(name, value)
          else jar.delete(name)
        }
        return answer
      }
      return { jar, fetch, call: createStaffCaller(fetch) }
    },
    nobody: () => person({ id: '', name: '' }, { [staffHeader]: '1' }),
  }
}

/** Wraps a handler so that a response that differs from its schema throws an error. */
function checkStaffAnswers(handler: StaffHandler): StaffHandler {
  const { call } = handler
  if (call.answers === 'file' || call.answers === 'nothing') return handler
  return {
    ...handler,
    answer: async (context) => {
      const answered = await handler.answer(context)
      const resources = call.answers === 'list' ? (answered as { data: unknown[] }).data : [answered]
      for (const resource of resources) {
        const parsed = call.output.safeParse(resource)
        const asWireValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
        if (!parsed.success)
          throw new Error(`${call.method} ${call.path} answers off its schema: ${parsed.error.message}`)
        if (!isDeepStrictEqual(asWireValue(resource), asWireValue(parsed.data))) {
          throw new Error(
            `${call.method} ${call.path} sends fields its schema does not name: ${JSON.stringify(resource)}`,
          )
        }
      }
      return answered
    },
  }
}

/** Returns the code of a refused call, or `no problem`. */
export const problemOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no problem',
    (error: unknown) => (error instanceof StaffProblem ? error.problem.code : error),
  )
