import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { signInToEnglish } from './sign-in-to-english.ts'

test('an education that is not for the person says so first, and shows no prerequisites', async ({ page }) => {
  await signIn(page, 'external', '/education/4')
  const header = page.getByRole('main').locator('header')
  await expect(header.getByText('Inte för externa användare.')).toBeVisible()
  await expect(page.getByText('Gör klart det här först')).toHaveCount(0)
  await expect(header.getByRole('link', { name: /^Gå vidare/ })).toHaveCount(0)
  await inspected(page, 'education-barred')
})

const languages = [
  {
    name: '',
    started: 'Påbörjade utbildningar',
    counted: /\d+ av \d+/,
    next: 'Nästa: ',
    done: ' klara',
    locked: 'Låst',
  },
  {
    name: 'in English: ',
    started: 'Courses in progress',
    counted: /\d+ of \d+/,
    next: 'Next: ',
    done: ' done',
    locked: 'Locked',
  },
] as const

for (const words of languages)
  test(`${words.name}start page and education page count the same and lead to the same part`, async ({
    page,
    portal,
  }) => {
    if (words.name) await signInToEnglish(page, 'junior', portal.origin)
    else await signIn(page, 'junior')
    await page.goto('/')
    const started = page.getByRole('region', { name: words.started }).getByRole('listitem')
    await expect(started.first()).toBeVisible()
    await inspected(page, words.name ? 'dashboard-steps-en' : 'dashboard-steps')
    const rows = await started.evaluateAll(
      (items, [counted, next]) =>
        items.map((item) => ({
          href: item.querySelector('a')?.getAttribute('href') ?? '',
          counted: new RegExp(counted).exec(item.innerHTML)?.[0] ?? '',
          next:
            [...item.querySelectorAll('*')]
              .map(({ textContent }) => textContent.trim())
              .findLast((text) => text.startsWith(next))
              ?.slice(next.length) ?? null,
        })),
      [words.counted.source, words.next] as const,
    )
    for (const { href, counted, next } of rows) {
      await page.goto(href)
      await expect(page.getByRole('main').locator('header').getByText(`${counted}${words.done}`)).toBeVisible()
      const current = page.locator('[aria-current=step]')
      if (next) await expect(current).toContainText(next)
      else await expect(current).toHaveCount(0)
      if (next) await expect(current).not.toContainText(words.locked)
    }
    await inspected(page, words.name ? 'education-step-en' : 'education-step')
  })
