import type { Frame } from 'playwright'
import { frameWith, placeTold, type Walker } from './walker.ts'

const slide = '.progressbar__label:not(.progressbar__label_type_time)'
const radio = '.choice-view__active-element-container'
const next = '.universal-control-panel__button_next'
const resume = '.message-box-buttons-panel__window-button'
const said = '.quiz-session-view .published-rich-text:visible'

interface Question {
  /** What it asks, and what it offers. */
  texts: string[]
  right: string | undefined
}

/** As iSpring writes them: a text has its formulas apart, as pictures with words in them. */
interface Text {
  h: string
  r?: { id: string; svg: string }[]
}
interface Quiz {
  d: { sl: { g: { S: { D: Text; C: { chs?: { t: Text; c: boolean }[] } }[] }[] } }
}

/** The questions of the quizzes that are open, in the words that are shown; which are shuffled there. */
const questionsIn = (frame: Frame): Promise<Question[]> =>
  frame.evaluate(async () => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => /\/quiz\d+\.js$/.test(name))
    const sources = await Promise.all(files.map(async ({ name }) => (await fetch(name)).text()))
    const shown = document.createElement('div')
    const wordsOf = ({ h, r = [] }: Text) => {
      shown.innerHTML = r.reduce((html, { id, svg }) => html.replace(`<span id="${id}"></span>`, svg), h)
      return shown.textContent ?? ''
    }
    return sources.flatMap((source) => {
      const written = atob(/quizInfo = "([^"]*)"/.exec(source)?.[1] ?? '')
      const bytes = Uint8Array.from(written, (letter) => letter.charCodeAt(0))
      const quiz: Quiz = JSON.parse(new TextDecoder().decode(bytes))
      return quiz.d.sl.g
        .flatMap(({ S }) => S)
        .map(({ D, C: { chs = [] } }) => {
          const right = chs.find(({ c }) => c)
          return { texts: [D, ...chs.map(({ t }) => t)].map(wordsOf), right: right && wordsOf(right.t) }
        })
    })
  })

const sameTexts = (one: string[], other: string[]) => one.toSorted().join('\n') === other.toSorted().join('\n')

async function answer(frame: Frame, questions: Question[]): Promise<void> {
  const shown = await frame.locator(said).allTextContents()
  const question = questions.find(({ texts }) => sameTexts(texts, shown))
  if (question?.right === undefined) throw new Error(`no question of the course says ${shown.join(' | ')}`)
  const choices = frame.locator('.choice-view:visible')
  const right = (await choices.allTextContents()).indexOf(question.right)
  await choices.nth(right).locator(radio).click()
  await frame.getByRole('button', { name: /^submit$/i }).click()
  await frame.getByRole('button', { name: /^(continue|view results)$/i }).click()
}

/** Asked on until it has no more to ask, and says how it went. */
async function takeQuiz(frame: Frame): Promise<void> {
  const questions = await questionsIn(frame)
  const submit = frame.getByRole('button', { name: /^submit$/i })
  for (await submit.waitFor(); await submit.isVisible(); await frame.waitForTimeout(1000))
    await answer(frame, questions)
}

/** The player loses a press while it turns a page. */
async function goToQuiz(frame: Frame): Promise<void> {
  while (await frame.locator(slide).isVisible()) {
    await frame
      .locator(next)
      .click({ timeout: 1000 })
      .catch(() => undefined)
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
