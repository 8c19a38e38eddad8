import { createLog } from '#server/log/log.ts'
import { readConfig } from './config.ts'
import { assembleShop } from './process/assemble-shop.ts'
import { runCommand } from './process/run-command.ts'
import { openShopDatabase } from './process/shop-database.ts'
import { writeHelp } from './staff/commands.ts'
import { runStaff } from './staff/run-staff.ts'

/** Runs a staff command: `npm run staff -- help`. The command works with and without a running shop. */
await runCommand(async () => {
  const typed = process.argv.slice(2)
  if (typed.length === 0 || typed[0] === 'help') {
    console.log(writeHelp())
    return
  }
  const config = readConfig()
  const { db, close } = await openShopDatabase(
    { ...config, databasePool: 2 },
    { isCommand: true, onProgress: console.error },
  )
  try {
    const { text, exitCode } = await runStaff(assembleShop(config, db, createLog('error')), typed)
    if (exitCode === 0) console.log(text)
    else console.error(text)
    process.exitCode = exitCode
  } finally {
    await close()
  }
})
