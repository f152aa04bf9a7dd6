import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readyChromium } from './chromium.ts'
import { root } from './house.ts'
import { type Outcome, outcomeOfJourneys, outcomeOfTests } from './reports.ts'

interface Step {
  title: string
  run: () => Promise<Outcome>
}

const reports = join(root, 'test-results/reports')
const one = (isGood: boolean): Outcome => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [] })

async function node(script: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const
  const [code] = await once(spawn(process.execPath, [join(root, 'node_modules', script), ...args], options), 'close')
  return code === 0
}

const good = async (script: string, args: string[]): Promise<Outcome> => one(await node(script, args))

/** A report counts the tests; a run that left none, or failed outside any test, counts as one failure. */
function counted(isGood: boolean, report: string, read: (text: string) => Outcome): Outcome {
  if (!existsSync(report)) return one(false)
  const outcome = read(readFileSync(report, 'utf8'))
  const outside = ['Something failed outside of any test: see above.']
  return isGood || outcome.failed > 0 ? outcome : { ...outcome, failed: 1, failures: outside }
}

async function vitest(project: string): Promise<Outcome> {
  const report = join(reports, `${project.replace('*', '')}.json`)
  const isGood = await node('vitest/vitest.mjs', [
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
  return counted(isGood, report, outcomeOfTests)
}

async function journeys(): Promise<Outcome> {
  const report = join(reports, 'journeys.json')
  const chromium = readyChromium()
  const isGood = await node('@playwright/test/cli.js', ['test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    CHROMIUM_PATH: chromium,
  })
  return counted(isGood, report, outcomeOfJourneys)
}

const astroFiles = ['--check', 'src/**/*.astro', '--log-level=warn', '--no-error-on-unmatched-pattern']

/** Other files are the native compiler's; docs/decisions/188-what-a-check-need-not-do-twice.md. */
const pages = ['--tsconfig', 'tsconfig.pages.json']

/** Checkers share nothing: each further one works out again most of the types that the others have worked out. */
const oneChecker = ['--checkers', '1']

const build: Step = { title: 'Build', run: () => good('../tools/build.ts', []) }

/** Most steps keep a single core busy, so two lanes run beside each other. */
const besideBuild: Step[] = [
  { title: 'Format and lint', run: () => good('@biomejs/biome/bin/biome', ['ci', '--max-diagnostics=50']) },
  { title: 'Format of pages', run: () => good('prettier/bin/prettier.cjs', astroFiles) },
  { title: 'Unused code', run: () => good('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']) },
  { title: 'Pure tests and architecture', run: () => vitest('pure*') },
]

const inWorkerd: Step[] = [{ title: 'Tests in workerd', run: () => vitest('workerd') }]

/** The build writes the types of what is in the folders, and the portal of the journeys is seeded through it. */
const besideWorkerd: Step[] = [
  { title: 'Types', run: () => good('typescript-native/bin/tsc', ['--noEmit', '-p', '.', ...oneChecker]) },
  {
    title: 'Types of pages',
    run: () => good('astro/bin/astro.mjs', ['check', '--minimumFailingSeverity', 'error', ...pages]),
  },
  { title: 'A portal for the journeys', run: () => good('../tools/template.ts', []) },
]

const inBrowser: Step[] = [{ title: 'Browser journeys', run: journeys }]

const wanted = process.argv.slice(2)
const isWanted = ({ title }: Step) => wanted.length === 0 || wanted.some((word) => title.toLowerCase().includes(word))
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const lines: string[] = []
const total: Outcome = { passed: 0, failed: 0, failures: [] }

async function take({ title, run }: Step) {
  console.log(`\n━━ ${title} ${'━'.repeat(60 - title.length)}`)
  const begun = Date.now()
  const { passed, failed, failures } = await run()
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  lines.push(
    `  ${failed === 0 ? '✓' : '✗'} ${title.padEnd(30)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.padStart(7)} s`,
  )
}

async function takeAll(steps: Step[]) {
  for (const step of steps.filter(isWanted)) await take(step)
}

const begun = Date.now()
const built = takeAll([build])
await Promise.all([
  built.then(() => takeAll(inWorkerd)),
  takeAll(besideBuild)
    .then(() => built)
    .then(() => takeAll(besideWorkerd)),
])
await takeAll(inBrowser)
const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
console.log(
  `\n━━ All ${'━'.repeat(57)}\n${[...lines, ...total.failures].join('\n')}\n\n${total.passed} passed, ${total.failed} failed, ${minutes} min`,
)
process.exit(total.failed === 0 ? 0 : 1)
