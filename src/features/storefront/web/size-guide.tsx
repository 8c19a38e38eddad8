import { useState } from 'react'
import type { Product } from '#features/catalogue/catalogue.contract.ts'
import { useT } from '#web/i18n/use-t.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Literal } from '#web/ui/literal.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import styles from './size-guide.module.css'

/** Which European size is which US size, for shoes. */
export function SizeGuide({ sizes }: { sizes: Product['shoe_sizes'] }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>{t('Size guide')}</TextButton>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('Size guide')}>
        <table className={styles.sizes}>
          <thead>
            <tr>
              <th scope="col">{t('EU size')}</th>
              <th scope="col">{t('US size')}</th>
            </tr>
          </thead>
          <tbody>
            {sizes.map(({ eu_size, us_size }) => (
              <tr key={eu_size}>
                <td>
                  <Literal>{eu_size}</Literal>
                </td>
                <td>
                  <Literal>{us_size}</Literal>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sheet>
    </>
  )
}
