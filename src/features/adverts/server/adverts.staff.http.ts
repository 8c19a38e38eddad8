import { storePicture } from '#features/catalogue/server/pictures.staff.service.ts'
import type { Shop } from '#server/shop.ts'
import { handleStaff, type StaffHandler } from '#server/staff-http.ts'
import * as calls from '../adverts.staff.contract.ts'
import * as adverts from './adverts.staff.service.ts'

const anAdvert = {
  thing: ({ shop, input }: { shop: Shop; input: { id: string } }) => adverts.readAdvert(shop, Number(input.id)),
}

export const advertStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listStaffAdverts, ({ shop, input }) => adverts.readAdvertsForStaff(shop, input)),
  handleStaff(calls.getStaffAdvert, ({ shop, input }) => adverts.readAdvert(shop, Number(input.id))),
  handleStaff(calls.createAdvert, ({ shop, input }) => adverts.addAdvert(shop, input)),
  handleStaff(calls.editAdvert, ({ shop, input }) => adverts.changeAdvert(shop, input), anAdvert),
  handleStaff(calls.deleteAdvert, ({ shop, input }) => adverts.deleteAdvert(shop, Number(input.id)), anAdvert),
  handleStaff(calls.getAdvertFigures, ({ shop, input }) => adverts.readFigures(shop, input)),
  handleStaff(calls.addPicture, ({ shop, input }) => storePicture(shop, input.file, 'picture')),
]
