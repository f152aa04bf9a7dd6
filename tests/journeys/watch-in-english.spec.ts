import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'
import { inspectOnce, signInToEnglish } from './sign-in-to-english.ts'

test('in English: a person watches a full course, and stops watching', async ({ page, browser, portal }) => {
  const office = await browser.newPage({ baseURL: portal.origin })
  await signIn(office, 'superadmin')
  await signInToEnglish(page, 'learner', portal.origin)
  const path = await openEducation(page, 'Banpreparering')
  const { occasions } = await callAs(office, 'get', `/Educations/${path.replace('/education/', '')}/view`)
  for (const { id, bookedCount } of occasions) {
    const managed = await callAs(office, 'get', `/EducationPartOccasions/${id}/managed`)
    await callAs(office, 'put', '/EducationPartOccasions', { ...managed, maxParticipants: bookedCount })
  }
  await page.goto(path)
  await page.getByRole('button', { name: 'Tell me when there are dates' }).click()
  const answer = 'You get an email and a notification when there is a date that you can book.'
  await expect(page.getByText(answer)).toBeVisible()
  await inspectOnce(page, 'watching-en')
  await page.reload()
  await page.getByRole('button', { name: 'Stop watching' }).click()
  await expect(page.getByText('You are no longer told about new dates.')).toBeVisible()
  await office.close()
})
