import type { Frame, Page } from 'playwright'
import { frameWith, placeTold, type Walker } from './walker.ts'

const lesson = '.lesson-link--active'
const start = '.overview__button, .cover__header-content-action-link'

/** As a reader does, a piece at a time: what has not been in sight is not read. */
async function read(frame: Frame, share: number): Promise<void> {
  for (let isThere = false; !isThere; ) {
    isThere = await frame.locator('.page-wrap').evaluate((view, wanted) => {
      const end = (view.scrollHeight - view.clientHeight) * wanted
      view.scrollTop = Math.min(view.scrollTop + view.clientHeight * 0.8, end)
      return view.scrollTop >= end - 2
    }, share)
    await frame.waitForTimeout(150)
  }
}

const lessonsIn = (frame: Frame) => frame.locator('.lesson-link').count()

async function nextLesson(frame: Frame): Promise<void> {
  const left = frame.url()
  await read(frame, 1)
  await frame.locator('.next-lesson__link').first().click()
  await frame.waitForURL((url) => url.href !== left)
  await frame.locator(lesson).first().waitFor()
}

/** Which lesson it is, and what the course says is read of each. */
async function standing(frame: Frame): Promise<string> {
  const active = await frame.locator(lesson).first().getAttribute('href')
  return `${active} ${(await frame.locator('.lesson-link').allTextContents()).join(' · ')}`
}

/** Articulate Rise with lessons to read: half of them, or half of the only one, and the rest. */
export const rise: Walker = {
  tool: 'Rise',
  rule: 'course',
  knows: ({ names, manifest }) =>
    manifest.includes('_rise') || names.some((name) => /^scormcontent\/(lib\/)?(rise|main\.bundle)/.test(name)),
  async goHalfWay(page) {
    const frame = await frameWith(page, start)
    await frame.locator(start).first().click()
    await frame.locator(lesson).first().waitFor()
    const half = Math.floor((await lessonsIn(frame)) / 2)
    for (let lessons = 0; lessons < half; lessons++) await nextLesson(frame)
    await read(frame, 0.5)
    await placeTold(page)
    return standing(frame)
  },
  async place(page: Page) {
    return standing(await frameWith(page, lesson))
  },
  async finish(page) {
    const frame = await frameWith(page, lesson)
    while ((await frame.locator('.next-lesson__link').count()) > 0) await nextLesson(frame)
    await read(frame, 1)
  },
}
