import { eq, inArray } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { joinSearchWords, productStates, saleKinds } from '#features/catalogue/product.staff.rules.ts'
import type { createProduct, editProduct, StaffProduct } from '#features/catalogue/products.staff.contract.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { checkTaxCategory } from '#features/tax/server/tax.service.ts'
import { type Database, isStillReferenced } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { categories, productCategories, productImages, products, productTexts, skus } from '../catalogue.tables.ts'
import { saveSkuGrid } from '../skus/sku-grid.staff.service.ts'
import { wishlistItems } from '../wishlist/wishlist.tables.ts'
import { noPicturePath } from './no-picture.ts'
import { readProduct } from './products.staff.service.ts'
import { reserveIds } from './reserve-ids.ts'

type Fields = Omit<StaffParsed<typeof editProduct>, 'handle'>

export async function addProduct(
  shop: Shop,
  { skus: grid, handle, texts, categories: codes, ...fields }: StaffParsed<typeof createProduct>,
  actorName: string,
): Promise<StaffProduct> {
  const { db, clock } = shop
  await checkTaxCategory(db, fields.tax_category)
  const ownCategories = await findCategories(db, codes)
  const [id = 0] = await reserveIds(db, 'products', 1)
  const [added] = await db
    .insert(products)
    .values({
      id,
      handle,
      name: fields.name,
      image: noPicturePath,
      basicCategoryId: ownCategories[0]?.id ?? 0,
      createdAt: clock.now(),
      ...toColumns(fields),
      searchWords: joinSearchWords(
        fields.search_words,
        ownCategories.map(({ name }) => name),
      ),
    })
    .onConflictDoNothing({ target: products.handle })
    .returning({ id: products.id })
  if (!added) throw refuse('exists_already', { message: `There is already a product ${handle}.` })
  await saveCategoriesOf(db, id, ownCategories)
  await saveTexts(db, id, texts)
  return saveSkuGrid(shop, { handle, skus: grid }, actorName)
}

export async function changeProduct(
  { db, clock }: Shop,
  { handle, ...fields }: StaffParsed<typeof editProduct>,
): Promise<StaffProduct> {
  const [product] = await db.select().from(products).where(eq(products.handle, handle))
  if (!product) throw refuse('not_found')
  const { id } = product
  await checkTaxCategory(db, fields.tax_category)
  const ownCategories = fields.categories && (await findCategories(db, fields.categories))
  const columns = {
    ...toColumns(fields),
    ...(ownCategories && { basicCategoryId: ownCategories[0]?.id ?? product.basicCategoryId }),
    searchWords: joinSearchWords(
      fields.search_words ?? product.searchWords,
      ownCategories?.map(({ name }) => name) ?? [],
    ),
  }
  await db.update(products).set(columns).where(eq(products.id, id))
  if (ownCategories) await saveCategoriesOf(db, id, ownCategories)
  if (fields.texts) await saveTexts(db, id, fields.texts)
  return readProduct({ db, clock }, handle)
}

function toColumns({
  name,
  description,
  status,
  sale,
  offer,
  feed_id,
  tax_category,
}: Fields): Partial<typeof products.$inferInsert> {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(status && { status: productStates[status] }),
    ...(sale && { saleType: saleKinds[sale] }),
    ...(offer !== undefined && { saleTypeName: offer }),
    ...(feed_id !== undefined && { feedId: feed_id }),
    ...(tax_category !== undefined && { taxCategory: tax_category }),
  }
}

async function findCategories(db: Database, codes: string[]): Promise<{ id: number; code: string; name: string }[]> {
  const known = await db
    .select({ id: categories.id, code: categories.code, name: categories.name })
    .from(categories)
    .where(inArray(categories.code, codes))
  return [...new Set(codes)].map((code, at) => {
    const found = known.find((one) => one.code === code)
    if (!found) throw refuseFields({ [`categories.${at}`]: [`There is no category ${code}.`] })
    return found
  })
}

async function saveCategoriesOf(db: Database, productId: number, list: { id: number }[]): Promise<void> {
  await db.delete(productCategories).where(eq(productCategories.productId, productId))
  await db
    .insert(productCategories)
    .values(list.map(({ id: categoryId }, position) => ({ productId, categoryId, position })))
}

async function saveTexts(db: Database, productId: number, texts: NonNullable<Fields['texts']>): Promise<void> {
  const codes = Object.keys(texts)
  const known = codes.length > 0 ? await db.select({ code: languages.code }).from(languages) : []
  for (const code of codes) {
    if (!known.some((one) => one.code === code)) {
      throw refuseFields({ [`texts.${code}`]: [`The shop does not offer the language ${code}.`] })
    }
  }
  await db.delete(productTexts).where(eq(productTexts.productId, productId))
  if (codes.length === 0) return
  await db
    .insert(productTexts)
    .values(
      Object.entries(texts).map(([language, { name, description }]) => ({ productId, language, name, description })),
    )
}

/**
 * Deletes a product unless data outside of the catalogue refers to it, as determined by the foreign keys. Otherwise the
 * product is ended.
 */
export async function deleteProduct({ db }: Shop, handle: string): Promise<{ outcome: 'deleted' | 'ended' }> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.handle, handle))
  if (!product) throw refuse('not_found')
  const { id } = product
  try {
    await db.transaction(async (tx) => {
      await tx.delete(wishlistItems).where(eq(wishlistItems.productId, id))
      await tx.delete(productCategories).where(eq(productCategories.productId, id))
      await tx.delete(productImages).where(eq(productImages.productId, id))
      await tx.delete(skus).where(eq(skus.productId, id))
      await tx.delete(products).where(eq(products.id, id))
    })
    return { outcome: 'deleted' }
  } catch (error) {
    if (!isStillReferenced(error)) throw error
    await db.update(products).set({ status: availability.expired }).where(eq(products.id, id))
    return { outcome: 'ended' }
  }
}
