import { readCookie, readSessionToken, sessionCookies } from '#contract/calls/cookies.ts'
import type { ApiParts } from '#server/http/http.ts'
import type { Shop } from '#server/shop.ts'

type Session = {
  /** True if a call has confirmed the session. */
  isKnown: () => boolean
  identifyActor: ApiParts['identifyActor']
}
type ShopParts = Pick<Shop, 'clock' | 'publicUrl'>
type Living<P> = {
  page: P
  /** Cookies that the browser must delete. */
  expiredCookies: string[]
}

/**
 * Ignores and deletes the cookies of an ended session, so that a page is never partly signed in. Most pages make a call
 * that confirms the session. For other pages, the session is looked up. The page of an ended session is rendered again
 * for a guest.
 */
export async function requireLiveSession<P extends { response: Response }>(
  shop: ShopParts,
  request: Request,
  session: Session,
  make: (request: Request) => Promise<P>,
): Promise<Living<P>> {
  const cookies = request.headers.get('cookie') ?? ''
  const token = readSessionToken(cookies, shop.clock.now().getTime())
  if (token !== null) {
    const page = await make(request)
    if (session.isKnown() || (await isAlive(session, token))) return { page, expiredCookies: [] }
    await page.response.body?.cancel()
  } else if (readCookie(cookies, 'token') === null) return { page: await make(request), expiredCookies: [] }
  const names: readonly string[] = sessionCookies
  const left = cookies.split('; ').filter((one) => !names.includes(one.slice(0, one.indexOf('='))))
  const headers = new Headers(request.headers)
  headers.set('cookie', left.join('; '))
  const secure = shop.publicUrl.startsWith('https:') ? '; Secure' : ''
  return {
    page: await make(new Request(request.url, { headers })),
    expiredCookies: names.map((name) => `${name}=; Path=/; SameSite=Lax; Max-Age=0${secure}`),
  }
}

async function isAlive({ identifyActor }: Session, token: string): Promise<boolean> {
  try {
    return (await identifyActor(token)).customerId !== null
  } catch {
    // If the session cannot be checked, the visitor stays signed in.
    return true
  }
}
