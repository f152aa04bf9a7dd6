import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './tools/chromium.ts'

/**
 * Journeys that run in one window only: they test answers of the server, courses, the record store and bad connections,
 * which do not depend on its size. Their screens are walked in both windows by other journeys.
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
  'learner-windows',
  'markup',
  'narrow-windows',
  'office-windows',
  'offline-statements',
  'round-trips',
  'scorm12',
  'scorm2004',
  'statistics',
]

/**
 * Journeys of the office, which works in a wide window: `office-windows` inspects each of its pages in the window of a
 * phone and of a tablet. What people of the office do on a phone, such as marking attendance, is in other journeys.
 */
const office = [
  'broken-database',
  'bulk-selections',
  'configuration',
  'course-figures',
  'education-people',
  'educator-materials',
  'filter-chips',
  'imports',
  'invoices',
  'kit',
  'list-exports',
  'mailing-drafts',
  'mailing-rules',
  'mailings',
  'mails',
  'media',
  'not-set-up',
  'occasion-series',
  'office-person',
  'office-presses',
  'operations',
  'organizations',
  'overview',
  'person-merges',
  'person-office',
  'protected-identities',
  'report-schedules',
  'saved-views',
  'staff-sign-in',
  'statements',
  'study-reports',
  'tags',
  'users',
  'webhooks',
]

/** Journeys of screens that a wide window lays out in another way; they run in both windows. */
const both = [
  'calendar',
  'chrome',
  'external-login',
  'finding',
  'first-screen',
  'identified-accounts',
  'long-forms',
  'occasion-management',
  'office-home',
  'organization-office',
  'palette',
  'peek',
  'practical-exams',
  'public-catalogue',
  'selections',
  'shell',
  'submissions',
  'worklist',
]

const missing = [...once, ...office, ...both].filter(
  (name) => !existsSync(join(import.meta.dirname, `tests/journeys/${name}.spec.ts`)),
)
if (missing.length > 0) throw new Error(`no such journeys: ${missing.join(', ')}`)

const filesOf = (...lists: string[][]) => `**/{${lists.flat().join(',')}}.spec.ts`
const wide = { viewport: { width: 1440, height: 900 } }

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  globalSetup: './tests/journeys/template.ts',
  // One more than the two cores of a small machine: a journey often waits, for a course or a cut connection.
  workers: 3,
  forbidOnly: process.env['CI'] !== undefined,
  // Limits only end what hangs: a busy machine takes several times as long as an idle one.
  timeout: 180_000,
  // A busy machine may drop a frame or a connection. The second try has a fresh portal.
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // Drawing transitions costs more than the page; the journey of the finish line asks for them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace slows a journey down, so only the second try records one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    actionTimeout: 40_000,
    launchOptions: { args: chromiumFlags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'phone',
      // A phone has no keyboard; `@once` marks journeys of the wide window.
      grepInvert: /@keyboard|@once/,
      testIgnore: filesOf(once, office),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'wide', testMatch: filesOf(once, office, both), use: wide },
    // Other journeys are those of a learner on a phone: `learner-windows` inspects their pages in a wide window.
    { name: 'wide-once', testIgnore: filesOf(once, office, both), grep: /@keyboard|@once/, use: wide },
  ],
})
