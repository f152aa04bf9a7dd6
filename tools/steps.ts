import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { root } from './local-portal.ts'
import { outsideErrorsFile } from './outside-errors-reporter.ts'
import { type Outcome, readJourneyOutcome, readOutsideErrors, readTestOutcome } from './reports.ts'
import type { Step } from './run-steps.ts'

const reports = join(root, 'test-results/reports')
const one = (isGood: boolean): Outcome => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [] })

async function node(script: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const
  const [code] = await once(spawn(process.execPath, [join(root, 'node_modules', script), ...args], options), 'close')
  return code === 0
}

const step = (title: string, script: string, args: string[]): Step => ({
  title,
  run: async () => one(await node(script, args)),
})

/**
 * Reads a step's report. A run without one, or that failed outside any test, counts as one failure; `outside` names
 * what failed there.
 */
function readOutcome(
  isGood: boolean,
  report: string,
  read: (text: string) => Outcome,
  outside: readonly string[] = [],
): Outcome {
  if (!existsSync(report)) return one(false)
  const outcome = read(readFileSync(report, 'utf8'))
  if (isGood) return outcome
  const failures = [...outcome.failures, ...outside]
  if (failures.length === 0) failures.push('Something failed outside of any test: see above.')
  return { ...outcome, failed: Math.max(outcome.failed, 1), failures }
}

/** Returns the path of a report that does not exist yet, so that a run without a report is noticed. */
function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  return report
}

async function vitest(project: string, ...shard: string[]): Promise<Outcome> {
  const name = [project.replace('*', ''), ...shard.map((text) => text.replace(/\D+/g, '-'))].join('')
  const report = freshReport(name)
  const errors = freshReport(`${name}-outside`)
  const reporters = ['dot', 'json', './tools/outside-errors-reporter.ts'].map((reporter) => `--reporter=${reporter}`)
  const options = ['--silent=passed-only', ...reporters, `--outputFile.json=${report}`, ...shard]
  const isGood = await node('vitest/vitest.mjs', ['run', '--project', project, ...options], {
    [outsideErrorsFile]: errors,
  })
  const outside = existsSync(errors) ? readOutsideErrors(readFileSync(errors, 'utf8')) : []
  return readOutcome(isGood, report, readTestOutcome, outside)
}

/**
 * Runs the tests in workerd in two processes, one after the other: a runtime keeps some of the memory of every file,
 * and reached the limit of its heap after about 160.
 */
async function testInWorkerd(): Promise<Outcome> {
  const halves = [await vitest('workerd', '--shard=1/2'), await vitest('workerd', '--shard=2/2')]
  return {
    passed: halves.reduce((sum, { passed }) => sum + passed, 0),
    failed: halves.reduce((sum, { failed }) => sum + failed, 0),
    failures: halves.flatMap(({ failures }) => failures),
  }
}

async function playJourneys(names: readonly string[]): Promise<Outcome> {
  const report = freshReport('journeys')
  const isGood = await node('@playwright/test/cli.js', ['test', '--reporter=line,json', ...names], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    CHROMIUM_PATH: ensureChromium(),
  })
  return readOutcome(isGood, report, readJourneyOutcome)
}

/** Results of the last check, so that unchanged files are skipped; deleting the folder loses nothing. */
const cache = join(root, '.cache/check')

const astroFiles = ['--check', 'src/**/*.astro', '--log-level=warn', '--no-error-on-unmatched-pattern']
const cachedFormat = ['--cache', '--cache-strategy', 'content', '--cache-location', join(cache, 'prettier')]
const cachedTypes = ['--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')]

/** Only the pages; the native compiler checks other files, see docs/decisions/047-checks-and-journeys.md. */
const pages = ['--tsconfig', 'tsconfig.pages.json']

/** Checkers share nothing: each further one computes most types again. */
const oneChecker = ['--checkers', '1']

export const formatAndLint = step('Format and lint', '@biomejs/biome/bin/biome', ['ci', '--max-diagnostics=50'])
export const pageFormat = step('Format of pages', 'prettier/bin/prettier.cjs', [...astroFiles, ...cachedFormat])
export const unusedCode = step('Unused code', 'knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors'])
export const types = step('Types', 'typescript-native/bin/tsc', ['--noEmit', '-p', '.', ...oneChecker, ...cachedTypes])
export const pageTypes = step('Types of pages', 'astro/bin/astro.mjs', [
  'check',
  '--minimumFailingSeverity',
  'error',
  ...pages,
])
export const pureTests: Step = { title: 'Pure tests and architecture', run: () => vitest('pure*') }
export const workerdTests: Step = { title: 'Tests in workerd', run: testInWorkerd }
/** Runs the commands of a deployment against a server that stands in for Cloudflare's API. */
export const commandTests: Step = { title: 'Deployment', run: () => vitest('commands') }
/** Builds the Worker when it is stale. */
export const build = step('Build', '../tools/build.ts', [])
/** Backs up the seeded portal and restores it into an empty database. */
export const restoreDrill = step('Restore drill', '../tools/restore/drill.ts', [])
/** Seeds the portal that the browser journeys copy, unless it is up to date. */
export const journeyTemplate = step('A portal for the journeys', '../tools/template.ts', [])

/**
 * Returns the step that runs the browser journeys, or those whose files match one of the names; the Worker is built
 * first when it is stale.
 */
export const journeys = (names: readonly string[] = []): Step => ({
  title: 'Browser journeys',
  run: () => playJourneys(names),
})
