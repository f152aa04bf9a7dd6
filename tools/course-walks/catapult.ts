import type { Frame, Page } from 'playwright'
import { findFrame, type Walker } from './walker.ts'

const bookmark = '#bookmark-overlay.full-overlay-visible .resume-button'
const right = 'button:text("(Select correct answers)")'
const next = '#next:not([disabled]), .footerbar'

const units = (page: Page) => page.getByRole('navigation', { name: 'Innehåll' }).getByRole('button')

/** Returns the frame or window of the open unit, with its page shown; opens the window when the unit needs one. */
async function openedUnit(page: Page): Promise<Frame> {
  const own = page.getByRole('link', { name: 'Öppna kursen' })
  const frame = findFrame(page, `.navmenuitem.current, ${bookmark}`)
  await Promise.race([frame, own.waitFor().then(() => own.click())]).catch(() => undefined)
  return frame
}

const titleIn = async (frame: Frame) => (await frame.locator('#content .title').first().textContent())?.trim() ?? ''

/** Goes to the last page of the unit, through its test if it has one, and exits. */
async function finishUnit(page: Page): Promise<void> {
  const frame = await openedUnit(page)
  while (await frame.locator(next).first().isVisible()) await frame.locator(next).first().click()
  if (await frame.locator(right).isVisible()) {
    await frame.locator(right).click()
    await frame.getByRole('button', { name: 'Submit Answers' }).click()
  }
  // Some units have the exit button on their last page only, some in the result of their test.
  await frame.locator('.exit-button:visible').last().click()
}

/** Returns the state of each unit: done, started or not begun. */
const states = async (page: Page) => (await units(page).allTextContents()).join(' · ')

async function finishUnits(page: Page, from: number, to: number): Promise<void> {
  for (let place = from; place < to; place++) {
    const unit = units(page).nth(place)
    await unit.click()
    await finishUnit(page)
    await unit.filter({ hasText: 'Klar' }).waitFor()
  }
}

/** Walks ADL's CATAPULT examples, by Rustici: cmi5 in one unit or several, in the frame or in a window of their own. */
export const catapult: Walker = {
  tool: 'CATAPULT',
  rule: 'course',
  matches: ({ manifest }) => manifest.includes('w3id.org/xapi/cmi5/catapult'),
  async goHalfWay(page) {
    await units(page)
      .or(page.getByRole('link', { name: 'Öppna kursen' }))
      .or(page.locator('dialog iframe'))
      .first()
      .waitFor()
    const count = await units(page).count()
    await finishUnits(page, 0, Math.floor(count / 2))
    if (count > 0) return states(page)
    const frame = await openedUnit(page)
    for (let pages = 0; pages < 3; pages++) await frame.locator(next).first().click()
    return titleIn(frame)
  },
  async resume(page) {
    await units(page)
      .or(page.getByRole('link', { name: 'Öppna kursen' }))
      .or(page.locator('dialog iframe'))
      .first()
      .waitFor()
    if ((await units(page).count()) > 0) return states(page)
    const frame = await openedUnit(page)
    await frame.locator(bookmark).click()
    return titleIn(frame)
  },
  async finish(page) {
    const count = await units(page).count()
    if (count === 0) await finishUnit(page)
    else await finishUnits(page, Math.floor(count / 2), count)
  },
}
