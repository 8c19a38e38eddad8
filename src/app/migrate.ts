import { CannotStart } from '#server/cannot-start.ts'
import { readConfig } from './config.ts'
import { openShopDatabase } from './shop-database.ts'

/** Brings the tables up to date without opening the shop: `npm run db:migrate`. */
try {
  const { close } = await openShopDatabase(readConfig(), { isCommand: true })
  await close()
  console.log('The tables are up to date.')
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exitCode = 1
}
