import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
test.describe.configure({ timeout: 240_000 })

const lists = [
  { path: '/betalningar?status=2', fact: 'Belopp', page: /\/betalningar\/[\w-]{36}$/, shot: 'peek-payments' },
  { path: '/myeducations?view=occasions&startDate=', fact: 'Delmoment', page: /\/education\/manageOccasion\/\d+$/ },
  {
    path: '/myeducations?view=exams&from=',
    fact: 'Examinator',
    page: /\/education\/managePracticalDriverExam\/\d+$/,
    shot: 'peek-exams',
  },
  { path: '/users?kind=external', fact: 'E-post', page: /\/profile\/\d+$/ },
]

test('a row is shown beside its list by the key p, the keys move on, and Escape returns to the row', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/betalningar?status=2')
  const rows = page.getByRole('main').locator('tbody tr')
  // The open panel of a row has a link too, after the name.
  const linkOf = (at: number) => rows.nth(at).getByRole('link').first()
  const panels = page.locator('.side-panel:popover-open')
  await page.keyboard.press('j')
  await expect(linkOf(0)).toBeFocused()
  await page.keyboard.press('p')
  await expect(panels).toHaveCount(1)
  await expect(rows.first().locator('.side-panel')).toBeVisible()
  await page.keyboard.press('j')
  await expect(linkOf(1)).toBeFocused()
  await page.keyboard.press('p')
  await expect(rows.nth(1).locator('.side-panel')).toBeVisible()
  await expect(panels).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(panels).toHaveCount(0)
  await expect(linkOf(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(linkOf(0)).toBeFocused()
})

test('a row of each list is shown beside it by a press, and leads to its page', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/users')
  for (const { path, fact, page: opened, shot } of lists) {
    await page.goto(path)
    const row = page.getByRole('main').locator('tbody tr').first()
    const name = ((await row.getByRole('link').first().textContent()) ?? '').trim()
    const opener = row.getByRole('button', { name: `Visa ${name} bredvid listan` })
    const panel = row.getByRole('region', { name })
    await opener.click()
    await expect(panel.getByRole('term').filter({ hasText: fact }), path).toBeVisible()
    if (shot) await inspected(page, shot)
    await panel.getByRole('button', { name: 'Stäng' }).click()
    await expect(panel, path).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await panel.getByRole('link', { name: 'Öppna sidan' }).click()
    await expect(page, path).toHaveURL(opened)
  }
})
