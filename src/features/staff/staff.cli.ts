import { isScope, scopeNames } from '#contract/calls/scopes.ts'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { defineCommand, type StaffCommands, UsageError } from '#server/cli/command.ts'
import { printFacts, printTable } from '#server/cli/print.ts'
import { endKey, listKeys, makeKey } from './keys.staff.contract.ts'
import { disableMember, enableMember, listMembers, type Member } from './members.staff.contract.ts'
import { invite, makeSetupLink } from './server/people/invitations.service.ts'
import { commandLine } from './server/people/staff-actor.service.ts'
import { writeAudit } from './server/work/audit.service.ts'
import { setupMs } from './staff.rules.ts'

const list = defineCommand({
  verb: 'people',
  alias: 'members',
  usage: '',
  about: 'lists the staff members',
  async run(shop) {
    const { data } = await shop.call(listMembers, { limit: 200 })
    if (data.data.length === 0) return 'This shop has no staff yet. To get a link for the first owner, run: setup-link'
    return printTable(
      ['Email', 'Name', 'Role', 'Status', 'Second step', 'Last seen'],
      data.data.map(({ email, name, role, status, second_steps, last_seen_at }) => [
        email,
        name,
        role.name,
        status,
        second_steps.join(', ') || 'none',
        last_seen_at ?? 'never',
      ]),
    )
  },
})

const parseEmail = (word = '') => {
  if (!word.includes('@')) throw new UsageError('Enter the email address, such as you@shop.example')
  return word.trim().toLowerCase()
}

const inviteOwner = defineCommand({
  verb: 'invite-owner',
  usage: '<email>',
  about: 'sends an invitation by mail and prints its link',
  async run(shop, { rest }) {
    const email = parseEmail(rest[0])
    // The command also prints the link, for a shop that cannot send mails yet. It therefore writes the audit row
    // itself.
    const { invitation, link } = await shop.db.transaction(async (db) => {
      const made = await invite({ ...shop, db }, commandLine, { email, name: '', role: 'owner' })
      const about = `invitations/${made.invitation.id}`
      const entry = { actor: commandLine, call: 'POST /invitations', about, before: {}, after: made.invitation, ip: '' }
      await writeAudit(db, shop.clock.now(), entry)
      return made
    })
    return printFacts([
      ['Invited', email],
      ['Link', link],
      ['Until', invitation.expires_at],
    ])
  },
})

const setupLink = defineCommand({
  verb: 'setup-link',
  usage: '',
  about: 'creates a new link for the first owner',
  async run(shop) {
    const link = await makeSetupLink(shop)
    if (!link)
      throw new UsageError('This shop already has staff. To invite another owner, run: invite-owner you@shop.example')
    return printFacts([
      ['Link', link],
      ['Valid', `once, for ${setupMs / dayMs} days`],
    ])
  },
})

async function findMember(call: MakeStaffCall, word: string | undefined): Promise<Member> {
  const email = parseEmail(word)
  const { data } = await call(listMembers, { q: email, limit: 1 })
  const [found] = data.data
  if (found?.email !== email) throw new UsageError(`There is no staff member with the address ${email}.`)
  return found
}

const disable = defineCommand({
  verb: 'disable',
  usage: '<email>',
  about: 'disables a staff member and ends all their sessions',
  async run(shop, { rest }) {
    const { id } = await findMember(shop.call, rest[0])
    const { data } = await shop.call(disableMember, { id })
    return `${data.email} is disabled.`
  },
})

const enable = defineCommand({
  verb: 'enable',
  usage: '<email>',
  async run(shop, { rest }) {
    const { id } = await findMember(shop.call, rest[0])
    const { data } = await shop.call(enableMember, { id })
    return `${data.email} can sign in again.`
  },
})

const keys = defineCommand({
  verb: 'keys',
  usage: '',
  about: 'lists the API keys',
  async run(shop) {
    const { data } = await shop.call(listKeys, { limit: 200 })
    if (data.data.length === 0) return 'No API keys.'
    return printTable(
      ['Id', 'Name', 'Ends in', 'Scopes', 'Status', 'Last used'],
      data.data.map(({ id, name, ending, scopes, status, used_at }) => [
        id,
        name,
        ending,
        scopes.join(' '),
        status,
        used_at ?? 'never',
      ]),
    )
  },
})

const make = defineCommand({
  verb: 'make-key',
  usage: '<name> --scopes <a,b> [--expires <time>] [--from <network>]',
  about: 'creates an API key, which is shown only once',
  options: { scopes: { type: 'string' }, expires: { type: 'string' }, from: { type: 'string' } },
  async run(shop, { rest, options }) {
    const name = rest.join(' ').trim()
    const words = (options.scopes ?? '').split(',').filter(Boolean)
    const scopes = words.filter(isScope)
    if (name === '' || scopes.length === 0 || scopes.length < words.length) {
      throw new UsageError(`Enter a name and --scopes, which can contain ${scopeNames.join(', ')}.`)
    }
    const { data } = await shop.call(makeKey, {
      name,
      scopes,
      expires_at: options.expires ?? null,
      addresses: options.from ?? null,
    })
    return printFacts([
      ['Key', data.key],
      ['Id', data.id],
      ['Scopes', data.scopes.join(' ')],
      ['Until', data.expires_at ?? 'it is revoked'],
    ])
  },
})

const end = defineCommand({
  verb: 'end-key',
  usage: '<id>',
  about: 'revokes an API key',
  async run(shop, { rest }) {
    if (!rest[0]) throw new UsageError('Enter the id of the key. To list the ids, run: keys')
    const { data } = await shop.call(endKey, { id: rest[0] })
    return `The key ${data.name} was revoked.`
  },
})

export const peopleCommands: StaffCommands = {
  heading: 'People and keys',
  list,
  commands: [setupLink, inviteOwner, disable, enable, keys, make, end],
}
