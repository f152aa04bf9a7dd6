import { expect, test } from './fixtures.ts'
import { inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

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
