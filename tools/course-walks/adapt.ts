import type { Frame } from 'playwright'
import { findFrame, type Walker } from './walker.ts'

const entry = '.menu-item__button'
const back = '.js-nav-back-btn'
const resume = '.js-notify-btn-prompt'
const question = '.component.mcq'

interface Component {
  _id: string
  _items?: { _shouldBeSelected?: boolean }[]
}

/** Reads the right answers from the course's own files, by positions that do not change when they are shuffled. */
async function rightIn(frame: Frame, id: string): Promise<number[]> {
  const components = await frame.evaluate(async () => {
    const file = await fetch(`course/${document.documentElement.lang}/components.json`)
    // Adapt's file format: one row for each component.
    return file.json() as Promise<Component[]>
  })
  const items = components.find((row) => row._id === id)?._items ?? []
  return items.flatMap(({ _shouldBeSelected }, place) => (_shouldBeSelected ? [place] : []))
}

async function answer(frame: Frame, id: string): Promise<void> {
  const question = frame.locator(`[data-adapt-id="${id}"]`)
  for (const place of await rightIn(frame, id)) await question.locator(`label[data-adapt-index="${place}"]`).click()
  await question.locator('.js-btn-action').click()
  await frame.locator(`[data-adapt-id="${id}"].is-complete`).waitFor()
}

/** Scrolls and presses the buttons to continue until the page is complete: Adapt renders a page piece by piece. */
async function readDown(frame: Frame): Promise<void> {
  const pieces = frame.locator('.page .component')
  const onward = frame.locator('.js-trickle-btn:not(.is-disabled):visible')
  await pieces.first().waitFor()
  for (let seen = 0, now = await pieces.count(); now > seen; now = await pieces.count()) {
    seen = now
    await pieces.last().scrollIntoViewIfNeeded()
    await frame.waitForTimeout(1000)
    if ((await onward.count()) === 0) continue
    await onward.last().click()
    await frame.waitForTimeout(1000)
  }
}

const idsOf = (frame: Frame, selector: string): Promise<string[]> =>
  frame.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('data-adapt-id') ?? ''))

/** Answers up to `most` questions of the page and returns the number answered. */
async function answerPage(frame: Frame, most: number): Promise<number> {
  for (let answered = 0; answered < most; answered++) {
    await readDown(frame)
    const [id] = await idsOf(frame, `${question}:not(.is-complete)`)
    if (id === undefined) return answered
    await answer(frame, id)
  }
  return most
}

/** Opens page after page until so many questions are answered. */
async function answerFromMenu(frame: Frame, most: number): Promise<void> {
  await frame.locator(entry).first().waitFor()
  const pages = await frame.locator(entry).count()
  for (let place = 0, left = most; place < pages; place++) {
    await frame.locator(entry).nth(place).click()
    left -= await answerPage(frame, left)
    if (left === 0) return
    await frame.locator(back).click()
    await frame.locator(entry).first().waitFor()
  }
}

/** Returns the open page and its answered questions. */
async function describePlace(frame: Frame): Promise<string> {
  await readDown(frame)
  const [shown] = await idsOf(frame, '.page')
  return `${shown}, answered: ${await idsOf(frame, `${question}.is-complete`)}`
}

/**
 * Walks Adapt courses with a menu of pages, bookmarks, and questions of choice: half-way is the first question
 * answered, and the end all of them.
 */
export const adapt: Walker = {
  tool: 'Adapt',
  rule: 'course',
  matches: ({ names }) => names.includes('adapt/js/adapt.min.js'),
  async goHalfWay(page) {
    const frame = await findFrame(page, entry)
    await answerFromMenu(frame, 1)
    return describePlace(frame)
  },
  async resume(page) {
    const frame = await findFrame(page, resume)
    await frame.locator(resume).first().click()
    return describePlace(frame)
  },
  async finish(page) {
    const frame = await findFrame(page, back)
    await frame.locator(back).click()
    await answerFromMenu(frame, Number.POSITIVE_INFINITY)
  },
}
