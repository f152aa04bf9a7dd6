import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { bundledTests, nativeModules } from './tools/bundled-tests.ts'

process.env['SESSION_SECRET'] ??= 'only-for-tests-only-for-tests-only-for-tests'

const inWorkerd = 'tests/{api,edge,jobs,xapi}/**/*.test.ts'
/** Not when watching: then each module stands for itself, so that a change runs the tests it touches. */
const isBundled = process.argv.includes('run')

/** What the Worker brings along of others, by the names it is imported by. */
const libraries = [
  '@date-fns/tz',
  '@zip.js/zip.js/lib/zip-core-custom.js',
  'csv-parse/sync',
  'date-fns',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'fast-xml-parser',
  'hono',
  'hono/cookie',
  'i18next',
  'mrmime',
  'sanitize-html',
  'stripe',
  'zod',
]

/** Two kinds: pure tests beside their files in plain Node, and tests in workerd with real D1, R2 and Queues. */
export default defineConfig({
  test: {
    // Else a core is left idle, which on two is half of them.
    maxWorkers: availableParallelism(),
    // The log lines of a test are told when it fails.
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'pure',
          testTimeout: 30_000,
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'locales/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        plugins: [
          isBundled && bundledTests([inWorkerd, './tests/setup.ts', './tests/worker.ts']),
          cloudflareTest(async () => ({
            main: './tests/worker.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { MIGRATIONS: await readD1Migrations('./migrations') },
              modulesRules: nativeModules,
            },
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
          setupFiles: ['./tests/setup.ts'],
          globalSetup: ['./tests/mail-server.ts', './tests/bankid-server.ts', './tests/stripe-server.ts'],
        },
      },
    ],
  },
})
