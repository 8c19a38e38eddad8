import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffAsker } from '#server/http/staff-asker.ts'
import { handleStaff, type StaffContext } from '#server/http/staff-handler.ts'
import { type ImportCommand, type ImportKindName, importScopes } from '../imports.rules.ts'
import * as calls from '../imports.staff.contract.ts'
import { takePicturesFromZip } from './files/picture-zip.service.ts'
import * as service from './imports.service.ts'
import { receiveImport } from './work/receive-import.service.ts'
import { writeWrongRows } from './work/wrong-rows.service.ts'

/** Throws if the actor lacks the scope for the kind. Staff cannot import data that they may not edit. */
function checkKind(asker: StaffAsker, kind: ImportKindName): void {
  const scope = importScopes[kind]
  if (!allowsScope(asker.scopes, scope)) throw refuse('not_allowed', { message: `This also needs the scope ${scope}.` })
}

function needBody<C extends StaffCall>({ body }: StaffContext<C>): AsyncIterable<Uint8Array> {
  if (!body) throw refuseFields({ file: ['Send the file as the body of the request'] })
  return body
}

const commands: [call: typeof calls.runImport, command: ImportCommand][] = [
  [calls.runImport, 'run'],
  [calls.stopImport, 'stop'],
  [calls.undoImport, 'undo'],
]

export const importHandlers = [
  handleStaff(calls.createImport, async (context) => {
    const { shop, input, asker } = context
    checkKind(asker, input.kind)
    const { kind, format, file_name: fileName, currency } = input
    const id = await receiveImport(shop, { kind, format, fileName, currency, by: asker.name }, needBody(context))
    return service.getImport(shop, id)
  }),
  handleStaff(calls.listImports, ({ shop, input }) => service.listImports(shop, input)),
  handleStaff(calls.getImport, ({ shop, input }) => service.getImport(shop, input.id)),
  handleStaff(calls.listImportRows, async ({ shop, input, asker }) => {
    checkKind(asker, (await service.getImport(shop, input.id)).kind)
    return service.listImportRows(shop, input)
  }),
  ...commands.map(([call, command]) =>
    handleStaff(
      call,
      async ({ shop, input, asker }) => {
        checkKind(asker, (await service.getImport(shop, input.id)).kind)
        return service.commandImport(shop, input.id, command)
      },
      { thing: ({ shop, input }) => service.getImport(shop, input.id) },
    ),
  ),
  handleStaff(
    calls.leaveOutRows,
    async ({ shop, input: { id, lines, is_left_out: isLeftOut }, asker }) => {
      checkKind(asker, (await service.getImport(shop, id)).kind)
      return service.leaveOutRows(shop, id, { lines, isLeftOut })
    },
    { thing: ({ shop, input }) => service.getImport(shop, input.id) },
  ),
  handleStaff(calls.getWrongRows, async ({ shop, input, asker }) => {
    const { kind } = await service.getImport(shop, input.id)
    checkKind(asker, kind)
    return {
      type: 'text/csv; charset=utf-8',
      fileName: `wrong-${kind}.csv`,
      body: await writeWrongRows(shop, input.id),
    }
  }),
  handleStaff(calls.sendImportPictures, async (context) => {
    const { shop, input, asker } = context
    checkKind(asker, (await service.getImport(shop, input.id)).kind)
    await takePicturesFromZip(shop, input.id, needBody(context))
    return service.getImport(shop, input.id)
  }),
]
