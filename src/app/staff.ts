import { CannotStart } from '#server/cannot-start.ts'
import { createLog } from '#server/log.ts'
import { assembleShop } from './assemble-shop.ts'
import { readConfig } from './config.ts'
import { openShopDatabase } from './shop-database.ts'
import { runStaff, staffHelp } from './staff/run-staff.ts'

/** The desk of the people behind the shop: `npm run staff -- help`. Works beside a running shop or without one. */
async function run(typed: string[]): Promise<void> {
  if (typed.length === 0 || typed[0] === 'help') {
    console.log(staffHelp)
    return
  }
  const config = readConfig()
  const { db, close } = await openShopDatabase({ ...config, databasePool: 2 }, { isCommand: true })
  try {
    const { text, exitCode } = await runStaff(assembleShop(config, db, createLog('error')), typed)
    if (exitCode === 0) console.log(text)
    else console.error(text)
    process.exitCode = exitCode
  } finally {
    await close()
  }
}

process.umask(0o077)
await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exitCode = 1
})
