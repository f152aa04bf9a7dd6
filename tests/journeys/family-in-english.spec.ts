import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { openEducation } from './open-education.ts'
import { payByCard } from './pay-by-card.ts'
import { inspectOnce, signInToEnglish } from './sign-in-to-english.ts'

test('in English: a guardian signs two children up and pays for both at once', async ({ page, portal }) => {
  await signInToEnglish(page, 'guardian', portal.origin)
  await openEducation(page, 'Ungdomsrally prova på')
  await expect(page.getByText('The course is for younger participants.')).toBeVisible()
  const people = page.getByRole('navigation', { name: 'Who is it for?' })
  await people.getByRole('link', { name: 'Milo', exact: true }).click()
  await page.getByRole('button', { name: 'Sign Milo up' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Sign Milo up for/ })
  await expect(dialog.getByRole('group', { name: 'Who else is it for?' }).getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: 'Alva Ström' }).check()
  await dialog.getByRole('radio', { name: /^Card/ }).check()
  await dialog.getByRole('checkbox', { name: /I accept the/ }).check()
  // The second child's questions are fetched when the child is chosen.
  for (const group of await eachOf(dialog.getByRole('group', { name: 'Har du egen hjälm?' }), 2))
    await group.getByRole('radio', { name: 'Yes' }).check()
  await inspectOnce(page, 'family-sign-up-en')
  await dialog.getByRole('button', { name: 'Continue to payment', exact: true }).click()
  await payByCard(page)
  await page.goto('/profile?tab=bookings')
  const paid = page.getByRole('region', { name: 'Payments' }).getByRole('listitem').first()
  for (const child of ['Milo', 'Alva']) await expect(paid).toContainText(child)
})

test('in English: a guardian chooses whose bookings the calendar shows, and finds what is for the children', async ({
  page,
  portal,
}) => {
  await signInToEnglish(page, 'guardian', portal.origin)
  const path = await openEducation(page, 'Ungdomsrally prova på')
  const id = path.replace('/education/', '')
  await page.goto(`/calendar?view=list&educationId=${id}`)
  const open = page.getByRole('link', { name: 'For Alva and Milo' }).first()
  await expect(open).toHaveAttribute('href', new RegExp(`^/education/${id}\\?person=\\d+#part-\\d+$`))
  await expect(page.getByText('The course is for younger participants.')).toHaveCount(0)
  await inspectOnce(page, 'family-calendar-open-en')

  await page.goto('/calendar?view=list')
  const filters = page.getByRole('search', { name: 'Filter' })
  if (!(await filters.getByLabel('Who?').isVisible())) await filters.getByText('Filters', { exact: true }).click()
  await filters.getByLabel('Who?').selectOption('The whole family')
  await filters.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/who=all/)
  await expect(page.getByRole('heading', { name: 'Upcoming bookings' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Milo' }).first()).toBeVisible()
  await inspectOnce(page, 'family-calendar-who-en')
})
