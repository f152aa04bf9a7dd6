import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('an education that is not for the person says so first, and shows no prerequisites', async ({ page }) => {
  await signIn(page, 'external', '/education/4')
  const header = page.getByRole('main').locator('header')
  await expect(header.getByText('Inte för externa användare.')).toBeVisible()
  await expect(page.getByText('Gör klart det här först')).toHaveCount(0)
  await expect(header.getByRole('link', { name: /^Gå vidare/ })).toHaveCount(0)
  await inspected(page, 'education-barred')
})

test('start page and education page count the same and lead to the same part', async ({ page }) => {
  await signIn(page, 'junior', '/')
  const started = page.getByRole('region', { name: 'Påbörjade utbildningar' }).getByRole('listitem')
  await expect(started.first()).toBeVisible()
  await inspected(page, 'dashboard-steps')
  const rows = await started.evaluateAll((items) =>
    items.map((item) => ({
      href: item.querySelector('a')?.getAttribute('href') ?? '',
      counted: /\d+ av \d+/.exec(item.innerHTML)?.[0] ?? '',
      next:
        [...item.querySelectorAll('*')]
          .map(({ textContent }) => /^Nästa: (.+)$/.exec(textContent.trim())?.[1])
          .findLast(Boolean) ?? null,
    })),
  )
  for (const { href, counted, next } of rows) {
    await page.goto(href)
    await expect(page.getByRole('main').locator('header').getByText(`${counted} klara`)).toBeVisible()
    const current = page.locator('[aria-current=step]')
    if (next) await expect(current).toContainText(next)
    else await expect(current).toHaveCount(0)
    if (next) await expect(current).not.toContainText('Låst')
  }
  await inspected(page, 'education-step')
})
