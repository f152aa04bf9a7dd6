import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './tools/chromium.ts'

/**
 * Journeys about answers of the server, courses and the record store, and a bad connection, which no window changes.
 * Other journeys show the screens about them in both windows.
 */
const once = [
  'bad-connection',
  'changed-sessions',
  'closed-early',
  'cmi5',
  'completion-push',
  'cookie-tossing',
  'deployment-smoke',
  'guard',
  'headers',
  'hostile-courses',
  'launches',
  'markup',
  'narrow-windows',
  'offline-statements',
  'round-trips',
  'scorm12',
  'scorm2004',
  'statistics',
]

const missing = once.filter((name) => !existsSync(join(import.meta.dirname, `tests/journeys/${name}.spec.ts`)))
if (missing.length > 0) throw new Error(`no such journeys: ${missing.join(', ')}`)

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  globalSetup: './tests/journeys/template.ts',
  // One more than the cores of a small machine: a journey often waits, for a course's next word or a line that is cut.
  workers: 3,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 45_000,
  // A starved machine may drop a frame or a connection; what fails twice, the second time on a fresh portal, is broken.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // What fails is played again, and only then recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: { args: chromiumFlags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'phone',
      // A phone has no keyboard, and what has nothing to do with the window is shown in one of them.
      grepInvert: /@keyboard|@once/,
      testIgnore: `**/{${once.join(',')}}.spec.ts`,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
