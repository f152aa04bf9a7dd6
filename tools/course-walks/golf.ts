import type { Frame, Page } from 'playwright'
import { findFrame, type Walker } from './walker.ts'

const half = 7
/** Marks a page that is about to be left. */
const left = 'data-left'

/** Returns the frame with the buttons, which frames the current page. */
const frameOf = (page: Page) => findFrame(page, '#butNext')

/** Returns the path of the current page, without the query that the course adds. */
const shownIn = (frame: Frame): Promise<string> =>
  frame.evaluate(
    () => document.querySelector<HTMLIFrameElement>('#contentFrame')?.contentWindow?.location.pathname ?? '',
  )

/** Presses next and waits until a page has loaded, which may be the same page again. */
async function next(frame: Frame): Promise<void> {
  await frame.frameLocator('#contentFrame').locator('body').waitFor()
  await frame.evaluate((mark) => {
    const shown = document.querySelector<HTMLIFrameElement>('#contentFrame')?.contentDocument
    shown?.documentElement.setAttribute(mark, '')
  }, left)
  await frame.locator('#butNext').click()
  await frame.frameLocator('#contentFrame').locator(`html:not([${left}]) body`).waitFor()
}

/** Answers the test, which marks its right answers and shows the wanted number after its field. */
async function answerAll(test: Frame): Promise<void> {
  for (const answer of await test.locator('.correctAnswer').all()) {
    const radio = answer.locator('input[type=radio]')
    if ((await radio.count()) > 0) await radio.check()
    else await answer.locator('input').fill(/\d+/.exec((await answer.textContent()) ?? '')?.[0] ?? '')
  }
  await test.getByRole('button', { name: 'Submit Answers' }).click()
}

/** Walks Rustici's Golf example, in each format with a next button: fifteen pages, the last of them a test. */
export const golf: Walker = {
  tool: 'Rustici Golf',
  rule: 'passed',
  matches: ({ names }) => names.some((name) => name.endsWith('Etiquette/Course.html')),
  async goHalfWay(page) {
    const frame = await frameOf(page)
    await frame.locator('#butNext:not([disabled])').waitFor()
    for (let pages = 0; pages < half; pages++) await next(frame)
    return shownIn(frame)
  },
  async resume(page) {
    const frame = await frameOf(page)
    let shown = ''
    for (; !shown.includes('/'); shown = await shownIn(frame)) await frame.waitForTimeout(50)
    return shown
  },
  async finish(page) {
    const frame = await frameOf(page)
    while (await frame.locator('#butNext').isEnabled()) await next(frame)
    await answerAll(await findFrame(page, 'input[value="Submit Answers"]'))
  },
}
