import { msg } from '#contract/text/translate.ts'
import type { problemTypes } from '#features/support/server/contact/contact.tables.ts'

/** `[id, name, children]`. The code of the screens refers to the ids 4, 26, 45 and 5, 28, 29. */
type Branch = [id: number, name: string, below?: Branch[]]

const tree: Branch[] = [
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

function listBranches(branches: Branch[], parentId: number | null = null, level = 1) {
  return branches.flatMap(([id, name, below = []], sort): (typeof problemTypes.$inferInsert)[] => [
    { id, parentId, level, name, sort },
    ...listBranches(below, id, level + 1),
  ])
}

export const referenceQuestionTypes = listBranches(tree)
