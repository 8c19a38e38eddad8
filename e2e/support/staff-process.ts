import { readConfig } from '#app/config.ts'
import { assembleShop } from '#app/process/assemble-shop.ts'
import { openShopDatabase } from '#app/process/shop-database.ts'
import { runStaff } from '#app/staff/run-staff.ts'
import { setInventory } from '#features/catalogue/server/products/catalogue.service.ts'
import { createLog } from '#server/log/log.ts'
import { createPaidOrders, deliver, type PaidOrdersInput, type Wanted } from './deliver-order.ts'
import { plant, type TextsToInsert } from './insert-hostile-texts.ts'

export type Work =
  | { staff: string[] }
  | { deliver: Wanted }
  | { plant: TextsToInsert }
  | { sellOut: number }
  | { morning: PaidOrdersInput }
export type Task = { id: number } & Work
export type Done = { id: number; answer: unknown } | { id: number; fault: string }

const config = readConfig()
const { db, close } = await openShopDatabase({ ...config, databasePool: 2 }, { isCommand: true })
const shop = assembleShop(config, db, createLog('error'))

async function work(task: Task): Promise<unknown> {
  if ('deliver' in task) return deliver(shop, task.deliver)
  if ('morning' in task) return createPaidOrders(shop, task.morning)
  if ('plant' in task) return plant(shop, task.plant)
  if ('sellOut' in task) return setInventory(shop.db, task.sellOut, 0)
  const { text, exitCode } = await runStaff(shop, task.staff)
  if (exitCode !== 0) throw new Error(text)
  return text
}

function reportDone(done: Done) {
  process.send?.(done)
}

process.on('message', (task: Task) => {
  work(task).then(
    (answer) => reportDone({ id: task.id, answer }),
    (error: Error) => reportDone({ id: task.id, fault: error.stack ?? error.message }),
  )
})
process.on('disconnect', close)
