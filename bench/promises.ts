/** What a row has to reach on two quiet cores that the load and PostgreSQL share with the server. */
type Promised = { perSecond: number; processorMs: number }

const promised: Record<string, Promised> = {
  'Order list, page 1': { perSecond: 700, processorMs: 2 },
  'Order list of 5, uncompressed, c = 32': { perSecond: 1650, processorMs: 1.1 },
  'Account summary': { perSecond: 1500, processorMs: 1 },
  'Order detail': { perSecond: 1200, processorMs: 1.2 },
  'Coupon list': { perSecond: 900, processorMs: 1.6 },
  'Bind a coupon': { perSecond: 600, processorMs: 2.5 },
  'Page: order list': { perSecond: 200, processorMs: 7 },
  'Page: account home': { perSecond: 350, processorMs: 4 },
  'Page: product, guest': { perSecond: 2500, processorMs: 0.4 },
  'Page: home, guest': { perSecond: 2500, processorMs: 0.4 },
  '`/healthz`': { perSecond: 4500, processorMs: 0.2 },
}

/** One of a hundred answers may take this many times as long as most do, for the calls of shoppers. */
const mostUneven = 4
const isCallOfShoppers = (name: string) => !/^(?:Page|Products|Staff|Guest tracking)\b/.test(name)

/** What an instance may take, in megabytes and milliseconds: it is small so that several fit on a small machine. */
const mostIdleMb = 150
const mostMb = 300
const mostStartMs = 1_200

/** What the process takes too much of, in sentences. */
export function findTooMuch({ idle, peak, startMs }: { idle: number; peak: number; startMs: number }): string[] {
  return [
    idle > mostIdleMb && `Idle it takes ${Math.round(idle)} MB; ${mostIdleMb} is the most`,
    peak > mostMb && `Under load it takes ${Math.round(peak)} MB; ${mostMb} is the most`,
    startMs > mostStartMs && `It starts within ${Math.round(startMs)} ms; ${mostStartMs} is the most`,
  ].filter((one) => one !== false)
}

type Row = { perSecond: number; processorMs: number; p50: number; p99: number }

/** What a row does not reach, in sentences. `isCrowded`: more ask at once than the promise of evenness is for. */
export function findBroken(name: string, row: Row, isCrowded = false): string[] {
  const { perSecond, processorMs } = promised[name] ?? { perSecond: 0, processorMs: Number.POSITIVE_INFINITY }
  const times = row.p99 / row.p50
  return [
    row.perSecond < perSecond && `${name} answers ${Math.round(row.perSecond)} a second; ${perSecond} is the least`,
    row.processorMs > processorMs &&
      `${name} takes ${row.processorMs.toFixed(2)} ms of processor; ${processorMs} was promised`,
    !isCrowded &&
      isCallOfShoppers(name) &&
      times > mostUneven &&
      `${name}: p99 is ${times.toFixed(1)} times p50; ${mostUneven} is the most`,
  ].filter((one) => one !== false)
}
