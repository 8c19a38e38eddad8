import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { makeDataFolder, removeDataFolder } from '../../src/testing/processes/data-folder.ts'
import { startHarbor } from '../../src/testing/processes/started-server.ts'
import { expect } from './test.ts'

export type EmptyShop = Awaited<ReturnType<typeof openEmptyShop>>

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Opens an empty shop under a host name, because browsers store no passkeys for IP addresses. */
export async function openEmptyShop() {
  const dataDir = await makeDataFolder()
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const settings = { PORT: String(port), PUBLIC_URL: url, DEMO: 'false', PAYMENTS: 'test', POSTGRES_DURABLE: 'false' }
  const server = startHarbor({ DATA_DIR: dataDir, ...settings })
  await server.opened()
  const findLink = () => /become the owner: (\S+)/.exec(server.output())?.[1] ?? ''
  await expect.poll(findLink).not.toBe('')
  const close = async () => {
    await server.stop()
    await removeDataFolder(dataDir)
  }
  return { url, dataDir, link: findLink(), close }
}

/** Makes the browser the owner of an empty shop with a second step, without the pages for it. */
export async function becomeOwner(page: Page, shop: EmptyShop): Promise<void> {
  const token = new URL(shop.link).searchParams.get('token')
  const data = { token, name: 'Marit Lund', password: 'kelp forest at noon', email: 'marit@tern.test' }
  await callOwner(page, shop, 'POST', '/invitations/accept', data)
  const { secret } = await callOwner<{ secret: string }>(page, shop, 'POST', '/me/code', {})
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await callOwner(page, shop, 'POST', '/me/code/confirm', { code })
}

/** Makes a call of the staff API as the owner who is signed in. */
export async function callOwner<T = unknown>(
  page: Page,
  { url }: EmptyShop,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<T> {
  const hasVersion = method !== 'GET' && method !== 'POST'
  const headers = { origin: url, 'x-staff': '1', ...(hasVersion && { 'if-match': '*' }) }
  const answer = await page.request.fetch(`${url}/staff-api/v1${path}`, { method, headers, ...(data && { data }) })
  const text = await answer.text()
  expect(answer.ok(), `${method} ${path}: ${text}`).toBe(true)
  return (text ? JSON.parse(text).data : undefined) as T
}
