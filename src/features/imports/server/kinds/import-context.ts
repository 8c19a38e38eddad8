import { readCurrencyStyles } from '#features/settings/server/settings.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import type { ImportContext } from './import-kind.ts'

export async function readImportContext(db: Database, currency: string): Promise<ImportContext> {
  const styles = await readCurrencyStyles(db)
  const known = await db.select({ code: languages.code }).from(languages)
  return {
    decimals: new Map([...styles].map(([code, { decimals }]) => [code, decimals])),
    languages: new Set(known.map(({ code }) => code)),
    currency,
  }
}
