import type { Frame } from 'playwright'
import { takeQuiz } from './ispring-quiz.ts'
import { frameWith, placeTold, type Walker } from './walker.ts'

const slide = '.progressbar__label:not(.progressbar__label_type_time)'
const next = '.universal-control-panel__button_next'
const resume = '.message-box-buttons-panel__window-button'

async function goToQuiz(frame: Frame): Promise<void> {
  while (await frame.locator(slide).isVisible()) {
    // The player loses a press while it turns a page, and the button goes when a quiz comes.
    const press = frame.locator(next).click({ timeout: 1000 })
    await press.catch(() => undefined)
    await frame.waitForTimeout(700)
  }
}

async function standing(frame: Frame): Promise<string> {
  const shown = frame.locator(slide).filter({ hasText: /\d/ })
  await shown.waitFor()
  return (await shown.textContent()) ?? ''
}

/** iSpring with slides and two quizzes of one right choice each: past the first is half-way, and past the second the end. */
export const ispring: Walker = {
  tool: 'iSpring',
  rule: 'course',
  knows: ({ names }) => names.includes('res/data/quizplayer.js'),
  async goHalfWay(page) {
    const frame = await frameWith(page, slide)
    await goToQuiz(frame)
    await takeQuiz(frame)
    await frame.locator('.quiz-control-panel__button_right-arrow:visible').click()
    const place = await standing(frame)
    await placeTold(page)
    return place
  },
  async place(page) {
    const frame = await frameWith(page, resume)
    await frame.locator(resume).first().click()
    return standing(frame)
  },
  async finish(page) {
    const frame = await frameWith(page, slide)
    await goToQuiz(frame)
    await takeQuiz(frame)
  },
}
