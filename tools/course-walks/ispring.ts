import type { Frame } from 'playwright'
import { takeQuiz } from './ispring-quiz.ts'
import { findFrame, type Walker, waitForStoredPlace } from './walker.ts'

const slide = '.progressbar__label:not(.progressbar__label_type_time)'
const next = '.universal-control-panel__button_next'
const resume = '.message-box-buttons-panel__window-button'

async function goToQuiz(frame: Frame): Promise<void> {
  while (await frame.locator(slide).isVisible()) {
    // The player ignores presses while it turns a page, and the button disappears when a quiz begins.
    const press = frame.locator(next).click({ timeout: 1000 })
    await press.catch(() => undefined)
    await frame.waitForTimeout(700)
  }
}

async function describePlace(frame: Frame): Promise<string> {
  const shown = frame.locator(slide).filter({ hasText: /\d/ })
  await shown.waitFor()
  return (await shown.textContent()) ?? ''
}

/**
 * Walks iSpring courses with slides and two quizzes of one right choice each: half-way is after the first quiz, and the
 * end after the second.
 */
export const ispring: Walker = {
  tool: 'iSpring',
  rule: 'course',
  matches: ({ names }) => names.includes('res/data/quizplayer.js'),
  async goHalfWay(page) {
    const frame = await findFrame(page, slide)
    await goToQuiz(frame)
    await takeQuiz(frame)
    await frame.locator('.quiz-control-panel__button_right-arrow:visible').click()
    const place = await describePlace(frame)
    await waitForStoredPlace(page)
    return place
  },
  async resume(page) {
    const frame = await findFrame(page, resume)
    await frame.locator(resume).first().click()
    return describePlace(frame)
  },
  async finish(page) {
    const frame = await findFrame(page, slide)
    await goToQuiz(frame)
    await takeQuiz(frame)
  },
}
