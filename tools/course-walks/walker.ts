import type { BrowserContext, Frame, Page } from 'playwright'
import type { PackageFile } from './package-file.ts'

/** How a learner goes through one kind of course. */
export interface Walker {
  tool: string
  /** Whether it is one of these, by its manifest and its files. */
  knows: (file: PackageFile) => boolean
  /** What the part asks of it before it is done. */
  rule: 'course' | 'passed'
  /** Goes half-way; answers where that is, in words that are the same when the course is opened there again. */
  goHalfWay: (page: Page) => Promise<string>
  /** Answers whatever the course asks when it is opened again, and where it stands. */
  place: (page: Page) => Promise<string>
  finish: (page: Page) => Promise<void>
}

const patienceMs = 20_000

/** Of all windows that are open, a course's own too. */
const framesOf = (context: BrowserContext) => context.pages().flatMap((page) => page.frames())

/** Courses frame their own pages, some several deep: the frame that holds what is looked for. */
export async function frameWith(page: Page, selector: string): Promise<Frame> {
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

/** A course says where one is a little later than it shows it, and says nothing when it is closed before. */
export async function placeTold(page: Page): Promise<void> {
  const isPlace = (method: string, url: string) => method === 'PUT' && url.includes('/activities/state?')
  const told = await page.waitForRequest((request) => isPlace(request.method(), request.url()))
  await told.response().catch(() => null)
}
