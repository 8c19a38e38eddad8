import { readCookie, readSessionToken, sessionCookies } from '#contract/cookies.ts'
import type { ApiParts } from '#server/http.ts'
import type { Shop } from '#server/shop.ts'

type Living = {
  request: Request
  /** What the answer tells the browser to forget. */
  deadCookies: string[]
}

/** Cookies of a session that has ended are ignored and removed, so that a page is never rendered half signed in. */
export async function leaveOutDeadSession(
  shop: Pick<Shop, 'clock' | 'publicUrl'>,
  request: Request,
  whoIsAsking: ApiParts['whoIsAsking'],
): Promise<Living> {
  const cookies = request.headers.get('cookie') ?? ''
  if (readCookie(cookies, 'token') === null || (await isAlive(shop, cookies, whoIsAsking)))
    return { request, deadCookies: [] }
  const names: readonly string[] = sessionCookies
  const left = cookies.split('; ').filter((one) => !names.includes(one.slice(0, one.indexOf('='))))
  const headers = new Headers(request.headers)
  headers.set('cookie', left.join('; '))
  const secure = shop.publicUrl.startsWith('https:') ? '; Secure' : ''
  return {
    request: new Request(request.url, { headers }),
    deadCookies: names.map((name) => `${name}=; Path=/; SameSite=Lax; Max-Age=0${secure}`),
  }
}

async function isAlive(
  { clock }: Pick<Shop, 'clock'>,
  cookies: string,
  whoIsAsking: ApiParts['whoIsAsking'],
): Promise<boolean> {
  const token = readSessionToken(cookies, clock.now().getTime())
  if (token === null) return false
  try {
    return (await whoIsAsking(token)).customerId !== null
  } catch {
    // If the session cannot be checked, the visitor stays signed in.
    return true
  }
}
