import { resetDemo } from '#demo/reset-demo.ts'
import { CannotStart } from '#server/cannot-start.ts'
import { createLog } from '#server/log/log.ts'
import { readConfig } from './config.ts'
import { assembleShop } from './process/assemble-shop.ts'
import { runCommand } from './process/run-command.ts'
import { openShopDatabase } from './process/shop-database.ts'

/** Deletes all data of the shop and loads the demo data: `npm run db:demo`. */
await runCommand(async () => {
  const config = readConfig()
  if (config.databaseUrl && !process.argv.includes('--force')) {
    throw new CannotStart(
      'DATABASE_URL is set, so this command would delete all data in that database. To delete the data, run: npm run db:demo -- --force',
    )
  }
  const { db, close } = await openShopDatabase(config, { isCommand: true, onProgress: console.error })
  try {
    const started = performance.now()
    await resetDemo(assembleShop(config, db, createLog('warn')))
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`The demo data is loaded (${seconds} s). Sign in as shopper@harbor.test / Harbor2026.`)
  } finally {
    await close()
  }
})
