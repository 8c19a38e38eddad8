import { previewTax as previewTaxCall } from '#features/catalogue/tax-preview.staff.contract.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
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
import { previewTax } from './tax-preview.staff.service.ts'

const productVersion = { versionOf: versionOfProduct }
const productResource = {
  resource: ({ shop, input }: { shop: Parameters<typeof readProduct>[0]; input: { handle: string } }) =>
    readProduct(shop, input.handle),
  ...productVersion,
}
const categoryResource = {
  resource: ({ shop, input }: { shop: Parameters<typeof readProduct>[0]; input: { code: string } }) =>
    categories.readCategory(shop, input.code),
}

export const catalogueStaffHandlers: StaffHandler[] = [
  handleStaff(previewTaxCall, ({ shop, input }) => previewTax(shop, input)),
  handleStaff(productCalls.listStaffProducts, ({ shop, input }) => readProducts(shop, input)),
  handleStaff(productCalls.countStaffProducts, ({ shop }) => countViews(shop)),
  handleStaff(productCalls.getStaffProduct, ({ shop, input }) => readProduct(shop, input.handle), productVersion),
  handleStaff(
    productCalls.createProduct,
    ({ shop, input, actor }) => saving.addProduct(shop, input, actor.name),
    productVersion,
  ),
  handleStaff(productCalls.editProduct, ({ shop, input }) => saving.changeProduct(shop, input), productResource),
  handleStaff(
    productCalls.saveSkuGrid,
    ({ shop, input, actor }) => saveSkuGrid(shop, input, actor.name),
    productResource,
  ),
  handleStaff(productCalls.createPreviewLink, ({ shop, input }) => createPreviewLink(shop, input.handle)),
  handleStaff(
    productCalls.deleteProduct,
    ({ shop, input }) => saving.deleteProduct(shop, input.handle),
    productResource,
  ),
  handleStaff(productCalls.addProductPicture, ({ shop, input }) => pictures.addPicture(shop, input), productResource),
  handleStaff(productCalls.arrangePictures, ({ shop, input }) => pictures.arrange(shop, input), productResource),
  handleStaff(categoryCalls.listStaffCategories, ({ shop, input }) => categories.readCategories(shop, input)),
  handleStaff(categoryCalls.getStaffCategory, ({ shop, input }) => categories.readCategory(shop, input.code)),
  handleStaff(categoryCalls.createCategory, ({ shop, input }) => categories.addCategory(shop, input)),
  handleStaff(
    categoryCalls.editCategory,
    ({ shop, input }) => categories.changeCategory(shop, input),
    categoryResource,
  ),
  handleStaff(
    categoryCalls.deleteCategory,
    ({ shop, input }) => categories.deleteCategory(shop, input.code),
    categoryResource,
  ),
  handleStaff(stockCalls.listStock, ({ shop, input }) => stock.readStock(shop, input)),
  handleStaff(stockCalls.changeStock, ({ shop, input, actor }) => stock.changeStock(shop, input.items, actor.name)),
  handleStaff(stockCalls.listStockMoves, ({ shop, input }) => stock.readStockMoves(shop, input)),
  handleStaff(priceCalls.changePrices, ({ shop, input, actor }) => prices.changePrices(shop, input.items, actor.name), {
    resource: ({ shop, input }) => prices.readPricesNow(shop, input.items),
    auditView: ({ prices: made }) => ({ prices: made.map(prices.toAuditPrice) }),
  }),
  handleStaff(priceCalls.endPrice, ({ shop, input }) => prices.endPrice(shop, Number(input.id))),
  handleStaff(priceCalls.listSkuPrices, ({ shop, input }) => prices.readSkuPrices(shop, input)),
]
