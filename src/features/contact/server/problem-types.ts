import { asc, eq, sql } from 'drizzle-orm'
import { msg } from '#contract/translate.ts'
import type { Database } from '#server/database.ts'
import { keepCopy } from '#server/kept-copies.ts'
import type { ProblemType } from '../contact.contract.ts'
import { problemTypes } from './contact.tables.ts'

/** `[id, name, what is below]`. The ids 4, 26, 45 and 5, 28, 29 are known to the screens. */
type Branch = [id: number, name: string, below?: Branch[]]

const firstProblemTypes: Branch[] = [
  [
    1,
    msg('Product'),
    [
      [6, msg('Size and fit')],
      [7, msg('Material and care')],
      [8, msg('When will it be back in stock')],
      [9, msg('Something else about a product')],
    ],
  ],
  [
    2,
    msg('Order and payment'),
    [
      [10, msg('Change my order')],
      [11, msg('Cancel my order')],
      [
        12,
        msg('Payment'),
        [
          [13, msg('My payment was declined')],
          [14, msg('I was charged twice')],
          [15, msg('I need an invoice')],
        ],
      ],
      [16, msg('Something else about an order')],
    ],
  ],
  [
    3,
    msg('Coupons and offers'),
    [
      [17, msg('A coupon does not work')],
      [18, msg('I forgot to use my coupon')],
      [19, msg('Something else about offers')],
    ],
  ],
  [
    4,
    msg('Delivery'),
    [
      [
        26,
        msg('Where is my order'),
        [
          [45, msg('Track my order')],
          [46, msg('Parcel shows delivered, not received')],
          [47, msg('Parcel is stuck in transit')],
          [48, msg('Change the delivery address')],
          [49, msg('Missing item in the parcel')],
          [50, msg('Customs asked for a document')],
          [51, msg('Something else')],
        ],
      ],
      [
        27,
        msg('Delivery times and costs'),
        [
          [52, msg('How long does delivery take')],
          [53, msg('What does delivery cost')],
        ],
      ],
    ],
  ],
  [
    5,
    msg('Returns'),
    [
      [28, msg('My return request')],
      [29, msg('Return policy')],
      [30, msg('Damaged or wrong item')],
      [31, msg('My refund')],
      [32, msg('Something else about a return')],
    ],
  ],
  [
    20,
    msg('My account'),
    [
      [21, msg('I cannot sign in')],
      [22, msg('Change my email address')],
      [23, msg('Delete my account')],
      [24, msg('Something else about my account')],
    ],
  ],
  [25, msg('Something else')],
]

/** Writes the question types the shop starts with; run again, it renews their names and order. */
export async function saveFirstProblemTypes(db: Database): Promise<void> {
  const rows: (typeof problemTypes.$inferInsert)[] = []
  const add = (branches: Branch[], parentId: number | null, level: number) => {
    for (const [sort, [id, name, below = []]] of branches.entries()) {
      rows.push({ id, parentId, level, name, sort })
      add(below, id, level + 1)
    }
  }
  add(firstProblemTypes, null, 1)
  await db
    .insert(problemTypes)
    .values(rows)
    .onConflictDoUpdate({
      target: problemTypes.id,
      set: { name: sql`excluded.name`, sort: sql`excluded.sort` },
    })
}

/** The whole tree in one query; it is small and every contact page asks for all of it. */
export const listProblems = keepCopy([problemTypes], async (db): Promise<ProblemType[]> => {
  const rows = await db
    .select({ id: problemTypes.id, parentId: problemTypes.parentId, name: problemTypes.name })
    .from(problemTypes)
    .where(eq(problemTypes.isActive, true))
    .orderBy(asc(problemTypes.level), asc(problemTypes.sort), asc(problemTypes.id))
  const roots: ProblemType[] = []
  const byId = new Map<number, ProblemType>()
  for (const { id, parentId, name } of rows) {
    const node: ProblemType = { id, name, children: [] }
    if (parentId === null) roots.push(node)
    // Below a retired type nothing can be chosen either.
    else if (!byId.has(parentId)) continue
    else byId.get(parentId)?.children.push(node)
    byId.set(id, node)
  }
  return roots
})

/** Names of all types ever used, so that an old ticket still says what it was about. */
export const readProblemNames = keepCopy([problemTypes], async (db): Promise<(id: number) => string[]> => {
  const rows = await db
    .select({ id: problemTypes.id, parentId: problemTypes.parentId, name: problemTypes.name })
    .from(problemTypes)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const names: string[] = []
    for (let at = byId.get(id); at; at = at.parentId === null ? undefined : byId.get(at.parentId))
      names.unshift(at.name)
    return names
  }
})
