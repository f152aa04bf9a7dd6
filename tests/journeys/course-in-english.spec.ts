import { callAs } from './call-as.ts'
import { readToQuiz, takeQuiz } from './course-player.ts'
import { expect, test } from './fixtures.ts'
import { shoot } from './inspect.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'
import { inspectOnce, signInToEnglish } from './sign-in-to-english.ts'

// A whole quiz, with slides turned at a person's pace.
test.describe.configure({ timeout: 240_000 })

test('in English: a course is passed, and its finish line says the score and what comes next', async ({
  page,
  portal,
}) => {
  await signInToEnglish(page, 'learner', portal.origin)
  await page.goto('/')
  await page
    .getByRole('link', { name: /^(Start|Continue)/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/education\/\d+\?educationPartId=\d+/)
  await readToQuiz(page)
  await takeQuiz(page, true)
  const passed = page.getByRole('region', { name: 'Passed!' })
  // Its course is in the frame, which is the author's to make accessible.
  await shoot(page, 'course-passed-en')
  await passed.getByRole('button', { name: 'Done' }).click()
  const finish = page.getByRole('region', { name: 'You have completed the course' })
  await expect(finish).toContainText(/100\s?%/)
  await expect(finish).toContainText(/\d of \d requirements done/)
  await expect(finish).toContainText('Next:')
  await inspectOnce(page, 'finish-line-en')
})

test('in English: a cancelled booking says so on every screen, and another date is chosen', async ({
  page,
  browser,
  portal,
}) => {
  await signInToEnglish(page, 'learner', portal.origin)
  const path = await openEducation(page, 'Banpreparering')
  await page.getByRole('button', { name: 'Sign up' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Sign up for/ })
  await dialog.getByRole('radio', { name: /^Invoice/ }).check()
  await dialog.getByRole('button', { name: 'Confirm sign-up' }).click()
  const card = page.getByRole('region', { name: 'Your booking' })
  await expect(card.getByText('Signed up', { exact: true })).toBeVisible()
  const { booked } = await callAs(page, 'get', '/Dashboard')
  const { occasionId } = booked.find(({ educationId }: { educationId: number }) => path === `/education/${educationId}`)
  const office = await browser.newPage({ baseURL: portal.origin })
  await signIn(office, 'superadmin')
  await callAs(office, 'put', `/EducationPartOccasions/${occasionId}/CancelOccasion`, { message: 'Översvämning' })
  await office.close()

  await page.goto('/calendar?view=list&own=1')
  const row = page.getByRole('listitem').filter({ hasText: 'Banpreparering' }).first()
  await expect(row).toContainText('Cancelled')
  await row.getByText(/^Everything about the booking/).click()
  await expect(row.getByText('From the organiser: Översvämning')).toBeVisible()
  await page.goto('/')
  const bookings = page.locator('section[aria-labelledby="booked"]').getByRole('listitem')
  await expect(bookings.filter({ hasText: 'Banpreparering' }).first()).toContainText('Cancelled')
  await page.goto(path)
  await expect(card.getByText('Cancelled by the organiser', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Change date' }).click()
  const move = page.getByRole('dialog', { name: /^Change the date of/ })
  await expect(move).toContainText('The old date has been cancelled.')
  await inspectOnce(page, 'canceled-booking-en')
  await move.getByRole('button', { name: 'Change to this date' }).click()
  await expect(page.getByText(/^You have changed the date of/)).toBeVisible()
})
