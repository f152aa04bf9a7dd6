import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const lists = [
  { path: '/betalningar?status=2', fact: 'Belopp', page: /\/betalningar\/[\w-]{36}$/ },
  { path: '/myeducations?view=occasions&startDate=', fact: 'Delmoment', page: /\/education\/manageOccasion\/\d+$/ },
  {
    path: '/myeducations?view=exams&from=',
    fact: 'Examinator',
    page: /\/education\/managePracticalDriverExam\/\d+$/,
  },
]

test('a row is shown beside its list, by a press or the key p, and leads to its page', { tag: '@once' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/users')
  for (const { path, fact, page: opened } of lists) {
    await page.goto(path)
    const row = page.getByRole('main').locator('tbody tr').first()
    const name = ((await row.getByRole('link').first().textContent()) ?? '').trim()
    const panel = row.getByRole('region', { name })
    await row.getByRole('button', { name: `Visa ${name} bredvid listan` }).click()
    await expect(panel.getByRole('term').filter({ hasText: fact }), path).toBeVisible()
    await inspected(page, `peek-${lists.findIndex((one) => one.path === path)}`)
    await panel.getByRole('button', { name: 'Stäng' }).click()
    await expect(panel, path).toBeHidden()
    await page.keyboard.press('p')
    await expect(panel, path).toBeVisible()
    await panel.getByRole('link', { name: 'Öppna sidan' }).click()
    await expect(page, path).toHaveURL(opened)
  }
})
