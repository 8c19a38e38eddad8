import type * as z from 'zod/mini'
import { useConsole } from '#console/console-context.ts'
import { EditDialog } from '#console/edit-dialog.tsx'
import type { RowDialogProps } from '#console/row-dialog.tsx'
import { SelectField, TextField } from '#console/ui/field.tsx'
import {
  createNavigationItem,
  editNavigationItem,
  removeNavigationItem,
  type StaffNavigationItem,
} from '../pages.staff.contract.ts'

type Item = z.output<typeof StaffNavigationItem>
type LinkType = Item['link_type']
type Named = { id: number; name: string }

export const linkTypeNames: Record<LinkType, string> = {
  group: 'Group',
  term_list: 'Page',
  blog: 'Blog',
  product_test: 'Product test',
  custom_link: 'Link',
}

type Props = RowDialogProps<Item> & {
  entries: Item[]
  pages: Named[]
  posts: Named[]
  tests: Named[]
}

const choose = (things: Named[], none: string) => [
  { value: '', name: none },
  ...things.map(({ id, name }) => ({ value: String(id), name })),
]
const toField = (id: number | null | undefined) => (id ? String(id) : '')
const toId = (field: string) => (field === '' ? null : Number(field))

export function EntryDialog({ entries, pages, posts, tests, opened, onClose }: Props) {
  const { call } = useConsole()
  const known = opened?.data
  const id = known?.id ?? 0
  const ifMatch = opened?.etag ?? ''
  const initial = {
    name: known?.name ?? '',
    link_type: known?.link_type ?? ('term_list' as LinkType),
    page_id: toField(known?.page_id),
    post_id: toField(known?.post_id),
    product_test_id: toField(known?.product_test_id),
    link: known?.link ?? '',
    parent_id: toField(known?.parent_id),
  }
  type Values = typeof initial
  // What belongs to another kind of entry goes, so that it leads to one thing only.
  const toSent = (values: Values) => ({
    name: values.name,
    link_type: values.link_type,
    page_id: values.link_type === 'term_list' ? toId(values.page_id) : null,
    post_id: values.link_type === 'blog' ? toId(values.post_id) : null,
    product_test_id: values.link_type === 'product_test' ? toId(values.product_test_id) : null,
    link: values.link_type === 'custom_link' ? values.link.trim() || null : null,
    parent_id: toId(values.parent_id),
  })
  const last = Math.max(0, ...entries.map(({ sort }) => sort))
  return (
    <EditDialog<Values>
      title={known ? known.name : 'Add an entry'}
      button={known ? 'Save entry' : 'Add entry'}
      isNew={!known}
      initial={initial}
      about={`navigation/${id}`}
      reload={opened?.reload}
      done={known ? 'Entry saved' : 'Entry added'}
      onClose={onClose}
      send={(_, values) =>
        known
          ? call(editNavigationItem, { ...toSent(values), id }, { ifMatch })
          : call(createNavigationItem, { ...toSent(values), sort: Math.min(last + 10, 100_000) })
      }
      remove={
        known && {
          button: 'Remove',
          done: 'Entry removed',
          run: () => call(removeNavigationItem, { id }, { ifMatch }),
        }
      }
    >
      {(form) => (
        <>
          <TextField label="Words" maxLength={100} {...form.field('name')} />
          <SelectField
            label="Leads to"
            options={Object.entries(linkTypeNames).map(([value, name]) => ({ value: value as LinkType, name }))}
            {...form.field('link_type')}
          />
          {form.values.link_type === 'term_list' && (
            <SelectField label="Page" options={choose(pages, 'Choose a page')} {...form.field('page_id')} />
          )}
          {form.values.link_type === 'blog' && (
            <SelectField label="Post" options={choose(posts, 'The whole blog')} {...form.field('post_id')} />
          )}
          {form.values.link_type === 'product_test' && (
            <SelectField
              label="Product test"
              options={choose(tests, 'Choose one')}
              {...form.field('product_test_id')}
            />
          )}
          {form.values.link_type === 'custom_link' && (
            <TextField
              label="Address"
              hint="A path of this shop, or an https host on the list. Others are refused."
              dir="ltr"
              maxLength={500}
              {...form.field('link')}
            />
          )}
          <SelectField
            label="In"
            options={choose(
              entries.filter((one) => one.id !== id && one.link_type === 'group'),
              'Nothing: it stands by itself',
            )}
            {...form.field('parent_id')}
          />
        </>
      )}
    </EditDialog>
  )
}
