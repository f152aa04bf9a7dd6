import type { Frame, Page } from 'playwright'
import { findFrame, type Walker, waitForStoredPlace } from './walker.ts'

const lesson = '.lesson-link--active'
const start = '.overview__button, .cover__header-content-action-link'

/** Scrolls like a reader, a piece at a time: Rise counts only visible content as read. */
async function read(frame: Frame, share: number): Promise<void> {
  for (let isThere = false; !isThere; ) {
    isThere = await frame.locator('.page-wrap').evaluate((view, portion) => {
      const end = (view.scrollHeight - view.clientHeight) * portion
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

/** Returns the current lesson, and the read state of each lesson as the course shows it. */
async function describePlace(frame: Frame): Promise<string> {
  const active = await frame.locator(lesson).first().getAttribute('href')
  return `${active} ${(await frame.locator('.lesson-link').allTextContents()).join(' · ')}`
}

/** Walks Articulate Rise courses with lessons to read: half of the lessons, or half of the only one, then the rest. */
export const rise: Walker = {
  tool: 'Rise',
  rule: 'course',
  matches: ({ names, manifest }) =>
    manifest.includes('_rise') || names.some((name) => /^scormcontent\/(lib\/)?(rise|main\.bundle)/.test(name)),
  async goHalfWay(page) {
    const frame = await findFrame(page, start)
    await frame.locator(start).first().click()
    await frame.locator(lesson).first().waitFor()
    const half = Math.floor((await lessonsIn(frame)) / 2)
    for (let lessons = 0; lessons < half; lessons++) await nextLesson(frame)
    await read(frame, 0.5)
    await waitForStoredPlace(page)
    return describePlace(frame)
  },
  async resume(page: Page) {
    return describePlace(await findFrame(page, lesson))
  },
  async finish(page) {
    const frame = await findFrame(page, lesson)
    while ((await frame.locator('.next-lesson__link').count()) > 0) await nextLesson(frame)
    await read(frame, 1)
  },
}
