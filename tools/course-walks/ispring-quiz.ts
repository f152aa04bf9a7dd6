import type { Frame } from 'playwright'

const radio = '.choice-view__active-element-container'
const visibleText = '.quiz-session-view .published-rich-text:visible'

interface Question {
  /** Text of the question and of its choices. */
  texts: string[]
  right: string | undefined
}

/** A text in iSpring's format: formulas are separate, as pictures with words in them. */
interface Text {
  h: string
  r?: { id: string; svg: string }[]
}
interface Quiz {
  d: { sl: { g: { S: { D: Text; C: { chs?: { t: Text; c: boolean }[] } }[] }[] } }
}

/** Reads the questions of the loaded quizzes with the shown texts; the page shuffles them. */
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
      const questions = quiz.d.sl.g.flatMap(({ S }) => S)
      return questions.map(({ D, C: { chs = [] } }) => {
        const right = chs.find(({ c }) => c)
        return { texts: [D, ...chs.map(({ t }) => t)].map(wordsOf), right: right && wordsOf(right.t) }
      })
    })
  })

const sameTexts = (one: string[], other: string[]) => one.toSorted().join('\n') === other.toSorted().join('\n')

async function answer(frame: Frame, questions: Question[]): Promise<void> {
  const shown = await frame.locator(visibleText).allTextContents()
  const question = questions.find(({ texts }) => sameTexts(texts, shown))
  if (question?.right === undefined) throw new Error(`no question of the course says ${shown.join(' | ')}`)
  const choices = frame.locator('.choice-view:visible')
  const right = (await choices.allTextContents()).indexOf(question.right)
  await choices.nth(right).locator(radio).click()
  await frame.getByRole('button', { name: /^submit$/i }).click()
  await frame.getByRole('button', { name: /^(continue|view results)$/i }).click()
}

/** Answers every question right, until the quiz shows its result. */
export async function takeQuiz(frame: Frame): Promise<void> {
  const questions = await questionsIn(frame)
  const submit = frame.getByRole('button', { name: /^submit$/i })
  await submit.waitFor()
  while (await submit.isVisible()) {
    await answer(frame, questions)
    await frame.waitForTimeout(1000)
  }
}
