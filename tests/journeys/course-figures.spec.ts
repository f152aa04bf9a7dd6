import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a manager of an education sees where people stop and which questions they fail, and opens a learner', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/education/2/manageEducationParts')
  await page.getByRole('link', { name: /^Uppföljning/ }).click()
  await expect(page).toHaveURL(/\/education\/2\/courseFigures\/\d+$/)
  const steps = page.locator('section[aria-labelledby=steps]')
  await expect(steps.getByRole('row').filter({ hasText: 'Halt och långsamt' })).toHaveCount(1)
  const questions = page.locator('section[aria-labelledby=questions]')
  await expect(questions.getByRole('listitem').first()).toContainText('Vanligaste felsvaret')
  await inspected(page, 'course-figures')

  const learners = page.locator('section[aria-labelledby=learners]')
  await learners.getByRole('listitem').filter({ hasText: 'Godkänd' }).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: /^Försök 1/ })).toBeVisible()
  await expect(page.getByText('Tiden är uppmätt av kursen.')).toBeVisible()
  await expect(page.getByText('Rätt', { exact: true }).first()).toBeVisible()
  await inspected(page, 'course-figures-learner')
})

test('a course that nobody has opened shows that', async ({ page }) => {
  await signIn(page, 'superadmin', '/education/5/manageEducationParts')
  await page.getByRole('link', { name: /^Uppföljning/ }).click()
  await expect(page.getByText('Ingen har gått kursen än')).toBeVisible()
  await inspected(page, 'course-figures-empty')
})
