import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { hashPassword } from '#features/sign-in/server/password.ts'
import { insertMember } from '#features/staff/server/people/members.service.ts'
import type { Demo } from './demo.ts'

const demoStaffPassword = 'Harbor2026-staff'

const people = [
  ['owner@harbor.test', 'Ingrid Solheim', 'owner'],
  ['support@harbor.test', 'Tomas Berg', 'support'],
  ['warehouse@harbor.test', 'Dele Okafor', 'warehouse'],
  ['marketing@harbor.test', 'Inês Prado', 'marketing'],
] as const

/** Creates one member of each role. The demo does not require a second step, because its passwords are public. */
export async function loadStaffDemo({ shop, ago }: Demo): Promise<void> {
  await saveSetting(shop.db, 'staff_second_step', 'off')
  const passwordHash = await hashPassword(demoStaffPassword)
  for (const [email, name, roleId] of people) {
    await insertMember(shop.db, { email, name, roleId, passwordHash, createdAt: ago({ days: 400 }) })
  }
}
