import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { handleStaff, type StaffContext } from '#server/http/staff/staff-handler.ts'
import { type ImportCommand, type ImportKindName, importScopes } from '../imports.rules.ts'
import * as calls from '../imports.staff.contract.ts'
import { storePicturesFromZip } from './files/picture-zip.service.ts'
import * as service from './imports.service.ts'
import { receiveImport } from './work/receive-import.service.ts'
import { writeWrongRows } from './work/wrong-rows.service.ts'

/** Throws if the actor lacks the scope for the kind. Staff cannot import data that they may not edit. */
function checkKind(actor: StaffActor, kind: ImportKindName): void {
  const scope = importScopes[kind]
  if (!allowsScope(actor.scopes, scope))
    throw refuse('not_allowed', { message: `This also requires the scope ${scope}.` })
}

function requireBody<C extends StaffCall>({ body }: StaffContext<C>): AsyncIterable<Uint8Array> {
  if (!body) throw refuseFields({ file: ['Send the file as the request body'] })
  return body
}

const commands: [call: typeof calls.runImport, command: ImportCommand][] = [
  [calls.runImport, 'run'],
  [calls.stopImport, 'stop'],
  [calls.undoImport, 'undo'],
]

export const importHandlers = [
  handleStaff(calls.createImport, async (context) => {
    const { shop, input, actor } = context
    checkKind(actor, input.kind)
    const { kind, format, file_name: fileName } = input
    const currency = input.currency ?? (await readHomeCurrency(shop.db))
    const id = await receiveImport(shop, { kind, format, fileName, currency, by: actor.name }, requireBody(context))
    return service.getImport(shop, id)
  }),
  handleStaff(calls.listImports, ({ shop, input }) => service.listImports(shop, input)),
  handleStaff(calls.getImport, ({ shop, input }) => service.getImport(shop, input.id)),
  handleStaff(calls.listImportRows, async ({ shop, input, actor }) => {
    checkKind(actor, (await service.getImport(shop, input.id)).kind)
    return service.listImportRows(shop, input)
  }),
  ...commands.map(([call, command]) =>
    handleStaff(
      call,
      async ({ shop, input, actor }) => {
        checkKind(actor, (await service.getImport(shop, input.id)).kind)
        return service.commandImport(shop, input.id, command)
      },
      { resource: ({ shop, input }) => service.getImport(shop, input.id) },
    ),
  ),
  handleStaff(
    calls.leaveOutRows,
    async ({ shop, input: { id, lines, is_left_out: isLeftOut }, actor }) => {
      checkKind(actor, (await service.getImport(shop, id)).kind)
      return service.leaveOutRows(shop, id, { lines, isLeftOut })
    },
    { resource: ({ shop, input }) => service.getImport(shop, input.id) },
  ),
  handleStaff(calls.getWrongRows, async ({ shop, input, actor }) => {
    const { kind } = await service.getImport(shop, input.id)
    checkKind(actor, kind)
    return {
      type: 'text/csv; charset=utf-8',
      fileName: `wrong-${kind}.csv`,
      body: await writeWrongRows(shop, input.id),
    }
  }),
  handleStaff(calls.sendImportPictures, async (context) => {
    const { shop, input, actor } = context
    checkKind(actor, (await service.getImport(shop, input.id)).kind)
    await storePicturesFromZip(shop, input.id, requireBody(context))
    return service.getImport(shop, input.id)
  }),
]
