/** 4: the 99th percentile of a shopper's call may be this many times its median. */
const maxUneven = 4
const isCallOfShoppers = (name: string) => !/^(?:Page|Products|Staff|Guest tracking)\b/.test(name)

/**
 * The limits of an instance for memory in megabytes and for the start in milliseconds, so that several instances fit on
 * a small machine.
 */
const maxIdleMb = 150
const maxMb = 300
const maxStartMs = 1_200

/** Returns a sentence for each exceeded limit of the process. */
export function findExcessive({ idle, peak, startMs }: { idle: number; peak: number; startMs: number }): string[] {
  return [
    idle > maxIdleMb && `Idle it takes ${Math.round(idle)} MB; ${maxIdleMb} is the most`,
    peak > maxMb && `Under load it takes ${Math.round(peak)} MB; ${maxMb} is the most`,
    startMs > maxStartMs && `It starts within ${Math.round(startMs)} ms; ${maxStartMs} is the most`,
  ].filter((one) => one !== false)
}

/**
 * Returns sentences about response times with too much spread. `hasManyConnections` marks rows with more connections
 * than the limit is made for.
 */
export function findUneven(
  name: string,
  { p50, p99 }: { p50: number; p99: number },
  hasManyConnections = false,
): string[] {
  const times = p99 / p50
  if (hasManyConnections || !isCallOfShoppers(name) || times <= maxUneven) return []
  return [`${name}: p99 is ${times.toFixed(1)} times p50; ${maxUneven} is the most`]
}
