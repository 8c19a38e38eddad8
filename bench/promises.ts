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

/** Returns sentences about answers that are too uneven. `isCrowded`: more ask at once than the limit is for. */
export function findUneven(name: string, { p50, p99 }: { p50: number; p99: number }, isCrowded = false): string[] {
  const times = p99 / p50
  if (isCrowded || !isCallOfShoppers(name) || times <= mostUneven) return []
  return [`${name}: p99 is ${times.toFixed(1)} times p50; ${mostUneven} is the most`]
}
