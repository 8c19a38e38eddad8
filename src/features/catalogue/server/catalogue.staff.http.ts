import { handleStaff, type StaffHandler } from '#server/http/staff-handler.ts'
import * as categoryCalls from '../categories.staff.contract.ts'
import * as priceCalls from '../prices.staff.contract.ts'
import * as productCalls from '../products.staff.contract.ts'
import * as stockCalls from '../stock.staff.contract.ts'
import * as categories from './lists/categories.staff.service.ts'
import * as pictures from './pictures/pictures.staff.service.ts'
import { createPreviewLink } from './products/product-preview.service.ts'
import { countViews, readProduct, readProducts, versionOfProduct } from './products/products.staff.service.ts'
import * as saving from './products/save-product.staff.service.ts'
import * as prices from './skus/prices.staff.service.ts'
import { saveSkuGrid } from './skus/sku-grid.staff.service.ts'
import * as stock from './skus/stock.staff.service.ts'

const ofProduct = { versionOf: versionOfProduct }
const aProduct = {
  thing: ({ shop, input }: { shop: Parameters<typeof readProduct>[0]; input: { handle: string } }) =>
    readProduct(shop, input.handle),
  ...ofProduct,
}
const aCategory = {
  thing: ({ shop, input }: { shop: Parameters<typeof readProduct>[0]; input: { code: string } }) =>
    categories.readCategory(shop, input.code),
}

export const catalogueStaffHandlers: StaffHandler[] = [
  handleStaff(productCalls.listStaffProducts, ({ shop, input }) => readProducts(shop, input)),
  handleStaff(productCalls.countStaffProducts, ({ shop }) => countViews(shop)),
  handleStaff(productCalls.getStaffProduct, ({ shop, input }) => readProduct(shop, input.handle), ofProduct),
  handleStaff(
    productCalls.createProduct,
    ({ shop, input, asker }) => saving.addProduct(shop, input, asker.name),
    ofProduct,
  ),
  handleStaff(productCalls.editProduct, ({ shop, input }) => saving.changeProduct(shop, input), aProduct),
  handleStaff(productCalls.saveSkuGrid, ({ shop, input, asker }) => saveSkuGrid(shop, input, asker.name), aProduct),
  handleStaff(productCalls.createPreviewLink, ({ shop, input }) => createPreviewLink(shop, input.handle)),
  handleStaff(productCalls.deleteProduct, ({ shop, input }) => saving.deleteProduct(shop, input.handle), aProduct),
  handleStaff(productCalls.addProductPicture, ({ shop, input }) => pictures.addPicture(shop, input), aProduct),
  handleStaff(productCalls.arrangePictures, ({ shop, input }) => pictures.arrange(shop, input), aProduct),
  handleStaff(categoryCalls.listStaffCategories, ({ shop, input }) => categories.readCategories(shop, input)),
  handleStaff(categoryCalls.getStaffCategory, ({ shop, input }) => categories.readCategory(shop, input.code)),
  handleStaff(categoryCalls.createCategory, ({ shop, input }) => categories.addCategory(shop, input)),
  handleStaff(categoryCalls.editCategory, ({ shop, input }) => categories.changeCategory(shop, input), aCategory),
  handleStaff(
    categoryCalls.deleteCategory,
    ({ shop, input }) => categories.deleteCategory(shop, input.code),
    aCategory,
  ),
  handleStaff(stockCalls.listStock, ({ shop, input }) => stock.readStock(shop, input)),
  handleStaff(stockCalls.changeStock, ({ shop, input, asker }) => stock.changeStock(shop, input.items, asker.name)),
  handleStaff(stockCalls.listStockMoves, ({ shop, input }) => stock.readStockMoves(shop, input)),
  handleStaff(priceCalls.changePrices, ({ shop, input, asker }) => prices.changePrices(shop, input.items, asker.name), {
    thing: ({ shop, input }) => prices.readPricesNow(shop, input.items),
    told: ({ prices: made }) => ({ prices: made.map(prices.tellPrice) }),
  }),
  handleStaff(priceCalls.endPrice, ({ shop, input }) => prices.endPrice(shop, Number(input.id))),
  handleStaff(priceCalls.listSkuPrices, ({ shop, input }) => prices.readSkuPrices(shop, input)),
]
