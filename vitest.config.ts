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
/** Not when watching: then each module stands for itself, so that a change runs the tests it touches. */
const isBundled = process.argv.includes('run')

/** What the Worker brings along of others, by the names it is imported by. */
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
/** Tests of whole commands, which need a build and take longer. */
const ofCommands = 'tools/**/*.commands.test.ts'

/** Pure tests that change what all share, such as `fetch` or the clock, or ask for a module afresh. */
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

/** What takes longest begins first: at the end it would keep one core busy and leave the others idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(path))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** Two kinds: pure tests beside their files in plain Node, and tests in workerd with real D1, R2 and Queues. */
export default defineConfig({
  test: {
    // Else a core is left idle, which on two is half of them.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // The log lines of a test are told when it fails.
    silent: 'passed-only',
    projects: [
      // The others leave nothing behind, so each module is loaded once for all of them.
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
          // A loaded machine is not a broken portal.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Bundled as the build does: the tests' module runner fetches file by file, hundreds of them for every test file,
          // and cannot link CommonJS, which sanitize-html is all the way down.
          deps: { optimizer: { ssr: { enabled: !isBundled, include: libraries } } },
          include: [inWorkerd],
          // Starting a runtime took longer than most files' tests; each file begins anew in the one it comes to.
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
