import { toStaffTime } from '#contract/calls/staff-call.ts'
import { storePicture } from '#features/catalogue/server/pictures/pictures.staff.service.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../adverts.staff.contract.ts'
import * as adverts from './adverts.staff.service.ts'
import { advertTexts } from './adverts.tables.ts'

const advertResource = {
  resource: ({ shop, input }: { shop: Shop; input: { id: string } }) => adverts.readAdvert(shop, Number(input.id)),
}

const textHandlers = handleResource(
  {
    list: calls.listAdvertTexts,
    get: calls.getAdvertText,
    create: calls.createAdvertText,
    edit: calls.editAdvertText,
    remove: calls.removeAdvertText,
  },
  {
    table: advertTexts,
    key: 'id',
    isNumbered: true,
    column: advertTexts.id,
    searched: [advertTexts.text],
    show: ({ id, position, text, startsAt, endsAt }: typeof advertTexts.$inferSelect): calls.AdvertText => ({
      id,
      // `register` is the only position that pages show.
      position: position as 'register',
      text,
      starts_at: toStaffTime(startsAt),
      ends_at: endsAt && toStaffTime(endsAt),
    }),
    toRow: ({ id, position, text, starts_at, ends_at }, { clock }) => ({
      ...{ id, position, text },
      startsAt: starts_at ? new Date(starts_at) : clock.now(),
      endsAt: ends_at ? new Date(ends_at) : null,
    }),
    check: ({ clock }, { after }) => {
      if (!after?.ends_at) return
      const startsAt = after.starts_at ? new Date(after.starts_at) : clock.now()
      if (new Date(after.ends_at) <= startsAt) throw refuseFields({ ends_at: ['The end must be after the start'] })
    },
  },
)

export const advertStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listStaffAdverts, ({ shop, input }) => adverts.readAdvertsForStaff(shop, input)),
  handleStaff(calls.getStaffAdvert, ({ shop, input }) => adverts.readAdvert(shop, Number(input.id))),
  handleStaff(calls.createAdvert, ({ shop, input }) => adverts.addAdvert(shop, input)),
  handleStaff(calls.editAdvert, ({ shop, input }) => adverts.changeAdvert(shop, input), advertResource),
  handleStaff(calls.deleteAdvert, ({ shop, input }) => adverts.deleteAdvert(shop, Number(input.id)), advertResource),
  handleStaff(calls.getAdvertFigures, ({ shop, input }) => adverts.readFigures(shop, input)),
  handleStaff(calls.listAdvertFigures, ({ shop, input }) => adverts.readAllFigures(shop, input.days)),
  ...textHandlers,
  handleStaff(calls.addPicture, ({ shop, input }) => storePicture(shop, input.file, 'picture')),
]
