import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { knownByNonce, pagePolicy } from '#server/headers.ts'
import { newId } from '#server/ids.ts'
import { Refused, refuse } from '#server/refuse.ts'
import { readIp, readRequest, type VisitorRequest } from '#server/request.ts'
import type { Shop } from '#server/shop.ts'
import { openSealed, sealText } from '#server/signing.ts'
import type { StaffAsker } from '#server/staff-http.ts'
import { stepMs } from '../staff.rules.ts'
import { ssoCallbackLink, ssoStartLink, staffSignInLink, toStaffPath } from '../staff-links.ts'
import { writeAudit } from './audit.service.ts'
import { checkAnotherOwner, holdWithOwners } from './members.service.ts'
import { staffMembers, staffRoles } from './staff.tables.ts'
import { writeLink, writeStaffPage, writeText } from './staff-page.ts'
import { openStaffSession } from './staff-session.service.ts'

export type SsoConfig = { issuer: string; clientId: string; clientSecret: string; rolesClaim: string }
type Started = { verifier: string; state: string; nonce: string; next: string }
type Claims = Record<string, unknown>

const cookie = 'staff_sso'
const sealedFor = 'staff-sso'

/** Signing in by OpenID Connect, where a provider is configured. Who somebody is and which role they have is the provider's word. */
export function addSso(app: Hono, shop: Shop, sso: SsoConfig): void {
  const redirectUri = `${shop.publicUrl}${ssoCallbackLink}`
  const connect = connectOnce(sso)

  app.get(ssoStartLink, async (c) => {
    const { client, config } = await connect()
    const request = readVisitor(c, shop)
    const started = {
      verifier: client.randomPKCECodeVerifier(),
      state: client.randomState(),
      nonce: client.randomNonce(),
      next: toStaffPath(c.req.query('next')),
    }
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: 'S256',
      state: started.state,
      nonce: started.nonce,
    })
    // Lax, because the browser comes back from another site with it.
    const expires = new Date(shop.clock.now().getTime() + stepMs)
    request.setCookie(cookie, await sealText(shop, sealedFor, JSON.stringify(started)), expires, { httpOnly: true })
    sendCookies(c, request)
    return c.redirect(address.href, 303)
  })

  app.get(ssoCallbackLink, async (c) => {
    const request = readVisitor(c, shop)
    const sealed = request.cookie(cookie)
    const started = sealed && (await openSealed(shop, sealedFor, sealed))
    request.setCookie(cookie, '', new Date(0), { httpOnly: true })
    let next = ''
    try {
      if (!started) throw refuse('sign_in_over')
      const known = JSON.parse(started) as Started
      next = toStaffPath(known.next)
      const claims = await askProvider(c, known)
      await signInBySso(shop, request, claims, sso)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      sendCookies(c, request)
      return show(
        c,
        shop,
        'Signing in did not work',
        writeText(error.refusal.message) + writeLink(staffSignInLink, 'Sign in'),
      )
    }
    sendCookies(c, request)
    // A page and no redirect: a strict cookie does not go along with one that began at another site.
    c.header('refresh', `0; url=${next}`)
    return show(c, shop, 'You are signed in', writeLink(next, 'Go on'))
  })

  async function askProvider(c: Context, { verifier, state, nonce }: Started): Promise<Claims> {
    const { client, config } = await connect()
    const came = new URL(redirectUri + new URL(c.req.url).search)
    try {
      const tokens = await client.authorizationCodeGrant(config, came, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw refuse('sign_in_over')
      const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      return { ...more, ...claims }
    } catch (error) {
      shop.log.warn('single sign-on failed', { error })
      throw refuse('sign_in_over', { message: 'The provider did not vouch for you. Please try again.' })
    }
  }
}

/** The provider is asked for its addresses once, when it is first needed. */
function connectOnce({ issuer, clientId, clientSecret }: SsoConfig) {
  const connect = async () => {
    const client = await import('openid-client')
    // Only a provider on this very machine may speak without https: for trying it out.
    const isHere = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(issuer)
    const options = isHere ? { execute: [client.allowInsecureRequests] } : {}
    const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    return { client, config }
  }
  let connected: ReturnType<typeof connect> | undefined
  return () => {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined
      throw error
    })
    return connected
  }
}

async function signInBySso(shop: Shop, request: VisitorRequest, claims: Claims, sso: SsoConfig): Promise<StaffAsker> {
  const subject = `${sso.issuer} ${String(claims.sub)}`
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : ''
  if (!email || claims.email_verified === false) {
    throw refuse('not_allowed', { message: 'The provider knows no confirmed address of yours.' })
  }
  return shop.db.transaction(async (tx) => {
    const role = chooseRole(await tx.select().from(staffRoles), claims[sso.rolesClaim])
    if (!role) throw refuse('not_allowed', { message: 'The provider gives you no role of this shop.' })
    const isMeant = sql`${staffMembers.ssoSubject} = ${subject} or (${staffMembers.email} = ${email} and ${staffMembers.ssoSubject} is null)`
    const [known] = await tx.select().from(staffMembers).where(isMeant).orderBy(staffMembers.ssoSubject).limit(1)
    const now = shop.clock.now()
    if (known) {
      await holdWithOwners(tx, known.id)
      const roleId =
        known.roleId === role.id
          ? role.id
          : await keepLastOwner(() => checkAnotherOwner(tx, known.id), known.roleId, role)
      await tx.update(staffMembers).set({ ssoSubject: subject, roleId }).where(eq(staffMembers.id, known.id))
    } else {
      const name = typeof claims.name === 'string' && claims.name ? claims.name.slice(0, 100) : email
      const made = { id: newId(), email, name, roleId: role.id, ssoSubject: subject, createdAt: now }
      const added = await tx.insert(staffMembers).values(made).onConflictDoNothing().returning()
      if (added.length === 0) throw refuse('exists_already', { message: 'Somebody else has this address here.' })
    }
    const [member] = await tx.select().from(staffMembers).where(eq(staffMembers.ssoSubject, subject))
    if (!member || member.disabledAt) throw refuse('not_allowed', { message: 'You do not work here any more.' })
    const asker = await openStaffSession(shop, tx, request, member, { way: 'sso', confirmedAt: now })
    const about = `members/${member.id}`
    const before = known && known.roleId !== member.roleId ? { role: known.roleId } : {}
    await writeAudit(tx, now, {
      asker,
      call: `GET ${ssoCallbackLink}`,
      about,
      before,
      after: { role: member.roleId },
      ip: request.ip,
    })
    return asker
  })
}

/** Whatever the provider says, a shop keeps at least one owner. */
async function keepLastOwner(
  check: () => Promise<void>,
  before: string,
  role: typeof staffRoles.$inferSelect,
): Promise<string> {
  if (role.isOwner || before !== 'owner') return role.id
  try {
    await check()
    return role.id
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'last_owner') return before
    throw error
  }
}

/** Of the roles that the claim names, by id or by name, the one that may most. */
function chooseRole(roles: (typeof staffRoles.$inferSelect)[], claim: unknown) {
  const named = new Set((Array.isArray(claim) ? claim : [claim]).map((one) => String(one).toLowerCase()))
  const weigh = ({ isOwner, scopes }: (typeof roles)[number]) => (isOwner ? Number.POSITIVE_INFINITY : scopes.length)
  const [best] = roles
    .filter(({ id, name }) => named.has(id.toLowerCase()) || named.has(name.toLowerCase()))
    .sort((a, b) => weigh(b) - weigh(a))
  return best
}

function readVisitor(c: Context, shop: Shop): VisitorRequest {
  const header = (name: string) => c.req.header(name)
  return readRequest({ ip: readIp(c, shop.trustedProxies), header, hasToken: false }, shop)
}

function sendCookies(c: Context, request: VisitorRequest): void {
  for (const one of request.newCookies) c.header('set-cookie', one, { append: true })
}

async function show(c: Context, shop: Shop, title: string, content: string) {
  const nonce = randomBytes(16).toString('base64')
  c.header('content-security-policy', pagePolicy(knownByNonce(nonce)))
  c.header('cache-control', 'no-store')
  return c.html(writeStaffPage({ nonce, title, content, shopName: await readSetting(shop.db, 'site_name') }))
}
