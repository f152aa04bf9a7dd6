import { expect, test } from './fixtures.ts'
import { cancelDates, setFreeSeats } from './free-seats.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'
import { inspectOnce, signInToEnglish } from './sign-in-to-english.ts'

test('in English: a person watches a full course, stops watching, and watches one without dates', async ({
  page,
  browser,
  portal,
}) => {
  const office = await browser.newPage({ baseURL: portal.origin })
  await signIn(office, 'superadmin')
  await signInToEnglish(page, 'learner', portal.origin)
  const path = await openEducation(page, 'Banpreparering')
  await setFreeSeats(office, path, 0)
  await page.goto(path)
  await page.getByRole('button', { name: 'Tell me when there are dates' }).click()
  const answer = 'You get an email and a notification when there is a date that you can book.'
  await expect(page.getByText(answer)).toBeVisible()
  await inspectOnce(page, 'watching-en')
  await page.reload()
  await page.getByRole('button', { name: 'Stop watching' }).click()
  await expect(page.getByText('You are no longer told about new dates.')).toBeVisible()

  await cancelDates(office, path)
  await page.goto(path)
  await expect(page.getByText('No occasion is open right now. Please check again later.')).toBeVisible()
  await page.getByRole('button', { name: 'Tell me when there are dates' }).click()
  await expect(page.getByText(answer)).toBeVisible()
  await inspectOnce(page, 'watching-without-dates-en')
  await office.close()
})
