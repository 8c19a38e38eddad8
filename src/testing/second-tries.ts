/** As much of Playwright's report as is read here. */
export type Report = { suites?: Suite[] }
type Suite = { suites?: Suite[]; specs?: { file: string; title: string; tests: { status: string }[] }[] }

/** One on a crowded machine is bad luck, two may be; more say that something is wrong. */
const mostSecondTries = 2

/** The journeys that passed only at their second try, by name, and whether that is too many of them. */
export function findSecondTries(report: Report): { names: string[]; isTooMany: boolean } {
  const names = (report.suites ?? []).flatMap(listNames)
  return { names, isTooMany: names.length > mostSecondTries }
}

function listNames({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(listNames)]
}
