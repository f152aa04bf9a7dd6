/** Outcome of one step; `failures` name each failure, with the first lines of its reason. */
export interface Outcome {
  passed: number
  failed: number
  failures: string[]
}

// The reports contain ANSI colours.
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one.
const colours = /\u001b\[\d*m/g
const linesOfReason = 6

function failureOf(name: string, reason: string | undefined): string {
  const lines = (reason ?? '').replace(colours, '').split('\n').slice(0, linesOfReason)
  return [name, ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`)].join('\n')
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    message: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

const fileOf = (path: string) => path.replace(/^.*?\/(?=(?:src|tests|tools)\/)/, '')

/**
 * Reads Vitest's JSON report. Tests skipped because this machine lacks something are printed by name and not counted as
 * passed.
 */
export function readTestOutcome(text: string): Outcome {
  const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(text) as VitestReport
  const each = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((one) => ({ name, ...one })))
  for (const { fullName } of each.filter(({ status }) => status === 'skipped')) {
    console.log(`Not run on this machine: ${fullName}`)
  }
  const ofTests = each
    .filter(({ status }) => status === 'failed')
    .map(({ name, fullName, failureMessages }) => failureOf(`${fileOf(name)} › ${fullName}`, failureMessages?.[0]))
  const ofFiles = testResults
    .filter(({ status, message }) => status === 'failed' && message !== '')
    .map(({ name, message }) => failureOf(fileOf(name), message))
  return { passed, failed, failures: [...ofTests, ...ofFiles] }
}

/**
 * Reads the file of `outside-errors-reporter.ts`, one failure for each error that happened outside any test, in order.
 */
export function readOutsideErrors(text: string): string[] {
  const errors = JSON.parse(text) as string[]
  return errors.map((error) => failureOf('Outside of any test', error))
}

interface Suite {
  file: string
  suites?: Suite[]
  specs: {
    title: string
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

interface JourneysReport {
  suites: Suite[]
  stats: { expected: number; flaky: number; unexpected: number }
}

const runsIn = ({
  file,
  specs,
  suites = [],
}: Suite): { name: string; status: string; reason: string | undefined }[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file} › ${title}`,
      status,
      reason: results.find(({ error }) => error)?.error?.message,
    })),
  ),
  ...suites.flatMap(runsIn),
]

/**
 * Reads Playwright's JSON report. A journey that passed only at the second attempt is printed with the error of the
 * first.
 */
export function readJourneyOutcome(text: string): Outcome {
  const { suites, stats } = JSON.parse(text) as JourneysReport
  const runs = suites.flatMap(runsIn)
  const named = (wantedStatus: string) =>
    runs.filter(({ status }) => status === wantedStatus).map(({ name, reason }) => failureOf(name, reason))
  for (const flaky of named('flaky')) console.log(`Passed at the second attempt only: ${flaky}`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures: named('unexpected') }
}
