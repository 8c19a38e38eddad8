import type * as z from 'zod/mini'
import type { Form } from '#console/form/use-form.ts'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import type { StaffNavigationItem } from '#features/pages/pages.staff.contract.ts'

export type Item = z.output<typeof StaffNavigationItem>
type LinkType = Item['link_type']
type Option = { id: number; name: string }
/** The possible targets and parents of an entry. */
export type Targets = { entries: Item[]; pages: Option[]; posts: Option[]; tests: Option[] }

export const linkTypeNames: Record<LinkType, string> = {
  group: 'Group',
  term_list: 'Page',
  blog: 'Blog',
  product_test: 'Product test',
  custom_link: 'Link',
}

const linkTypes: readonly LinkType[] = ['group', 'term_list', 'blog', 'product_test', 'custom_link']
const choose = (targets: Option[], none: string) => [
  { value: '', name: none },
  ...targets.map(({ id, name }) => ({ value: String(id), name })),
]
const toField = (id: number | null | undefined) => (id ? String(id) : '')
const toId = (field: string) => (field === '' ? null : Number(field))

export const toValues = (known?: Item) => ({
  name: known?.name ?? '',
  link_type: known?.link_type ?? 'term_list',
  page_id: toField(known?.page_id),
  post_id: toField(known?.post_id),
  product_test_id: toField(known?.product_test_id),
  link: known?.link ?? '',
  parent_id: toField(known?.parent_id),
  is_visible: known?.is_visible ?? true,
})
export type EntryValues = ReturnType<typeof toValues>

/**
 * Converts form values into the request. Fields of other link types are cleared, so that an entry has only one target.
 */
export const toSent = (values: EntryValues) => ({
  name: values.name,
  link_type: values.link_type,
  page_id: values.link_type === 'term_list' ? toId(values.page_id) : null,
  post_id: values.link_type === 'blog' ? toId(values.post_id) : null,
  product_test_id: values.link_type === 'product_test' ? toId(values.product_test_id) : null,
  link: values.link_type === 'custom_link' ? values.link.trim() || null : null,
  parent_id: toId(values.parent_id),
  is_visible: values.is_visible,
})

type Props = Targets & {
  /** The id of the entry, because an entry cannot be its own parent. */
  id: number
  form: Form<EntryValues>
}

export function EntryFields({ id, form, entries, pages, posts, tests }: Props) {
  const { link_type } = form.values
  return (
    <>
      <TextField label="Text" maxLength={100} {...form.field('name')} />
      <SelectField
        label="Opens"
        options={linkTypes.map((value) => ({ value, name: linkTypeNames[value] }))}
        {...form.field('link_type')}
      />
      {link_type === 'term_list' && (
        <SelectField label="Page" options={choose(pages, 'Choose a page')} {...form.field('page_id')} />
      )}
      {link_type === 'blog' && (
        <SelectField label="Post" options={choose(posts, 'The whole blog')} {...form.field('post_id')} />
      )}
      {link_type === 'product_test' && (
        <SelectField label="Product test" options={choose(tests, 'Choose one')} {...form.field('product_test_id')} />
      )}
      {link_type === 'custom_link' && (
        <TextField
          label="Address"
          hint="A path in this shop, or an https address on an allowed host."
          dir="ltr"
          maxLength={500}
          {...form.field('link')}
        />
      )}
      <SelectField
        label="Parent group"
        options={choose(
          entries.filter((one) => one.id !== id && one.link_type === 'group'),
          'None (top level)',
        )}
        {...form.field('parent_id')}
      />
    </>
  )
}
