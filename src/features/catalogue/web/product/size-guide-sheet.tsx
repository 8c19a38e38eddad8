import type { Product } from '#features/catalogue/catalogue.contract.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import styles from './size-guide-sheet.module.css'

type SizeGuideSheetProps = { sizes: Product['shoe_sizes']; isOpen: boolean; onClose: () => void }

export function SizeGuideSheet({ sizes, isOpen, onClose }: SizeGuideSheetProps) {
  const t = useT()
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('Size guide')}>
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
  )
}
