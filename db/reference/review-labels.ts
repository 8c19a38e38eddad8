import { msg } from '#contract/text/translate.ts'
import type { reviewLabels } from '#features/reviews/server/reviews.tables.ts'

export const referenceLabels: (typeof reviewLabels.$inferInsert)[] = [
  { id: 1, name: msg('True to size'), kind: 'fit', sort: 1 },
  { id: 2, name: msg('Runs small'), kind: 'fit', sort: 2 },
  { id: 3, name: msg('Runs large'), kind: 'fit', sort: 3 },
  { id: 4, name: msg('Lovely fabric'), kind: 'tag', sort: 4 },
  { id: 5, name: msg('Looks like the photos'), kind: 'tag', sort: 5 },
  { id: 6, name: msg('Good value'), kind: 'tag', sort: 6 },
  { id: 7, name: msg('Comfortable'), kind: 'tag', sort: 7 },
  { id: 8, name: msg('Well packed'), kind: 'tag', sort: 8 },
  { id: 9, name: msg('Fast delivery'), kind: 'tag', sort: 9 },
]
