import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

process.env['SESSION_SECRET'] ??= 'only-for-tests-only-for-tests-only-for-tests'

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
    // The log lines of a test are told when it fails.
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'pure',
          // Else a core is left idle, which on two is half of them.
          maxWorkers: availableParallelism(),
          testTimeout: 30_000,
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'locales/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            main: './tests/worker.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                MIGRATIONS: await readD1Migrations('./migrations'),
                // Counted in the runtime's memory by people's ids, which begin anew with each file.
                CALLS_PER_MINUTE: '1000000',
              },
            },
          })),
        ],
        test: {
          name: 'workerd',
          // One runtime for many files: to start it and to load the portal costs more than most files' tests.
          isolate: false,
          // All in one go: what a library keeps of one request it would wait for in vain in another.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          // A loaded machine is not a broken portal.
          testTimeout: 30_000,
          // The queue may bring a job of the file before into a count of round trips; what fails twice is broken.
          retry: 1,
          hookTimeout: 60_000,
          // Bundled as the build does: the tests' module runner fetches file by file, hundreds of them for every test file,
          // and cannot link CommonJS, which sanitize-html is all the way down.
          deps: { optimizer: { ssr: { enabled: true, include: libraries } } },
          include: ['tests/{api,edge,jobs,xapi}/**/*.test.ts'],
          setupFiles: ['./tests/setup.ts'],
          globalSetup: ['./tests/mail-server.ts', './tests/bankid-server.ts', './tests/stripe-server.ts'],
        },
      },
    ],
  },
})
