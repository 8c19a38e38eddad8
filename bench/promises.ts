/** 4: the 99th percentile of a shopper's call may be this many times its median. */
const mostUneven = 4
const isCallOfShoppers = (name: string) => !/^(?:Page|Products|Staff|Guest tracking)\b/.test(name)

/** The limits of an instance in megabytes and milliseconds, so that several instances fit on a small machine. */
const mostIdleMb = 150
const mostMb = 300
const mostStartMs = 1_200

/** Returns a sentence for each exceeded limit of the process. */
export function findTooMuch({ idle, peak, startMs }: { idle: number; peak: number; startMs: number }): string[] {
  return [
    idle > mostIdleMb && `Idle it takes ${Math.round(idle)} MB; ${mostIdleMb} is the most`,
    peak > mostMb && `Under load it takes ${Math.round(peak)} MB; ${mostMb} is the most`,
    startMs > mostStartMs && `It starts within ${Math.round(startMs)} ms; ${mostStartMs} is the most`,
  ].filter((one) => one !== false)
}

/** Returns sentences about answer times with too much spread. `isCrowded` marks a higher concurrency than the limit is for. */
export function findUneven(name: string, { p50, p99 }: { p50: number; p99: number }, isCrowded = false): string[] {
  const times = p99 / p50
  if (isCrowded || !isCallOfShoppers(name) || times <= mostUneven) return []
  return [`${name}: p99 is ${times.toFixed(1)} times p50; ${mostUneven} is the most`]
}
