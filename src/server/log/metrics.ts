/** One value of a family. Histograms have several kinds of values, with different name suffixes. */
export type Sample = { suffix?: '_bucket' | '_sum' | '_count'; labels?: Record<string, string>; value: number }
export type Family = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; samples: Sample[] }
/** A source that is read when the metrics are requested, and costs nothing until then. */
export type Source = () => Family[] | Promise<Family[]>

/** The media type of the output of `writeFamilies`. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Creates a number that only grows, for each combination of labels. Labels come from short lists, never from visitors. */
export function createCounter<L extends string>(name: string, help: string, labelNames: readonly L[]) {
  const series = createSeries(labelNames, () => ({ value: 0 }))
  return {
    add: (labels: Record<L, string>, by = 1) => {
      series.of(labels).value += by
    },
    read: (): Family[] => [
      { name, help, type: 'counter', samples: series.all().map(([labels, { value }]) => ({ labels, value })) },
    ],
  }
}

/** Creates a number that can go up and down. */
export function createGauge(name: string, help: string) {
  let value = 0
  return {
    add: (by: number) => {
      value += by
    },
    read: (): Family[] => [toGauge(name, help, value)],
  }
}

export function toGauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [{ value }] }
}

/** Creates a histogram: the number of values up to each bound, their total number and their sum. */
export function createHistogram<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  bounds: readonly number[],
) {
  const series = createSeries(labelNames, () => ({ counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 }))
  const names = [...bounds.map(String), '+Inf']
  return {
    observe: (labels: Record<L, string>, value: number) => {
      const one = series.of(labels)
      let at = 0
      while (at < bounds.length && value > (bounds[at] ?? 0)) at++
      one.counts[at] = (one.counts[at] ?? 0) + 1
      one.sum += value
    },
    read: (): Family[] => {
      const samples = series.all().flatMap(([labels, { counts, sum }]): Sample[] => {
        let count = 0
        const buckets = names.map((le, at): Sample => {
          count += counts[at] ?? 0
          return { suffix: '_bucket', labels: { ...labels, le }, value: count }
        })
        return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }]
      })
      return [{ name, help, type: 'histogram', samples }]
    },
  }
}

function createSeries<L extends string, S>(labelNames: readonly L[], create: () => S) {
  const all = new Map<string, [labels: Record<L, string>, state: S]>()
  return {
    of: (labels: Record<L, string>): S => {
      let key = ''
      for (const name of labelNames) key += `${labels[name]}\n`
      const known = all.get(key)
      if (known) return known[1]
      const state = create()
      all.set(key, [{ ...labels }, state])
      return state
    },
    all: () => [...all.values()],
  }
}

/** Formats the families as Prometheus text, version 0.0.4. */
export function writeFamilies(families: Family[]): string {
  return families
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}`,
      )
      return [`# HELP ${name} ${escapeText(help)}`, `# TYPE ${name} ${type}`, ...lines].join('\n')
    })
    .join('\n')
    .concat('\n')
}

function writeLabels(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(value).replaceAll('"', '\\"')}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function writeNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (Number.isFinite(value)) return String(value)
  return value > 0 ? '+Inf' : '-Inf'
}
