import type { Page } from '@playwright/test'
import { courseFrame, openCourse, readToQuiz, takeQuiz } from './course-player.ts'
import { expect, test } from './fixtures.ts'

const address = /\/api\/completions$/
const isPlayerSocket = (url: string) => address.test(url)
const popup = (page: Page) => page.getByRole('region', { name: 'Godkänd!' })

/** Counts the player's requests for the state of the part. */
function countPolls(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/api\/EducationParts\/\d+\/results\/\d+$/.test(request.url())) count++
  })
  return () => count
}

test('the pop-up appears by push before the poll, or by the poll without a WebSocket', async ({ page }) => {
  const countSoFar = countPolls(page)
  /** Messages received over the WebSocket, with the number of requests made before each. */
  const words: { word: string; pollsBefore: number }[] = []
  page.on('websocket', (line) => {
    if (!isPlayerSocket(line.url())) return
    line.on('framereceived', ({ payload }) => {
      if (payload !== 'pong') words.push({ word: String(payload), pollsBefore: countSoFar() })
    })
  })
  const opened = page.waitForEvent('websocket', (socket) => isPlayerSocket(socket.url()))
  const course = await openCourse(page)
  const line = await opened

  await test.step('while nothing is pushed, it polls every two seconds as specified', async () => {
    expect(new URL(line.url()).host).toBe(new URL(course).host)
    // One request before the course opens, and one when the WebSocket opens.
    await expect.poll(countSoFar).toBeGreaterThanOrEqual(2)
    const begun = Date.now()
    await readToQuiz(page)
    await page.waitForTimeout(Math.max(0, begun + 7000 - Date.now()))
    expect(countSoFar() - 2).toBeGreaterThan(1)
    expect(countSoFar() - 2).toBeLessThanOrEqual(Math.ceil((Date.now() - begun) / 2000))
    expect(words).toEqual([])
  })

  await test.step('a pass is pushed and polled at once', async () => {
    await takeQuiz(page, true)
    await expect(popup(page)).toBeVisible({ timeout: 20_000 })
    const [first, ...more] = words
    expect([first?.word, more]).toEqual(['ask', []])
    expect(countSoFar() - (first?.pollsBefore ?? 0)).toBeLessThanOrEqual(1)
    await expect.poll(() => line.isClosed()).toBe(true)
  })

  await test.step('a WebSocket that closes as soon as it opens leaves the poll', async () => {
    await page.routeWebSocket(address, (route) => route.close())
    await page.goto(course)
    await expect(courseFrame(page).getByRole('button').first()).toBeVisible()
    const before = countSoFar()
    await expect.poll(() => countSoFar() - before, { timeout: 20_000 }).toBeGreaterThan(3)
    words.length = 0
    await readToQuiz(page)
    await takeQuiz(page, true)
    await expect(popup(page)).toBeVisible({ timeout: 20_000 })
    expect(words).toEqual([])
  })
})
