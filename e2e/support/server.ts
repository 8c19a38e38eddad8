import { makeDataFolder, removeDataFolder } from '../../src/testing/processes/data-folder.ts'
import { startHarbor } from '../../src/testing/processes/started-server.ts'

/** Starts the real server with demo data for the browser tests, and stops the server afterwards. */
export default async function openShop() {
  const dataDir = await makeDataFolder()
  // All browser tests come from one network, and few of them confirm an address or pay. The default limits would refuse
  // their orders.
  const crowd = { BOUND_UNPAID_PER_NETWORK: '1000', BOUND_UNPROVED_STOCK_PERCENT: '80' }
  const server = startHarbor({ DATA_DIR: dataDir, POSTGRES_DURABLE: 'false', DEMO: 'true', ...crowd })
  process.env.HARBOR_DATA_DIR = dataDir
  process.env.HARBOR_URL = await server.opened()
  return async () => {
    await server.stop()
    await removeDataFolder(dataDir)
  }
}
