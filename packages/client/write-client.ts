import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeStaffApi } from '#app/openapi/staff-openapi.ts'
import { staffApiHandlers } from '#app/staff-api.ts'
import { nameStaffCall } from '#app/staff-contracts.ts'
import { generateTypes } from './openapi-types.ts'

/** Writes the client of this shop's staff API into a folder: three TypeScript files without dependencies. */
export async function writeClient(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const types = generateTypes(describeStaffApi(staffApiHandlers, 'https://shop.example'))
  const calls = staffApiHandlers.map(({ call }) => {
    const sentAs = call.takesList ? 'list' : call.sentAs === 'multipart' ? 'form' : (call.sentAs ?? 'json')
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    return `  ${nameStaffCall(call).name}: { method: '${call.method}', path: '${path}', sentAs: '${sentAs}' },`
  })
  const type = "{ method: string; path: string; sentAs: 'json' | 'list' | 'form' | 'stream' }"
  await writeFile(
    join(folder, 'calls.ts'),
    `export const calls = {\n${calls.join('\n')}\n} satisfies Record<string, Call>\ntype Call = ${type}\n`,
  )
  await writeFile(join(folder, 'staff-api.ts'), types)
  await writeFile(join(folder, 'index.ts'), await readFile(new URL('index.ts', import.meta.url)))
}
