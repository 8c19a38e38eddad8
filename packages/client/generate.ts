import { writeClient } from './write-client.ts'

const folder = process.argv[2]
if (!folder) {
  console.error('Name the folder for the client: node packages/client/generate.ts ../my-program/harbor')
  process.exit(1)
}
await writeClient(folder)
console.log(`The client was written to ${folder}. To use it: import { createHarbor } from '${folder}/index.ts'`)
