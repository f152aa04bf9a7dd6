import { openCourse, readToQuiz, takeQuiz } from './course-player.ts'
import { expect, test } from './fixtures.ts'

test('a player closed before the completion is known still shows it on the page', async ({ page }) => {
  const asking = /\/api\/EducationParts\/\d+\/results\/\d+$/
  await page.routeWebSocket(/\/api\/completions$/, (route) => route.close())
  await openCourse(page)
  const before = await page.waitForResponse((response) => asking.test(response.url()))
  const body = await before.text()
  await page.route(asking, (route) => route.fulfill({ contentType: 'application/json', body }))
  await readToQuiz(page)
  await takeQuiz(page, true)
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  await expect
    .poll(async () => (await page.request.get(before.url(), { headers })).text(), { timeout: 20_000 })
    .toContain('"completed":true')
  await page.unroute(asking)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Stäng' }).click()
  await reloaded
  await expect(page).not.toHaveURL(/educationPartId/)
})
