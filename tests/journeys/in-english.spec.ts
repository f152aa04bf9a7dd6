import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes.
test.beforeEach(async ({ page, portal }) => {
  await signIn(page, 'learner')
  const headers = { origin: portal.origin }
  await page.request.post(`${portal.origin}/language`, { form: { language: 'en', returnUrl: '/' }, headers })
})

test('dates, times and durations are British, and organisers’ Swedish is marked as Swedish', async ({ page }) => {
  await page.goto('/education/60')
  await expect(page.getByText(/\d+ (h|hours?|min)\b/).first()).toBeVisible()
  await expect(page.locator('main')).toContainText(/(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d{1,2} \w+ 20\d\d/)
  await expect(page.locator('main')).not.toContainText(/\b\d{1,2}:\d\d [AP]M\b/i)
  await expect(page.locator('main .prose').first()).toHaveAttribute('lang', 'sv')
  await inspected(page, 'education-en')
})

test('the dashboard, the list, the calendar and the profile use the word course', async ({ page }) => {
  for (const [path, name] of [
    ['/', 'dashboard-en'],
    ['/educations', 'courses-en'],
    ['/calendar', 'calendar-en'],
    ['/profile', 'profile-en'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('main')).not.toContainText(/\beducations?\b(?! portal)/i)
    await shoot(page, name)
  }
})

/** Lists titles and descriptions that organisers wrote, and where they stand without being marked as Swedish. */
const listUnmarked = (page: Page, content: readonly string[]) =>
  page.evaluate((texts) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const [unmarked, known]: [string[], Set<string>] = [[], new Set(texts)]
    let found = 0
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (!parent || !known.has(text) || parent.closest('script, option, template')) continue
      found += 1
      const marked = parent.closest<HTMLElement>('[lang]')
      if (marked?.lang !== 'sv') unmarked.push(`${parent.tagName.toLowerCase()}: ${text}`)
    }
    return { found: found > 0, unmarked }
  }, content)

test('Swedish titles and descriptions are marked as Swedish on English pages', async ({ page }) => {
  await page.goto('/')
  const content = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const response = await fetch('/api/Educations', { headers })
    const all = (await response.json()) as { title: string; shortDescription: string | null }[]
    return all.flatMap(({ title, shortDescription }) => [title, shortDescription ?? title])
  })
  const education = (await (await page.request.get('/sitemap.xml')).text()).match(
    /\/en\/catalogue\/course\/[^"<]+/,
  )?.[0]
  expect(education).toBeDefined()
  for (const path of [
    '/',
    '/profile?tab=educations',
    '/profile?tab=bookings',
    '/educations?all=1',
    '/education/1',
    '/education/60',
    '/calendar?view=list',
    '/calendar?view=month',
    '/search?q=flagg',
    '/en/catalogue',
    '/en/catalogue/courses',
    '/en/catalogue/calendar',
    education ?? '',
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      expect(await listUnmarked(page, content)).toEqual({ found: true, unmarked: [] })
    })
})
