import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.ts'
import { readyChromium } from './chromium.ts'
import { root } from './house.ts'

interface Outcome {
  passed: number
  failed: number
}

interface Step {
  title: string
  run: () => Outcome
}

const reports = join(root, 'test-results/reports')
const one = (isGood: boolean): Outcome => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 })

function node(script: string, args: string[], env: Record<string, string> = {}): boolean {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], options).status === 0
}

/** A report counts the tests; a run that left none, or failed outside any test, counts as one failure. */
function counted(isGood: boolean, report: string, read: (text: string) => Outcome): Outcome {
  if (!existsSync(report)) return one(false)
  const outcome = read(readFileSync(report, 'utf8'))
  return isGood || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

/** What this machine lacks something for is no success: it is said by name. */
function tellSkipped(files: VitestReport['testResults']): void {
  const skipped = files.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'skipped'))
  for (const { fullName } of skipped) console.log(`Not run on this machine: ${fullName}`)
}

function vitest(project: string): Outcome {
  const report = join(reports, `${project}.json`)
  const isGood = node('vitest/vitest.mjs', [
    ...[
      'run',
      '--project',
      project,
      '--silent=passed-only',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  ])
  return counted(isGood, report, (text) => {
    const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(text) as VitestReport
    tellSkipped(testResults)
    return { passed, failed }
  })
}

function journeys(): Outcome {
  const report = join(reports, 'journeys.json')
  const chromium = readyChromium()
  const isGood = node('@playwright/test/cli.js', ['test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    CHROMIUM_PATH: chromium,
  })
  return counted(isGood, report, (text) => {
    const { expected, flaky, unexpected } = JSON.parse(text).stats
    if (flaky > 0) console.log(`${flaky} passed at the second attempt only: their names stand above, as flaky.`)
    return { passed: expected + flaky, failed: unexpected }
  })
}

function built(): Outcome {
  try {
    build()
    return one(true)
  } catch (error) {
    console.error(error)
    return one(false)
  }
}

const astroFiles = ['--check', 'src/**/*.astro', '--log-level=warn', '--no-error-on-unmatched-pattern']

const steps: Step[] = [
  { title: 'Format and lint', run: () => one(node('@biomejs/biome/bin/biome', ['ci', '--max-diagnostics=50'])) },
  { title: 'Format of pages', run: () => one(node('prettier/bin/prettier.cjs', astroFiles)) },
  { title: 'Build', run: built },
  { title: 'Types', run: () => one(node('typescript/bin/tsc', ['--noEmit', '-p', '.'])) },
  {
    title: 'Types of pages',
    run: () => one(node('astro/bin/astro.mjs', ['check', '--minimumFailingSeverity', 'error'])),
  },
  { title: 'Pure tests and architecture', run: () => vitest('pure') },
  { title: 'Tests in workerd', run: () => vitest('workerd') },
  { title: 'Browser journeys', run: journeys },
]

const wanted = process.argv.slice(2)
const chosen = steps.filter(
  ({ title }) => wanted.length === 0 || wanted.some((word) => title.toLowerCase().includes(word)),
)
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const lines: string[] = []
const total: Outcome = { passed: 0, failed: 0 }
for (const { title, run } of chosen) {
  console.log(`\n━━ ${title} ${'━'.repeat(60 - title.length)}`)
  const begun = Date.now()
  const { passed, failed } = run()
  total.passed += passed
  total.failed += failed
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  lines.push(
    `  ${failed === 0 ? '✓' : '✗'} ${title.padEnd(30)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.padStart(7)} s`,
  )
}
console.log(`\n━━ All ${'━'.repeat(57)}\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
