import { expect, test } from './fixtures.ts'
import { inspectOnce } from './sign-in-to-english.ts'

test('in English: a stranger opens the widget of a club site, and follows a licence step by step to a course', async ({
  page,
}) => {
  await page.goto('/en/catalogue/widget?limit=5')
  await expect(page.getByRole('heading', { level: 1, name: 'Upcoming courses' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
  await expect(page.getByText(/^(\d+ places? left|Places available|Fully booked|No limit)/).first()).toBeVisible()
  await inspectOnce(page, 'catalogue-widget-en')
  await page.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/en\/catalogue\/calendar/)

  await page.goto('/en/catalogue')
  await page
    .getByRole('link', { name: /Funktionärslicens/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/en\/catalogue\/licence\//)
  await expect(page.getByRole('heading', { level: 1, name: 'How to get Funktionärslicens' })).toBeVisible()
  await expect(page.getByText(/^The licence (is valid for|does not expire)/)).toBeVisible()
  await expect(page.getByText('You are at least 15 years old')).toBeVisible()
  await inspectOnce(page, 'catalogue-licence-en')
  const steps = page.getByRole('region', { name: 'The steps' })
  await steps.getByRole('link', { name: 'Säkerhet vid banan' }).first().click()
  await expect(page).toHaveURL(/\/en\/catalogue\/course\/sakerhet-vid-banan/)
  await expect(page.getByRole('heading', { name: 'What it leads to' })).toBeVisible()
  await inspectOnce(page, 'catalogue-course-en')
})
