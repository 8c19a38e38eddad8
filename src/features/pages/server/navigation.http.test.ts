import { expect, test } from 'vitest'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { testShop } from '#testing/test-shop.ts'
import { saveNavigation } from './save-pages.service.ts'

const shop = testShop()

test('an entry lists what lies below it; one that only leads somewhere lists itself, so that its page is never empty', async () => {
  await saveNavigation(shop.shop.db, [
    { id: 1, name: 'Help', linkType: 'group', sort: 1 },
    { id: 99999, parentId: 1, name: 'Contact us', linkType: 'custom_link', sort: 1 },
    { id: 2, name: 'Journal', linkType: 'blog', sort: 2 },
    { id: 3, name: 'Nothing yet', linkType: 'group', sort: 3 },
  ])
  const names = async (id: number) => (await shop.stranger().call(getNavigation, { id })).map(({ name }) => name)
  expect(await names(1)).toEqual(['Contact us'])
  expect(await names(2)).toEqual(['Journal'])
  expect(await names(3)).toEqual([])
  expect(await names(4)).toEqual([])
})
