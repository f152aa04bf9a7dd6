import type { Page } from '@playwright/test'
import type { Education } from '#api/catalogue/educations/contract.ts'
import type { CastName } from '#story/people.ts'
import { courseFrame, openCourse, slideHeading } from './course-player.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

interface ApiClient {
  get: (path: string) => Promise<{ status: number; body: unknown }>
}

async function apiClientOf(page: Page): Promise<ApiClient> {
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  return {
    async get(path) {
      const answer = await page.request.get(`/api${path}`, { headers })
      return { status: answer.status(), body: await answer.json() }
    },
  }
}

/** Returns the ids of the digital parts that an education's page offers to open, and the page's text. */
async function offeredOn(page: Page, educationId: number): Promise<{ opens: number[]; text: string }> {
  const answer = await page.request.get(`/education/${educationId}`)
  const text = await answer.text()
  const links = text.matchAll(new RegExp(`/education/${educationId}\\?educationPartId=(\\d+)`, 'g'))
  return { opens: [...new Set([...links].map(([, id]) => Number(id)))], text }
}

for (const name of ['junior', 'external', 'learner'] satisfies CastName[])
  test(`${name}: the portal launches exactly the parts that the page opens`, async ({ page }) => {
    await signIn(page, name)
    const { get } = await apiClientOf(page)
    const { body } = await get('/Educations?pageSize=100')
    // Shapes of the two calls' replies.
    const listed = body as { id: number }[]
    expect(listed.length).toBeGreaterThan(40)
    const outcomes: { education: number; part: number; isOffered: boolean; status: number; code: string }[] = []
    for (const { id } of listed) {
      const [education, { opens }] = [(await get(`/Educations/${id}`)).body as Education, await offeredOn(page, id)]
      for (const part of education.parts.filter(({ type, packageId }) => type === 1 && packageId !== null)) {
        // A part of several educations is refused for the reasons of all of them.
        if (part.educationIds.length > 1 && !opens.includes(part.id)) continue
        const answer = await get(`/Articulate/part/${part.id}`)
        const { code = '' } = answer.body as { code?: string }
        outcomes.push({
          education: id,
          part: part.id,
          isOffered: opens.includes(part.id),
          status: answer.status,
          code,
        })
      }
    }
    expect(outcomes.filter(({ isOffered, status }) => isOffered !== (status === 200))).toEqual([])
    expect(outcomes.some(({ status }) => status === 200)).toBe(true)
    const codes = new Set(outcomes.map(({ code }) => code))
    expect(codes).toContain('part_needs_sign_up')
    if (name === 'junior') expect(codes).toContain('too_young')
    if (name === 'external') expect(codes).toContain('external_blocked')
  })

test.describe('the address of a course', () => {
  const framed = (page: Page) => page.frames().find((frame) => /content\.localhost.*index\.html/.test(frame.url()))

  test('is its own where the browser accepts the cookie, and nobody else opens it', async ({ page, browser }) => {
    await openCourse(page)
    await expect(slideHeading(page)).toHaveCount(1)
    const address = framed(page)?.url() ?? ''
    expect(new URL(address).pathname).toBe('/index.html')
    await page.reload()
    await expect(slideHeading(page)).toHaveCount(1)
    const other = await (await browser.newContext()).newPage()
    await other.goto(address)
    await expect(other.getByRole('heading', { name: 'Öppna kursen från portalen igen' })).toBeVisible()
    await other.context().close()
  })

  test('carries the grant where the browser refuses cookies', async ({ page }) => {
    // The first step with the portal's answer, but without its cookie.
    await page.route('**/_portal/enter/**', (route) =>
      route.fulfill({
        status: 302,
        headers: { location: route.request().url().replace('/_portal/enter/', '/_portal/entered/') },
      }),
    )
    await openCourse(page)
    await expect(slideHeading(page)).toHaveCount(1)
    expect(new URL(framed(page)?.url() ?? '').pathname).toMatch(/^\/~[^/]+\/index\.html$/)
    await expect(
      courseFrame(page)
        .getByRole('button', { name: /^Nästa|Starta provet/ })
        .first(),
    ).toBeVisible()
  })
})
