import type { Context, Hono } from 'hono'
import { stepMs } from '#features/staff/staff.rules.ts'
import {
  companyAccountLink,
  ssoCallbackLink,
  ssoStartLink,
  staffSignInLink,
  toStaffPath,
  withReturnPath,
} from '#features/staff/staff-links.ts'
import { Refused, refuse } from '#server/http/refuse.ts'
import { checkOrigin, readIp, readRequest } from '#server/http/request.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { staffCookie } from '#server/http/staff/staff-http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { openSealed, sealText } from '#server/signing.ts'
import { createStaffPageAnswer, type LoadStaffPages } from '../pages/show-staff-page.ts'
import { findStaffActor } from '../people/staff-actor.service.ts'
import {
  type Claims,
  checkRecentSignIn,
  isCompanyAccountLinked,
  type LinkRequest,
  linkCompanyAccount,
  type SsoConfig,
  signInBySso,
  unlinkCompanyAccount,
} from './sso.service.ts'

type Started = { verifier: string; state: string; nonce: string; next: string; link?: LinkRequest | undefined }

const cookie = 'staff_sso'
const sealPurpose = 'staff-sso'

/** Adds the sign-in by OpenID Connect, if a provider is configured. The provider decides on identity and role. */
export function addSso(app: Hono, shop: Shop, sso: SsoConfig, loadPages: LoadStaffPages): void {
  const { startSsoSignIn, finishSsoSignIn } = createProvider(shop, sso)
  const pages = createSsoPages(shop, loadPages)

  app.get(ssoStartLink, async (c) => {
    const request = readVisitor(c, shop)
    try {
      const link = c.req.query('link') === undefined ? undefined : await findLinkRequest(shop, request)
      const next = link ? companyAccountLink : toStaffPath(c.req.query('next'))
      const { address, started } = await startSsoSignIn({ next, link })
      // The cookie is Lax, because the browser comes back from another site with this cookie.
      const expires = new Date(shop.clock.now().getTime() + stepMs)
      request.setCookie(cookie, await sealText(shop, sealPurpose, JSON.stringify(started)), expires, { httpOnly: true })
      sendCookies(c, request)
      return c.redirect(address, 303)
    } catch (error) {
      return pages.showRefused(c, request, { error, isUnlinking: false })
    }
  })

  app.get(ssoCallbackLink, async (c) => {
    const request = readVisitor(c, shop)
    const sealed = request.cookie(cookie)
    const opened = sealed && (await openSealed(shop, sealPurpose, sealed))
    request.setCookie(cookie, '', new Date(0), { httpOnly: true })
    try {
      if (!opened) throw refuse('sign_in_over')
      const started: Started = JSON.parse(opened)
      const { link } = started
      const claims = await finishSsoSignIn(c, started)
      if (link) await linkCompanyAccount(shop, request, { claims, link, sso })
      else await signInBySso(shop, request, claims, sso)
      sendCookies(c, request)
      // A page replaces the redirect, because browsers send no strict cookie after a redirect that started at another
      // site.
      const next = toStaffPath(started.next)
      c.header('refresh', `0; url=${next}`)
      return await pages.show(c, { name: 'signed-in', isLink: link !== undefined, next })
    } catch (error) {
      return pages.showRefused(c, request, { error, isUnlinking: false })
    }
  })

  addCompanyAccountPage(app, shop, sso, pages)
}

/** Creates the two steps at the provider: building the start address, and reading the returned claims. */
function createProvider(shop: Shop, sso: SsoConfig) {
  const redirectUri = `${shop.publicUrl}${ssoCallbackLink}`
  const connect = createConnection(shop, sso)

  async function startSsoSignIn(parts: Pick<Started, 'next' | 'link'>): Promise<{ address: string; started: Started }> {
    const { client, config } = await connect()
    const started = {
      verifier: client.randomPKCECodeVerifier(),
      state: client.randomState(),
      nonce: client.randomNonce(),
      ...parts,
    }
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: 'S256',
      state: started.state,
      nonce: started.nonce,
    })
    return { address: address.href, started }
  }

  async function finishSsoSignIn(c: Context, { verifier, state, nonce }: Started): Promise<Claims> {
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
      return mergeClaims(claims, more)
    } catch (error) {
      shop.log.warn('single sign-on failed', { error })
      throw refuse('sign_in_over', { message: 'The provider did not confirm your sign-in. Please try again.' })
    }
  }

  return { startSsoSignIn, finishSsoSignIn }
}

/**
 * Merges the claims of the ID token and the userinfo endpoint. The email address and its verification are taken from
 * the same source, because a verification applies only to the address beside it.
 */
function mergeClaims(idToken: Claims, userInfo: Claims): Claims {
  const { email, email_verified } = idToken.email === undefined ? userInfo : idToken
  return { ...userInfo, ...idToken, email, email_verified }
}

/** Adds the page that shows, links and unlinks a company account. */
function addCompanyAccountPage(app: Hono, shop: Shop, { issuer }: SsoConfig, pages: SsoPages): void {
  app.get(companyAccountLink, async (c) => {
    const actor = await findMember(shop, readVisitor(c, shop))
    if (!actor) return c.redirect(withReturnPath(staffSignInLink, companyAccountLink), 303)
    const isLinked = await isCompanyAccountLinked(shop, actor.id)
    return pages.show(c, { name: 'company-account', provider: new URL(issuer).host, isLinked })
  })

  app.post(companyAccountLink, async (c) => {
    const request = readVisitor(c, shop)
    try {
      checkOrigin(c, shop)
      const actor = await findMember(shop, request)
      if (!actor) throw refuse('staff_not_signed_in')
      await unlinkCompanyAccount(shop, request, actor)
      return c.redirect(companyAccountLink, 303)
    } catch (error) {
      return pages.showRefused(c, request, { error, isUnlinking: true })
    }
  })
}

async function findMember(shop: Shop, request: VisitorRequest): Promise<StaffActor | null> {
  return findStaffActor(shop, { session: request.cookie(staffCookie) ?? null, key: null, ip: request.ip })
}

/**
 * Returns the session to which a company account will be linked. Its cookie is strict, so that another site cannot
 * start the request.
 */
async function findLinkRequest(shop: Shop, request: VisitorRequest): Promise<LinkRequest> {
  const actor = await findMember(shop, request)
  if (!actor?.sessionId) throw refuse('staff_not_signed_in')
  checkRecentSignIn(shop, actor)
  return { memberId: actor.id, sessionId: actor.sessionId }
}

/** Reads the provider's configuration once, on first use. */
function createConnection({ log }: Shop, { issuer, clientId, clientSecret }: SsoConfig) {
  const connect = async () => {
    const client = await import('openid-client')
    // Only a provider on this machine may use http, which is meant for development.
    const isHere = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(issuer)
    const options = isHere ? { execute: [client.allowInsecureRequests] } : {}
    const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    return { client, config }
  }
  let connected: ReturnType<typeof connect> | undefined
  return () => {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined
      log.warn('the single sign-on provider does not respond', { error })
      throw refuse('sign_in_over', {
        message: "We couldn't reach the provider. Try again, or sign in with a password.",
      })
    })
    return connected
  }
}

function readVisitor(c: Context, shop: Shop): VisitorRequest {
  const header = (name: string) => c.req.header(name)
  return readRequest({ ip: readIp(c, shop.trustedProxies), header, hasToken: false }, shop)
}

function sendCookies(c: Context, request: VisitorRequest): void {
  for (const one of request.newCookies) c.header('set-cookie', one, { append: true })
}

type SsoPages = ReturnType<typeof createSsoPages>

function createSsoPages(shop: Shop, loadPages: LoadStaffPages) {
  const show = createStaffPageAnswer(shop, loadPages)
  /** Shows why the sign-in failed, with a link to the sign-in, after which a member can link a company account. */
  const showRefused = (
    c: Context,
    request: VisitorRequest,
    { error, isUnlinking }: { error: unknown; isUnlinking: boolean },
  ) => {
    if (!(error instanceof Refused)) throw error
    sendCookies(c, request)
    return show(c, { name: 'sso-refused', isUnlinking, message: error.refusal.message })
  }
  return { show, showRefused }
}
