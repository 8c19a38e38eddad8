import { handle } from '#server/http.ts'
import { getProduct } from '../catalogue.contract.ts'
import * as product from './product.service.ts'

export const catalogueHandlers = [
  handle(getProduct, ({ shop, asker, input }) => product.getProduct(shop, asker, input)),
]
