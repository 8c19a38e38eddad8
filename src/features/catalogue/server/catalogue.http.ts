import { handle } from '#server/http.ts'
import { getProduct } from '../catalogue.contract.ts'
import * as calls from '../product-list.contract.ts'
import * as product from './product.service.ts'
import * as list from './product-list.service.ts'
import * as wishlist from './wishlist.service.ts'

export const catalogueHandlers = [
  handle(calls.listProducts, ({ shop, asker, input }) => list.listProducts(shop, asker, input)),
  handle(calls.listCategories, ({ shop }) => list.listCategories(shop.db)),
  handle(calls.listCollected, ({ shop, asker, input }) => wishlist.listCollected(shop, asker, input)),
  handle(calls.collectProduct, ({ shop, asker, input }) => wishlist.collectProduct(shop, asker, input)),
  handle(getProduct, ({ shop, asker, input }) => product.getProduct(shop, asker, input)),
]
