import { useState } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { AreaField, TextField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { productLimits } from '#features/catalogue/product.staff.rules.ts'
import { editProduct, type StaffProduct } from '#features/catalogue/products.staff.contract.ts'
import type { StaffLanguage } from '#features/settings/settings.staff.contract.ts'
import styles from './product-page.module.css'

type Props = {
  product: StaffProduct
  etag: string
  languages: StaffLanguage[]
  mayWrite: boolean
  /** True on the separate tab for translations, where no language is collapsed. */
  isWhole?: boolean
}

/** The number of languages shown next to the form before the untranslated ones are collapsed. */
const maxShown = 6

/** Renders name and description in the shop's languages. Untranslated languages show the product's own text. */
export function ProductTexts({ product, etag, languages, mayWrite, isWhole = false }: Props) {
  const [isShowingAll, setShowingAll] = useState(isWhole)
  const [opened, setOpened] = useState<StaffLanguage | null>(null)
  const has = (code: string) => code in product.texts
  const ordered = languages.toSorted((a, b) => rankOf(has(b.code), b) - rankOf(has(a.code), a) || a.sort - b.sort)
  const shown = isShowingAll ? ordered : ordered.slice(0, Math.max(maxShown, Object.keys(product.texts).length + 1))
  return (
    <Panel title="Translations">
      <ul className={styles.texts}>
        {shown.map((language) => (
          <li key={language.code} className={styles.text}>
            <span title={language.name}>{language.english_name}</span>
            <span>
              <State isSource={isSource(language)} isReady={has(language.code)} />
              {mayWrite && !isSource(language) && (
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
      {shown.length < ordered.length && (
        <Button tone="quiet" size="small" onClick={() => setShowingAll(true)}>
          {ordered.length - shown.length} more
        </Button>
      )}
      {opened && (
        <TextDialog key={opened.code} product={product} etag={etag} language={opened} onClose={() => setOpened(null)} />
      )}
    </Panel>
  )
}

/** Returns whether a language is English, the language in which products are written first. */
const isSource = ({ code }: StaffLanguage) => code === 'en'
/** Ranks the languages: the first language, then translated languages, then the rest. */
const rankOf = (isReady: boolean, language: StaffLanguage) => (isSource(language) ? 2 : isReady ? 1 : 0)

function State({ isSource: isOwn, isReady }: { isSource: boolean; isReady: boolean }) {
  if (isOwn && !isReady) return <span className={styles.source}>Original</span>
  return <span className={isReady ? styles.ready : styles.missing}>{isReady ? 'Ready' : 'Missing'}</span>
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
