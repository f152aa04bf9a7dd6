import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { bundledTests } from './tools/bundled-tests.ts'
import { commonPasswords } from './tools/common-passwords.ts'
import { contentScripts } from './tools/content-scripts.ts'
import { migrationNames } from './tools/migration-names.ts'

process.env['SESSION_SECRET'] ??= 'only-for-tests-only-for-tests-only-for-tests'

const inWorkerd = 'tests/{api,edge,jobs,xapi}/**/*.test.ts'
/** False in watch mode: without a bundle, a change runs only the tests that import the changed module. */
const isBundled = process.argv.includes('run')

/** Packages that the Worker imports, by import name. */
const libraries = [
  '@date-fns/tz',
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
  '@zip.js/zip.js/lib/zip-core-custom.js',
  'bloomfilter',
  'csv-parse/sync',
  'date-fns',
  'drizzle-orm',
  'drizzle-orm/sqlite-proxy',
  'drizzle-orm/sqlite-core',
  'fast-xml-parser',
  'hono',
  'hono/cookie',
  'i18next',
  'mrmime',
  'otpauth',
  'sanitize-html',
  'stripe',
  'zod',
]

const pure = ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'locales/**/*.test.ts', 'tools/**/*.test.ts']
/** Tests of whole commands; they need a build and take longer. */
const ofCommands = 'tools/**/*.commands.test.ts'

/** Pure tests that replace globals, such as `fetch` or the clock, or import a module again. They run isolated. */
const apart = globSync(pure, { exclude: [ofCommands] }).filter((file) =>
  /\bvi\.(stub|use|mock|doMock|resetModules|setSystemTime)|\bimport\(/.test(readFileSync(file, 'utf8')),
)

const longest = [
  'scope',
  'payments/orders',
  'waiting-list/histories',
  'protected-walk',
  'idempotency',
  'audit-edits/audit-edits',
  'results/seats',
  'protected-identities',
  'sign-in-limits',
  'access',
].map((name) => `/${name}.test.ts`)

/** Starts the longest test files first: started last, they would keep one core busy while the others are idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(path))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** Two kinds of tests: pure ones in Node, and those in workerd with real D1, R2 and Queues. */
export default defineConfig({
  test: {
    // Vitest's own choice leaves one core idle, half of a machine with two.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // Console output is shown for failed tests only.
    silent: 'passed-only',
    projects: [
      // These tests leave no state behind, so each module is loaded once for all of them.
      { test: { name: 'pure', testTimeout: 30_000, include: pure, exclude: [...apart, ofCommands], isolate: false } },
      { test: { name: 'commands', testTimeout: 120_000, include: [ofCommands] } },
      { test: { name: 'pure-apart', testTimeout: 30_000, include: apart } },
      {
        plugins: [
          isBundled
            ? bundledTests([inWorkerd, './tests/setup.ts', './tests/worker.ts'])
            : [commonPasswords(), contentScripts(), migrationNames()],
          cloudflareTest(async () => ({
            main: './tests/worker.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: { bindings: { MIGRATIONS: await readD1Migrations('./migrations') } },
          })),
        ],
        test: {
          name: 'workerd',
          // Generous, so that a busy machine does not fail a test.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Dependencies are bundled, as in the build: Vitest's module runner fetches file by file, hundreds for each
          // test file, and cannot link CommonJS packages such as sanitize-html.
          deps: { optimizer: { ssr: { enabled: !isBundled, include: libraries } } },
          include: [inWorkerd],
          // Starting a runtime takes longer than the tests of most files, so files share one, reset before each.
          isolate: false,
          setupFiles: ['./tests/setup.ts'],
          globalSetup: [
            './tests/mail-server.ts',
            './tests/bankid-server.ts',
            './tests/freja-server.ts',
            './tests/openid-server.ts',
            './tests/scanner-server.ts',
            './tests/stripe-server.ts',
            './tests/fortnox-server.ts',
            './tests/meeting-server.ts',
            './tests/redirecting-server.ts',
            './tests/webhook-receiver.ts',
          ],
        },
      },
    ],
  },
})
