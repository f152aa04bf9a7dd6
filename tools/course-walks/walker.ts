import type { BrowserContext, Frame, Page } from 'playwright'
import type { PackageFile } from './package-file.ts'

/** Steps of a learner through one kind of course. */
export interface Walker {
  tool: string
  /** True when the manifest and the files are of this kind. */
  matches: (file: PackageFile) => boolean
  /** Completion rule of the part. */
  rule: 'course' | 'passed'
  /** Goes half-way; returns the place as a text that is the same when the course is reopened there. */
  goHalfWay: (page: Page) => Promise<string>
  /** Answers the course's question on reopening, and returns the place. */
  resume: (page: Page) => Promise<string>
  finish: (page: Page) => Promise<void>
}

const patienceMs = 20_000

/** Lists the frames of all open windows, including those that the course opened. */
const framesOf = (context: BrowserContext) => context.pages().flatMap((page) => page.frames())

/**
 * Returns the frame with the visible element; courses nest frames several levels deep.
 * @throws Error when none has it in time.
 */
export async function findFrame(page: Page, selector: string): Promise<Frame> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    for (const frame of framesOf(page.context())) {
      const found = frame.locator(selector).first()
      if (await found.isVisible().catch(() => false)) return frame
    }
    await page.waitForTimeout(100)
  }
  throw new Error(`nowhere in the course: ${selector}`)
}

/**
 * Waits until the course has stored the place: it does so a little later than it shows it, and not at all when closed
 * before.
 */
export async function waitForStoredPlace(page: Page): Promise<void> {
  const isPlace = (method: string, url: string) => method === 'PUT' && url.includes('/activities/state?')
  const request = await page.waitForRequest((request) => isPlace(request.method(), request.url()))
  await request.response().catch(() => null)
}
