import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Delivered, PaidOrdersInput, Wanted } from './deliver-order.ts'
import type { InsertedRecords, TextsToInsert } from './insert-hostile-texts.ts'
import type { Done, Task, Work } from './staff-process.ts'

let staffProcess: ChildProcess | undefined
let lastTask = 0

/**
 * Starts one process for all staff actions of a worker's browser tests. One process for each command would take longer
 * than the test.
 */
function openStaffProcess(): ChildProcess {
  staffProcess ??= fork(fileURLToPath(new URL('staff-process.ts', import.meta.url)), {
    env: { ...process.env, DATA_DIR: process.env.HARBOR_DATA_DIR, NODE_ENV: 'test', NODE_OPTIONS: '' },
    execArgv: [],
  })
  return staffProcess
}

function ask(work: Work): Promise<unknown> {
  const process = openStaffProcess()
  const task: Task = { id: ++lastTask, ...work }
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('The process of the staff has ended.'))
    const listen = (done: Done) => {
      if (done.id !== task.id) return
      process.off('message', listen).off('exit', end)
      if ('fault' in done) reject(new Error(done.fault))
      else resolve(done.answer)
    }
    process.on('message', listen).once('exit', end)
    process.send(task)
  })
}

/** Runs a staff command on the same database and returns its output. */
export async function staff(...words: string[]): Promise<string> {
  return String(await ask({ staff: words }))
}

export async function deliver(wanted: Wanted): Promise<Delivered> {
  return (await ask({ deliver: wanted })) as Delivered
}

/** Creates paid guest orders that wait for the warehouse. */
export async function createPaidOrders(morning: PaidOrdersInput): Promise<string[]> {
  return (await ask({ morning })) as string[]
}

/** Puts a text into every text field that staff or the merchant fill in. */
export async function plant(textsToInsert: TextsToInsert): Promise<InsertedRecords> {
  return (await ask({ plant: textsToInsert })) as InsertedRecords
}

/** Sets the stock of a SKU to zero, as if the last unit was sold. */
export async function sellOut(skuId: number): Promise<void> {
  await ask({ sellOut: skuId })
}
