import { useState } from 'react'
import { useConsole } from '#console/console-context.ts'
import { EditDialog } from '#console/edit-dialog.tsx'
import { Button } from '#console/ui/button.tsx'
import { AreaField, TextField } from '#console/ui/field.tsx'
import { Panel } from '#console/ui/panel.tsx'
import type { StaffLanguage } from '#features/settings/settings.staff.contract.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { productLimits } from '../product.staff.rules.ts'
import { editProduct, type StaffProduct } from '../products.staff.contract.ts'
import styles from './product-page.module.css'

type Props = { product: StaffProduct; etag: string; languages: StaffLanguage[]; mayWrite: boolean }

/** Name and description in the shop's languages; where one is missing, shoppers read the product's own. */
export function ProductTexts({ product, etag, languages, mayWrite }: Props) {
  const [opened, setOpened] = useState<StaffLanguage | null>(null)
  const has = (code: string) => code in product.texts
  return (
    <Panel title="Texts">
      <ul className={styles.texts}>
        {languages.map((language) => (
          <li key={language.code} className={styles.text}>
            <span lang={language.code}>{language.name}</span>
            <span>
              <span className={joinClasses(has(language.code) ? styles.ready : styles.missing)}>
                {has(language.code) ? 'Ready' : 'As above'}
              </span>
              {mayWrite && (
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={`Edit ${language.english_name}`}
                  onClick={() => setOpened(language)}
                >
                  Edit
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {opened && (
        <TextDialog key={opened.code} product={product} etag={etag} language={opened} onClose={() => setOpened(null)} />
      )}
    </Panel>
  )
}

type DialogProps = { product: StaffProduct; etag: string; language: StaffLanguage; onClose: () => void }

function TextDialog({ product, etag, language, onClose }: DialogProps) {
  const { call } = useConsole()
  const { code, english_name: name } = language
  const initial = product.texts[code] ?? { name: '', description: '' }
  return (
    <EditDialog<typeof initial>
      title={`Texts in ${name}`}
      button="Save texts"
      initial={initial}
      about={`products/${product.handle}`}
      send={(changed) =>
        call(
          editProduct,
          { handle: product.handle, texts: { ...product.texts, [code]: { ...initial, ...changed } } },
          { ifMatch: etag },
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            label="Name"
            lang={code}
            dir={language.direction}
            maxLength={productLimits.name}
            placeholder={product.name}
            {...form.field('name')}
          />
          <AreaField
            label="Description"
            lang={code}
            dir={language.direction}
            rows={6}
            maxLength={productLimits.description}
            {...form.field('description')}
          />
        </>
      )}
    </EditDialog>
  )
}
