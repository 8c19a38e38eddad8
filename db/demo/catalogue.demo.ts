import { availability, saleType } from '#features/catalogue/catalogue.rules.ts'
import {
  type ProductToSave,
  removeSku,
  saveCategories,
  saveProducts,
  setInventory,
  setProductStatus,
} from '#features/catalogue/server/products/catalogue.service.ts'
import { bannerNames, drawBanner } from './art/banners.ts'
import { drawPicture } from './art/picture.ts'
import { demoCategories } from './catalogue/categories.ts'
import { demoColors } from './catalogue/colors.ts'
import { type DemoProduct, demoProducts } from './catalogue/products.ts'
import type { Demo, DemoSku } from './demo.ts'
import { createRandom } from './random.ts'

const firstProductId = 1001
const care: Partial<Record<DemoProduct['art'], string>> = {
  knit: 'Wash by hand, dry flat.',
  coat: 'Dry clean, brush often.',
  bag: 'Keep it dry and feed it once a year.',
  swimsuit: 'Rinse in fresh water after every swim.',
  heel: 'Comes with spare heel tips.',
  sneaker: 'Wipe clean, let dry by the air.',
}

/** Converts `Ebb Wrap Midi Dress` to `ebb-wrap-midi-dress`. */
function toHandle(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function toPounds({ price, compareAt }: DemoProduct) {
  const convert = (dollars: number) => Math.round(dollars * 0.8) * 100
  return {
    currency: 'GBP',
    priceAmount: convert(price),
    compareAtAmount: compareAt === undefined ? null : convert(compareAt),
  }
}

export async function loadCatalogue(demo: Demo): Promise<void> {
  const { shop } = demo
  const random = createRandom(64)
  await saveCategories(
    shop.db,
    demoCategories.map(([id, code, name, parentId, isReturnable = true], sort) => ({
      id,
      code,
      name,
      parentId,
      isReturnable,
      sort,
    })),
  )
  const skus: DemoSku[] = []
  const list: ProductToSave[] = []
  for (const [index, product] of demoProducts.entries()) {
    const own = toSkus(product, index)
    list.push({ ...toProduct(demo, product, index), skus: toSkusToSave(demo, product, index, own, random) })
    skus.push(...own)
    demo.handles.push(toHandle(product.name))
  }
  await saveProducts(shop, list)
  for (const [name, draw] of listPictures()) await shop.files.write(`catalogue/${name}.svg`, Buffer.from(draw()))
  demo.skuOf = (handle, color, size) => {
    const found = skus.find(
      (one) => one.handle === handle && (!color || one.color === color) && (!size || one.size === size),
    )
    if (!found) throw new Error(`The demo has no ${handle} in ${color ?? 'any colour'}, ${size ?? 'any size'}`)
    return found
  }
  demo.leaving = {
    soldOut: demo.skuOf('driftwood-smock-dress', 'Sand', 'M'),
    expired: demo.skuOf('rowan-cord-trousers', 'Plum', 'M'),
    removed: demo.skuOf('pebble-knit-vest', 'Stone', 'S'),
  }
}

const pictureOf = ({ name }: DemoProduct, color: string) => `${toHandle(name)}-${toHandle(color)}`

/** Maps the name of each banner and product picture to the function that draws the picture. */
function listPictures(): Map<string, () => string> {
  const pictures = new Map(bannerNames.map((name) => [`banner-${name}`, () => drawBanner(name)]))
  for (const [index, product] of demoProducts.entries()) {
    for (const [turn, color] of product.colors.entries()) {
      const artStyle = {
        ...demoColors[color],
        rot: (turn + index) % 2 === 0 ? -2 : 2,
        label: `${product.name} in ${color}`,
      }
      pictures.set(pictureOf(product, color), () => drawPicture(product.art, artStyle))
    }
  }
  return pictures
}

function toSkus(product: DemoProduct, index: number): DemoSku[] {
  const id = firstProductId + index
  const variants = product.colors.flatMap((color) => product.sizes.map((size) => ({ color, size })))
  return variants.map(({ color, size }, at) => ({
    id: id * 100 + at + 1,
    sku: `HB${id}-${color
      .replace(/[^A-Za-z]/g, '')
      .slice(0, 5)
      .toUpperCase()}-${size === 'One size' ? 'OS' : size}`,
    productId: id,
    handle: toHandle(product.name),
    color,
    size,
  }))
}

function toProduct(demo: Demo, product: DemoProduct, index: number): Omit<ProductToSave, 'skus'> {
  const id = firstProductId + index
  const category = demoCategories.find(([, code]) => code === product.category)
  if (!category) throw new Error(`There is no category ${product.category}`)
  return {
    id,
    handle: toHandle(product.name),
    name: product.name,
    description: [product.about, care[product.art] ?? 'Wash cool, iron while damp.'].join(' '),
    status: product.status ?? availability.forSale,
    wasPublished: true,
    image: demo.imageOf(pictureOf(product, product.colors[0] ?? '')),
    feedId: `harbor-${id}`,
    basicCategoryId: category[0],
    categoryIds: category[3] ? [category[3]] : [],
    saleType: product.type ?? saleType.regular,
    saleTypeName: product.typeName ?? null,
    // The first products are the newest. Every product is older than the first order that contains it.
    createdAt: demo.daysFromLoad(-410 - index * 3),
    searchWords: [...product.colors, category[2], product.art].join(' '),
    images: product.colors.map((color) => ({
      path: demo.imageOf(pictureOf(product, color)),
      alt: `${product.name} in ${color}`,
    })),
  }
}

function toSkusToSave(
  demo: Demo,
  product: DemoProduct,
  index: number,
  skus: DemoSku[],
  random: ReturnType<typeof createRandom>,
): ProductToSave['skus'] {
  const toCents = (dollars: number | undefined) => (dollars === undefined ? null : dollars * 100)
  return skus.map(({ id, sku, color, size }, sort) => ({
    id,
    sku,
    image: demo.imageOf(pictureOf(product, color)),
    inventory: product.soldOut?.some((one) => one === color) ? 0 : random.int(18, 60),
    priceAmount: product.price * 100,
    specialPriceAmount: toCents(product.special),
    newUserPriceAmount: toCents(product.newUser),
    compareAtAmount: toCents(product.compareAt),
    sort,
    options: [
      { name: 'Color', valueName: color },
      { name: 'Size', valueName: size },
    ],
    // Round prices in pounds, because converted prices would look accidental.
    prices: index < 10 ? [toPounds(product)] : [],
  }))
}

/** Marks some ordered products as sold out, expired or removed. Runs after all other loaders. */
export async function loadCatalogueChanges(demo: Demo): Promise<void> {
  const { db } = demo.shop
  const { soldOut, expired, removed } = demo.leaving
  await setInventory(db, soldOut.id, 0)
  await setProductStatus(db, expired.productId, availability.expired)
  await removeSku(db, removed.id)
  // A few sizes are sold out, as in every shop.
  for (const [handle, color, size] of [
    ['ebb-wrap-midi-dress', 'Sage', 'XS'],
    ['regatta-court-sneaker', 'Navy', '42'],
    ['fisher-cable-jumper', 'Sea Glass', 'XL'],
  ] as const) {
    await setInventory(db, demo.skuOf(handle, color, size).id, 0)
  }
  await setInventory(db, demo.skuOf('mooring-saddle-bag', 'Forest').id, 2)
}
