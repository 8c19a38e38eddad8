import { createHash } from 'node:crypto'
import { and, asc, eq, notInArray } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { productLimits } from '#features/catalogue/product.staff.rules.ts'
import type { addProductPicture, arrangePictures, StaffProduct } from '#features/catalogue/products.staff.contract.ts'
import { reencodeImage } from '#features/images/server/images.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { productImages, products, skus } from '../catalogue.tables.ts'
import { noPicturePath } from '../products/no-picture.ts'
import { readProduct } from '../products/products.staff.service.ts'

export type ShopPicture = { path: string; width: number; height: number }

/** Stores a picture of the shop under a name derived from its content, so that the same picture is stored once. */
export async function storePicture({ files }: Pick<Shop, 'files'>, file: File, name: string): Promise<ShopPicture> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { data, width, height, extension } = await reencodeImage(bytes)
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 16)
  const fileName = `${name}-${hash}.${extension}`
  await files.write(`catalogue/${fileName}`, data)
  return { path: `/catalogue/${fileName}`, width, height }
}

export async function addPicture(
  shop: Shop,
  { handle, file, alt }: StaffParsed<typeof addProductPicture>,
): Promise<StaffProduct> {
  await readProduct(shop, handle)
  const picture = await storePicture(shop, file, handle)
  await shop.db.transaction(async (tx) => {
    const { id } = await lockProduct(tx, handle)
    const known = await readPictures(tx, id)
    if (known.some(({ path }) => path === picture.path)) return
    if (known.length >= productLimits.pictures) {
      throw refuse('invalid_input', { message: `A product can have at most ${productLimits.pictures} pictures.` })
    }
    const position = (known.at(-1)?.position ?? -1) + 1
    await tx.insert(productImages).values({ productId: id, position, ...picture, alt })
    if (known.length === 0) await tx.update(products).set({ image: picture.path }).where(eq(products.id, id))
  })
  return readProduct(shop, handle)
}

async function lockProduct(tx: Database, handle: string): Promise<{ id: number; image: string }> {
  const [product] = await tx
    .select({ id: products.id, image: products.image })
    .from(products)
    .where(eq(products.handle, handle))
    .for('no key update')
  if (!product) throw refuse('not_found')
  return product
}

function readPictures(tx: Database, productId: number) {
  return tx
    .select()
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position))
}

export async function arrange(
  { db, clock }: Shop,
  { handle, pictures }: StaffParsed<typeof arrangePictures>,
): Promise<StaffProduct> {
  const { id } = await lockProduct(db, handle)
  const known = new Map((await readPictures(db, id)).map((one) => [one.path, one]))
  const paths = pictures.map(({ path }) => path)
  const rows = pictures.map(({ path, alt }, position) => {
    const picture = known.get(path)
    if (!picture)
      throw refuseFields({ [`pictures.${position}.path`]: ['This picture does not belong to the product.'] })
    if (paths.indexOf(path) !== position)
      throw refuseFields({ [`pictures.${position}.path`]: ['This picture is listed twice.'] })
    return { ...picture, position, alt }
  })
  await db.delete(productImages).where(eq(productImages.productId, id))
  if (rows.length > 0) await db.insert(productImages).values(rows)
  await db
    .update(products)
    .set({ image: paths[0] ?? noPicturePath })
    .where(eq(products.id, id))
  await db
    .update(skus)
    .set({ image: null })
    .where(and(eq(skus.productId, id), paths.length > 0 ? notInArray(skus.image, paths) : undefined))
  return readProduct({ db, clock }, handle)
}
