import type { Page } from '@playwright/test'
import { courseFrame, openCourse, readToQuiz, takeQuiz } from './course-player.ts'
import { expect, test } from './fixtures.ts'
import { shoot } from './inspect.ts'

// The browser logs every request that fails.
test.use({ expectedErrors: ['ERR_', 'Failed to fetch', 'NetworkError'] })
/** Counts the learner's `passed` statements in the record store, with a launch of its own. */
async function passes(page: Page, educationPartId: string, origin: string): Promise<number> {
  const session = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${session}` }
  const { launchToken } = await (await page.request.get(`/api/Articulate/part/${educationPartId}`, { headers })).json()
  const query = new URLSearchParams({ verb: 'http://adlnet.gov/expapi/verbs/passed' })
  const answer = await page.request.get(`${origin}/api/articulate/statements?${query}`, {
    headers: { authorization: `Bearer ${launchToken}`, 'x-experience-api-version': '1.0.3' },
  })
  return (await answer.json()).statements.length
}

/** Reads or writes a document of the course from inside the course. */
const document = (page: Page, conditions: Record<string, string> = {}, body?: string) =>
  courseFrame(page)
    .locator('body')
    .evaluate(
      async (_body, given) => {
        const launch = new URLSearchParams(location.search)
        const [activityId, agent] = [launch.get('activity_id') ?? '', launch.get('actor') ?? '']
        const registration = launch.get('registration') ?? ''
        const query = new URLSearchParams({ activityId, agent, registration, stateId: 'versions' })
        const answer = await fetch(`${launch.get('endpoint')}activities/state?${query}`, {
          ...(given.body === undefined ? {} : { method: 'PUT', body: given.body }),
          headers: {
            authorization: launch.get('auth') ?? '',
            'x-experience-api-version': '1.0.3',
            'content-type': 'text/plain',
            ...given.conditions,
          },
        })
        return { status: answer.status, tag: answer.headers.get('etag') ?? '', text: await answer.text() }
      },
      { conditions, body },
    )

test('passed offline, closed and opened later, a course is completed once', async ({ page, portal }) => {
  const address = await openCourse(page)
  const educationPartId = new URL(address).searchParams.get('educationPartId') ?? ''
  const store = '**/api/articulate/{statements,activities}**'

  let requestCount = 0
  let lost = 0
  await page.context().route(store, (route) => {
    const isLost = ++requestCount % 10 === 0
    if (isLost) lost++
    return isLost ? route.abort() : route.continue()
  })
  await readToQuiz(page)

  await test.step('from the quiz on, the record store cannot be reached', async () => {
    await page.context().unroute(store)
    await page.context().route(store, (route) => {
      lost++
      return route.abort()
    })
    await takeQuiz(page, true)
    await expect(page.getByText('väntar på att skickas')).toBeVisible({ timeout: 30_000 })
    await expect(courseFrame(page).getByText('Sparat')).toBeVisible({ timeout: 30_000 })
    expect(lost).toBeGreaterThan(0)
    await shoot(page, 'runner-waiting')
    expect(await passes(page, educationPartId, portal.origin)).toBe(0)
    const written = await document(page, { 'if-none-match': '*' }, 'first')
    expect(written.status).toBe(204)
    expect(await document(page)).toEqual({ status: 200, tag: written.tag, text: 'first' })
    expect((await document(page, { 'if-none-match': '*' }, 'never')).status).toBe(412)
    expect((await document(page, { 'if-match': written.tag }, 'second')).status).toBe(204)
    await page.getByRole('button', { name: 'Stäng' }).click()
    await page.goto('/profile')
  })

  await test.step('opened when it can, queued statements are sent, and the part is approved', async () => {
    await page.context().unroute(store)
    await page.goto(address)
    await expect(page.getByRole('region', { name: 'Godkänd!' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('väntar på att skickas')).toHaveCount(0)
    expect(await passes(page, educationPartId, portal.origin)).toBe(1)
    expect(await document(page)).toMatchObject({ status: 200, text: 'second' })
  })
})
