import { msg } from '#contract/text/translate.ts'
import type { returnReasons } from '#features/returns/server/returns.tables.ts'

type Child = [code: string, reason: string]
type Line = [id: number, code: string, reason: string, below?: Child[]]

/**
 * The return reasons. The id of a child is the id of its category times ten plus the position. 'Others' always requires
 * a description.
 */
const lines: Line[] = [
  [
    1,
    'size_or_fit',
    msg('Size or fit'),
    [
      ['too_small', msg('Smaller than expected')],
      ['too_large', msg('Larger than expected')],
      ['wrong_length', msg('Length is not right')],
      ['size_guide', msg('Does not match the size guide')],
      ['no_give', msg('Fabric has no give')],
      ['fit_others', msg('Others')],
    ],
  ],
  [
    2,
    'quality',
    msg('Quality'),
    [
      ['damaged', msg('Arrived damaged or stained')],
      ['seam', msg('A seam, zip or button is faulty')],
      ['thin', msg('Fabric is thinner than expected')],
      ['quality_others', msg('Others')],
    ],
  ],
  [
    3,
    'not_as_described',
    msg('Not as described'),
    [
      ['color_differs', msg('Color differs from the photos')],
      ['material_differs', msg('Material differs from the description')],
      ['parts_missing', msg('A belt, strap or other part is missing')],
    ],
  ],
  [
    4,
    'wrong_item',
    msg('Wrong item received'),
    [
      ['wrong_size', msg('Wrong size')],
      ['wrong_color', msg('Wrong color')],
      ['wrong_product', msg('Another product')],
    ],
  ],
  [5, 'too_late', msg('Arrived too late')],
  [6, 'changed_mind', msg('Changed my mind')],
  [7, 'others', msg('Others')],
]

export const referenceReasons: (typeof returnReasons.$inferInsert)[] = lines.flatMap(
  ([id, code, reason, below = []], sort) => [
    { id, parentId: null, code, reason, sort },
    ...below.map(([childCode, child], at) => ({
      id: id * 10 + at + 1,
      parentId: id,
      code: childCode,
      reason: child,
      sort: at,
    })),
  ],
)
