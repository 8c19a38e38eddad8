import { msg } from '#contract/text/translate.ts'
import { saleType } from './catalogue.rules.ts'

/** Returns the tags of a product or order line by its sale type. */
export function listSaleTags(line: { type: number; type_name: string | null; is_gift: boolean }): SaleTag[] {
  const tags: SaleTag[] = []
  if (line.type === saleType.finalSale) tags.push({ label: msg('Final sale'), tone: 'neutral' })
  if (line.type === saleType.exchange || line.type === saleType.otherExchange)
    tags.push({ label: msg('Exchange'), tone: 'info' })
  if (line.type === saleType.limitedTime) tags.push({ label: msg('Limited-time discount'), tone: 'accent' })
  if (line.type_name === 'pre_sale') tags.push({ label: msg('Presale'), tone: 'warning' })
  if (line.is_gift || line.type_name === 'zero_buy') tags.push({ label: msg('Gift'), tone: 'success' })
  return tags
}

export type SaleTag = { label: string; tone: 'neutral' | 'info' | 'accent' | 'warning' | 'success' }

type Sale = { type: number; typeName: string | null; isGift: boolean; isReturnable: boolean }

/** Returns the reason why goods of this sale type cannot be returned, or null. */
export function findSaleBlock(sale: Sale): 'final_sale' | 'not_returnable' | 'gift' | 'zero_buy' | null {
  if (sale.type === saleType.finalSale) return 'final_sale'
  if (!sale.isReturnable) return 'not_returnable'
  if (sale.isGift) return 'gift'
  return sale.typeName === 'zero_buy' ? 'zero_buy' : null
}
