import { readConfig } from './config.ts'
import { runCommand } from './process/run-command.ts'
import { openShopDatabase } from './process/shop-database.ts'

/** Brings the tables up to date without opening the shop: `npm run db:migrate`. */
await runCommand(async () => {
  const { close } = await openShopDatabase(readConfig(), { isCommand: true, onProgress: console.error })
  await close()
  console.log('The database tables are up to date.')
})
