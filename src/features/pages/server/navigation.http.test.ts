import { between } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getNavigation } from '#features/settings/settings.contract.ts'
import { problemOf, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import * as calls from '../pages.staff.contract.ts'
import { navigationItems } from './navigation.tables.ts'
import { saveNavigation } from './save-pages.service.ts'

const shop = testShop()

test('lists the children of an entry, and returns an entry without children as its own list', async () => {
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

test('omits entries without a target below a parent, and omits groups that contain only such entries', async () => {
  const { db } = shop.shop
  await db.insert(navigationItems).values([
    { id: 11, name: 'About us', linkType: 'group', sort: 11 },
    { id: 12, parentId: 11, name: 'Lookbook', linkType: 'custom_link', link: 'https://lookbook.example', sort: 1 },
    // These rows represent links stored before links were validated.
    { id: 13, parentId: 11, name: 'Bad link', linkType: 'custom_link', link: 'javascript:alert(1)', sort: 2 },
    { id: 14, parentId: 11, name: 'Bad links', linkType: 'group', sort: 3 },
    { id: 15, parentId: 14, name: 'Bad link as well', linkType: 'custom_link', link: '//evil.example', sort: 1 },
    { id: 16, parentId: 11, name: 'Stories', linkType: 'group', sort: 4 },
    { id: 17, parentId: 16, name: 'Journal', linkType: 'blog', sort: 1 },
  ])
  const visitor = shop.stranger()
  const names = async (id: number) => (await visitor.call(getNavigation, { id })).map(({ name }) => name)
  expect(await names(11)).toEqual(['Lookbook', 'Stories'])
  expect(await names(14)).toEqual([])
  const top = (await visitor.call(getNavigation, {})).find(({ id }) => id === 11)
  expect(top?.children.map(({ name }) => name)).toEqual(['Lookbook', 'Stories'])
  await db.delete(navigationItems).where(between(navigationItems.id, 11, 17))
})

describe('the panel of a navigation entry', () => {
  const staff = testStaff(shop)

  test('saves an entry with its version, shows it in the shop immediately, then saves the order of its siblings', async () => {
    const mira = await staff.member('marketing')
    const add = async (name: string, sort: number, parent_id: number | null = null) => {
      const link_type = parent_id === null ? 'group' : 'blog'
      return (await mira.call(calls.createNavigationItem, { name, link_type, sort, parent_id })).data.id
    }
    const group = await add('Service', 10)
    const [first, second] = [await add('Sizes', 1, group), await add('Care', 2, group)]
    const shown = async () => (await shop.stranger().call(getNavigation, { id: group })).map(({ name }) => name)
    expect(await shown()).toEqual(['Sizes', 'Care'])
    const read = await mira.call(calls.getNavigationItem, { id: first })
    const ifMatch = read.etag ?? ''
    const edited = { id: first, name: 'Size guide', link_type: 'custom_link' as const, link: '/catalogue' }
    await mira.call(calls.editNavigationItem, edited, { ifMatch })
    expect(await shown()).toEqual(['Size guide', 'Care'])
    // A colleague who sends the old version gets a conflict and changes nothing.
    const late = mira.call(calls.editNavigationItem, { id: first, name: 'Fit' }, { ifMatch })
    expect(await problemOf(late)).toBe('changed_meanwhile')
    expect(await problemOf(mira.call(calls.removeNavigationItem, { id: first }, { ifMatch }))).toBe('changed_meanwhile')
    for (const [id, sort] of [
      [second, 1],
      [first, 2],
    ] as const) {
      await mira.call(calls.editNavigationItem, { id, sort }, { ifMatch: '*' })
    }
    expect(await shown()).toEqual(['Care', 'Size guide'])
    await mira.call(calls.editNavigationItem, { id: second, is_visible: false }, { ifMatch: '*' })
    expect(await shown()).toEqual(['Size guide'])
    const listed = (await mira.call(calls.listNavigation, {})).data.data
    expect(listed.find(({ id }) => id === second)).toMatchObject({ name: 'Care', is_visible: false, parent_id: group })
  })

  test('accepts only existing targets, rejects a descendant of an entry as its parent, and requires the right to write', async () => {
    const mira = await staff.member('marketing')
    const { data: group } = await mira.call(calls.createNavigationItem, { name: 'About', link_type: 'group' })
    const { data: below } = await mira.call(calls.createNavigationItem, {
      ...{ name: 'Us', link_type: 'group', parent_id: group.id },
    })
    const edit = (id: number, change: object, who = mira) =>
      problemOf(who.call(calls.editNavigationItem, { id, ...change }, { ifMatch: '*' }))
    expect(await edit(group.id, { parent_id: below.id })).toBe('invalid_input')
    expect(await edit(below.id, { parent_id: 4_000_000 })).toBe('invalid_input')
    expect(await edit(below.id, { link_type: 'term_list', page_id: null })).toBe('invalid_input')
    expect(await edit(below.id, { link_type: 'term_list', page_id: 4_000_000 })).toBe('invalid_input')
    expect(await edit(below.id, { link_type: 'custom_link', link: 'javascript:alert(1)' })).toBe('invalid_input')
    expect(await edit(below.id, { name: ' ' })).toBe('invalid_input')
    expect(await edit(below.id, { is_visible: false }, await staff.member('viewer'))).toBe('not_allowed')
    expect((await mira.call(calls.getNavigationItem, { id: below.id })).data).toEqual(below)
    await mira.call(calls.removeNavigationItem, { id: below.id }, { ifMatch: '*' })
    expect(await problemOf(mira.call(calls.getNavigationItem, { id: below.id }))).toBe('not_found')
  })
})
