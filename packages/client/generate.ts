import { writeClient } from './write-client.ts'

const folder = process.argv[2]
if (!folder) {
  console.error('Say where to: node packages/client/generate.ts ../my-program/harbor')
  process.exit(1)
}
await writeClient(folder)
console.log(`The client is in ${folder}: import { createHarbor } from '${folder}/index.ts'`)
