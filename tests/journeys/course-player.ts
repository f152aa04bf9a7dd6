import type { FrameLocator, Page } from '@playwright/test'
import { questions as flags } from '#story/courses/flaggor-pa-banan/questions.js'
import { questions as leading } from '#story/courses/leda-ovningar/questions.js'
import { questions as pit } from '#story/courses/sakerhet-i-depan/questions.js'
import { expect } from './fixtures.ts'
import { signIn } from './sign-in.ts'

interface Question {
  text: string
  right: string
  choices: { id: string; text: string }[]
}

const questions: readonly Question[] = [...flags, ...leading, ...pit]

/** Returns the frame of the course in the player. */
export const courseFrame = (page: Page): FrameLocator => page.frameLocator('dialog iframe')

export const slideHeading = (page: Page) => courseFrame(page).locator('h2:visible')

/** Goes through the slides and starts the quiz. */
export async function readToQuiz(page: Page): Promise<void> {
  const course = courseFrame(page)
  const start = course.getByRole('button', { name: /Starta provet|Försök igen|Gör om provet/ })
  const onwards = course.getByRole('button', { name: /^Nästa/ })
  await expect(start.or(onwards).first()).toBeVisible()
  while (!(await start.isVisible())) await onwards.click()
  await start.click()
}

/** Answers one question; returns true after the last one. */
async function answerOne(page: Page, rightly: boolean): Promise<boolean> {
  const course = courseFrame(page)
  const questionText = (await course.locator('legend h2').textContent()) ?? ''
  // Read before answering: after the last right answer the pop-up or a reload may be quicker than this test.
  const [, place, all] = /Fråga (\d+) av (\d+)/.exec((await course.locator('legend').textContent()) ?? '') ?? []
  const isLast = place === all
  const question = questions.find(({ text }) => text === questionText)
  if (!question) throw new Error(`a question nobody wrote: ${questionText}`)
  const choice = question.choices.find(({ id }) => (id === question.right) === rightly)
  await course.getByRole('radio', { name: choice?.text ?? '', exact: true }).check()
  await course.getByRole('button', { name: 'Svara' }).click()
  if (!isLast) await course.getByRole('button', { name: 'Nästa fråga' }).click()
  else if (!rightly) await course.getByRole('button', { name: 'Visa resultatet' }).click()
  return isLast
}

/** Answers every question of an attempt, all right or all wrong. */
export async function takeQuiz(page: Page, rightly: boolean): Promise<void> {
  while (!(await answerOne(page, rightly)));
}

/** Opens the current course as the learner and returns the URL of its player. */
export async function openCourse(page: Page): Promise<string> {
  await signIn(page, 'learner')
  await page
    .getByRole('link', { name: /^(Starta|Fortsätt)/ })
    .first()
    .click()
  await expect(page).toHaveURL(/educationPartId=\d+/)
  return page.url()
}
