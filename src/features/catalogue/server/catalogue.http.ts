import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http/http.ts'
import type { Shop } from '#server/shop.ts'
import { getProduct, type OfferTerms, type Product } from '../catalogue.contract.ts'
import * as calls from '../product-list.contract.ts'
import * as list from './lists/product-list.service.ts'
import * as product from './products/product.service.ts'
import { translateProducts } from './products/product-texts.service.ts'
import * as wishlist from './wishlist/wishlist.service.ts'

/**
 * Function that returns the terms of an offer. The caller passes the function in, because the catalogue must not import
 * the features for shipping and returns.
 */
type ReadOfferTerms = (shop: Shop, product: Product, language: string) => Promise<OfferTerms>

export const createCatalogueHandlers = (readShippingAndReturnTerms: ReadOfferTerms) => [
  handle(calls.listProducts, async ({ shop, actor, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    const found = await list.listProducts(shop, actor, { ...input, language })
    return { ...found, data: await translateProducts(shop, request, found.data) }
  }),
  handle(calls.listCategories, ({ shop }) => list.listCategories(shop.db)),
  handle(calls.listCollected, async ({ shop, actor, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    const found = await wishlist.listCollected(shop, actor, { ...input, language })
    return { ...found, data: await translateProducts(shop, request, found.data) }
  }),
  handle(calls.collectProduct, ({ shop, actor, input }) => wishlist.collectProduct(shop, actor, input)),
  handle(getProduct, async ({ shop, actor, input, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    const written = await product.getProduct(shop, actor, { ...input, language })
    const [found = written] = await translateProducts(shop, request, [written])
    return { ...found, terms: await readShippingAndReturnTerms(shop, found, language) }
  }),
]
