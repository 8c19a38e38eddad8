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
  const pictures = new Map(bannerNames.map((name) => [`banner-${name}`, () => drawBanner(name)]))
  for (const [index, product] of demoProducts.entries()) {
    const id = firstProductId + index
    const handle = toHandle(product.name)
    const pictureOf = (color: string) => `${handle}-${toHandle(color)}`
    for (const [turn, color] of product.colors.entries()) {
      const look = {
        ...demoColors[color],
        rot: (turn + index) % 2 === 0 ? -2 : 2,
        label: `${product.name} in ${color}`,
      }
      pictures.set(pictureOf(color), () => drawPicture(product.art, look))
    }
    const variants = product.colors.flatMap((color) => product.sizes.map((size) => ({ color, size })))
    const own: DemoSku[] = variants.map(({ color, size }, at) => ({
      id: id * 100 + at + 1,
      sku: `HB${id}-${color
        .replace(/[^A-Za-z]/g, '')
        .slice(0, 5)
        .toUpperCase()}-${size === 'One size' ? 'OS' : size}`,
      productId: id,
      handle,
      color,
      size,
    }))
    const category = demoCategories.find(([, code]) => code === product.category)
    if (!category) throw new Error(`There is no category ${product.category}`)
    list.push({
      id,
      handle,
      name: product.name,
      description: [product.about, care[product.art] ?? 'Wash cool, iron while damp.'].join(' '),
      status: product.status ?? availability.forSale,
      wasPublished: true,
      image: demo.imageOf(pictureOf(product.colors[0] ?? '')),
      feedId: `harbor-${id}`,
      basicCategoryId: category[0],
      categoryIds: category[3] ? [category[3]] : [],
      saleType: product.type ?? saleType.regular,
      saleTypeName: product.typeName ?? null,
      // The first products are the newest arrivals. All are older than the first order with them.
      createdAt: demo.daysFromLoad(-410 - index * 3),
      searchWords: [...product.colors, category[2], product.art].join(' '),
      images: product.colors.map((color) => ({
        path: demo.imageOf(pictureOf(color)),
        alt: `${product.name} in ${color}`,
      })),
      skus: own.map((sku, sort) => ({
        id: sku.id,
        sku: sku.sku,
        image: demo.imageOf(pictureOf(sku.color)),
        inventory: product.soldOut?.some((color) => color === sku.color) ? 0 : random.int(18, 60),
        priceAmount: product.price * 100,
        specialPriceAmount: product.special === undefined ? null : product.special * 100,
        newUserPriceAmount: product.newUser === undefined ? null : product.newUser * 100,
        compareAtAmount: product.compareAt === undefined ? null : product.compareAt * 100,
        sort,
        options: [
          { name: 'Color', valueName: sku.color },
          { name: 'Size', valueName: sku.size },
        ],
        // Round prices, where a converted price would look accidental.
        prices: index < 10 ? [toPounds(product)] : [],
      })),
    })
    skus.push(...own)
    demo.handles.push(handle)
  }
  await saveProducts(shop, list)
  for (const [name, draw] of pictures) await shop.files.write(`catalogue/${name}.svg`, Buffer.from(draw()))
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

/** Applies the final changes: some products of the orders have since sold out, expired or been removed. Runs last. */
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
