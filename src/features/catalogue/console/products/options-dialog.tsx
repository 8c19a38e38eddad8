import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { productLimits } from '#features/catalogue/product.staff.rules.ts'
import { combineOptions, type GridRow, listOptions, suggestBase } from '../skus/sku-grid.rules.ts'
import styles from './options-dialog.module.css'

type Props = {
  rows: GridRow[]
  productName: string
  onClose: () => void
  onChoose: (rows: GridRow[]) => void
}

/** An option with its values as typed. */
type Choice = { id: number; name: string; values: string }

/** Renders the dialog for options such as color and size. Every combination of values becomes a SKU. */
export function OptionsDialog({ rows, productName, onClose, onChoose }: Props) {
  const first = listOptions(rows).map(({ name, values }, at) => ({ id: at, name, values: values.join(', ') }))
  const [choices, setChoices] = useState<Choice[]>(first.length > 0 ? first : [{ id: 0, name: 'Size', values: '' }])
  const read = choices
    .map(({ name, values }) => ({ name: name.trim(), values: splitValues(values) }))
    .filter(({ name, values }) => name !== '' && values.length > 0)
  const combined = combineOptions(rows, read, suggestBase(productName))
  const gone = rows.filter((row) => row.id !== null && !combined.some(({ id }) => id === row.id))
  const names = read.map(({ name }) => name.toLowerCase())
  const problem = findProblem(combined.length, names)
  const add = () =>
    setChoices([...choices, { id: Math.max(-1, ...choices.map(({ id }) => id)) + 1, name: '', values: '' }])
  const change = (id: number, to: Partial<Choice>) =>
    setChoices(choices.map((one) => (one.id === id ? { ...one, ...to } : one)))
  function choose() {
    if (problem) return
    onChoose(combined)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Options"
      onSubmit={choose}
      says={`${combined.length} ${combined.length === 1 ? 'SKU' : 'SKUs'}, not saved yet`}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit" disabled={problem !== null}>
            Create SKUs
          </Button>
        </>
      )}
    >
      <div className={styles.options}>
        {choices.map((choice) => (
          <OptionRow
            key={choice.id}
            choice={choice}
            onChange={(to) => change(choice.id, to)}
            onRemove={() => setChoices(choices.filter(({ id }) => id !== choice.id))}
          />
        ))}
      </div>
      {choices.length < productLimits.options && (
        <Button icon={Plus} onClick={add}>
          Add an option
        </Button>
      )}
      <Refusal problem={problem} />
      <RemovedSkusNote skus={gone.map(({ sku }) => sku)} />
    </Dialog>
  )
}

type RowProps = { choice: Choice; onChange: (to: Partial<Choice>) => void; onRemove: () => void }

function OptionRow({ choice: { name, values }, onChange, onRemove }: RowProps) {
  return (
    <div className={styles.option}>
      <TextField label="Option" value={name} maxLength={50} onChange={(text) => onChange({ name: text })} />
      <TextField
        label="Values, separated by commas"
        value={values}
        placeholder="S, M, L"
        onChange={(text) => onChange({ values: text })}
      />
      <Button tone="quiet" icon={Trash2} aria-label={`Remove ${name || 'this option'}`} onClick={onRemove} />
    </div>
  )
}

/** Renders a warning with the SKUs that the new options remove. */
function RemovedSkusNote({ skus }: { skus: string[] }) {
  if (skus.length === 0) return null
  return (
    <Note tone="warning">
      {skus.length === 1 ? 'One SKU is' : `${skus.length} SKUs are`} removed from the catalog: {skus.join(', ')}. Carts
      and orders show removed SKUs as expired.
    </Note>
  )
}

function splitValues(typed: string): string[] {
  const values = typed.split(',').flatMap((one) => one.trim() || [])
  return [...new Set(values)].map((one) => one.slice(0, 100))
}

function findProblem(skus: number, names: string[]): string | null {
  if (new Set(names).size < names.length) return 'Two options have the same name.'
  return skus > productLimits.skus
    ? `A product can have at most ${productLimits.skus} SKUs. These options create ${skus}.`
    : null
}
