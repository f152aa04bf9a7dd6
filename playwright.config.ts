import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './tools/chromium.ts'

/**
 * What the server answers, what a course and the record store tell each other, and what a bad line loses: in every window the
 * same. The screens about them are shown in both by other journeys.
 */
const once = [
  'bad-line',
  'changed-sessions',
  'closed-early',
  'cmi5',
  'guard',
  'headers',
  'hostile-courses',
  'kept-statements',
  'launches',
  'markup',
  'round-trips',
  'scorm12',
  'scorm2004',
  'statistics',
  'told-completions',
  'tossed-cookies',
]

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
