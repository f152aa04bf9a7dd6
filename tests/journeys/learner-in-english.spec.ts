import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'
import { inspectOnce, signInToEnglish } from './sign-in-to-english.ts'

test('in English: a seat is booked, stands in one place on the start page, and is moved', async ({
  page,
  browser,
  portal,
}) => {
  await signInToEnglish(page, 'learner', portal.origin)
  const title = 'Banpreparering'
  const href = await openEducation(page, title)
  await page.getByRole('button', { name: 'Sign up' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Sign up for/ })
  await dialog.getByRole('radio', { name: /^Invoice/ }).check()
  await expect(dialog).toContainText(/You can withdraw up to and including .* The club then pays no fee\./)
  await dialog.getByRole('button', { name: 'Confirm sign-up' }).click()
  await expect(page.getByText(/^You are signed up for/).first()).toBeVisible()
  const card = page.getByRole('region', { name: 'Your booking' })
  await expect(card.getByText('Signed up', { exact: true })).toBeVisible()
  await expect(card).toContainText(/Withdraw by/)
  await inspectOnce(page, 'booking-education-en')

  await page.goto('/')
  await expect(page.getByRole('main').locator(`a[href^="${href}#part-"]`)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Booked occasions' })).toBeVisible()
  await inspectOnce(page, 'booking-dashboard-en')

  await page.goto(href)
  await card.getByRole('button', { name: 'Change date' }).click()
  const move = page.getByRole('dialog', { name: /^Change the date of/ })
  await expect(move.getByText(/^Can(not)? be withdrawn/).first()).toBeVisible()
  await move.getByRole('button', { name: 'Change to this date' }).click()
  await expect(page.getByText(/^You have changed the date of/).first()).toBeVisible()
  await card.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep my place' }).click()

  await page.goto('/calendar?view=list&own=1')
  await expect(page.getByRole('listitem').filter({ hasText: title }).first()).toContainText('Signed up')

  const [startDate, endDate] = [30, 36].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  const tomorrow = { startDate, endDate, sessions: [], lastSignUpDate: null, lastCancelDate: null }
  await changeOccasions(await browser.newPage({ baseURL: portal.origin }), href, tomorrow)
  await page.goto('/')
  const next = page.getByRole('region', { name: title })
  await expect(next.getByText('Signed up', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator(`a[href^="${href}#part-"]`)).toHaveCount(1)
  await inspectOnce(page, 'booking-next-step-en')
})

test('in English: a completed course has its finish line, certificate and PDF', async ({ page, portal }) => {
  await signInToEnglish(page, 'learner', portal.origin)
  await page.goto('/education/2')
  await expect(page.getByText('You have completed the course').first()).toBeVisible()
  await page.goto('/profile?tab=educations')
  await page.getByRole('link', { name: 'Certificate for Säkerhet vid banan' }).click()
  const link = page.getByRole('link', { name: 'Download PDF' })
  await inspectOnce(page, 'certificate-page-en')
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('in English: a guardian answers an offer, and follows a child’s booking to its meeting', async ({
  page,
  browser,
  portal,
}) => {
  await signInToEnglish(page, 'guardian', portal.origin)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^You have been offered a place/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My children' })).toBeVisible()
  await inspectOnce(page, 'family-dashboard-en')
  await page.getByRole('link', { name: 'Answer the offer' }).click()
  await expect(page.getByText(/^A place is yours if you want it/)).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(/^You have declined the place on/)).toBeVisible()

  const href = await openEducation(page, 'Ungdomsrally prova på')
  await page
    .getByRole('navigation', { name: 'Who is it for?' })
    .getByRole('link', { name: 'Milo', exact: true })
    .click()
  await page.getByRole('button', { name: 'Sign Milo up' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Sign Milo up for/ })
  await dialog.getByRole('group', { name: 'Har du egen hjälm?' }).getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByRole('radio', { name: /^Invoice/ }).check()
  await dialog.getByRole('button', { name: 'Confirm sign-up' }).click()
  await expect(page.getByText(/^Milo is signed up for/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: /^Booking for Milo: / })).toContainText('Signed up')

  await changeOccasions(await browser.newPage({ baseURL: portal.origin }), href, { onlineUrl: meeting })
  await page.goto('/calendar?view=list&who=all')
  const row = page.getByRole('listitem').filter({ hasText: 'Ungdomsrally' }).first()
  await expect(row.getByRole('link', { name: /^(Meeting link|Join the meeting)/ })).toHaveAttribute('href', meeting)
  await inspectOnce(page, 'family-calendar-en')
  await page.goto('/')
  const children = page.getByRole('region', { name: 'My children' })
  await expect(children.locator(`a[href^="${href}?person="]`)).toHaveCount(1)
  await children
    .getByText(/^Everything about the booking/)
    .first()
    .click()
  await expect(children.getByText(/^Organiser: /).first()).toBeVisible()
  await inspectOnce(page, 'family-booking-facts-en')
})

const meeting = 'https://meeting.example.se/milo'

/** The office changes all occasions of an education. */
async function changeOccasions(office: Page, path: string, changes: object): Promise<void> {
  await signIn(office, 'superadmin')
  const token = await office.evaluate(() => localStorage.getItem('token') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const { occasions } = await (
    await office.request.get(`/api/Educations/${path.split('/').at(-1)}/view`, { headers })
  ).json()
  for (const { id } of occasions) {
    const managed = await (await office.request.get(`/api/EducationPartOccasions/${id}/managed`, { headers })).json()
    const data = { ...managed, ...changes }
    const answer = await office.request.put('/api/EducationPartOccasions', { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await office.close()
}
