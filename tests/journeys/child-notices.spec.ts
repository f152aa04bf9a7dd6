import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { holdOccasion } from './hold-occasion.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'
import { inspectOnce } from './sign-in-to-english.ts'

interface Child {
  id: number
  firstName: string
}

interface Booking {
  resultId: number
  educationId: number | null
  occasionId: number | null
}

/** The organiser passes a child's part of an education. */
async function passPart(office: Page, childId: number, educationId: number): Promise<void> {
  const { bookings } = await callAs(office, 'get', `/user/${childId}/Bookings`)
  const booking = (bookings as Booking[]).find((one) => one.educationId === educationId)
  const { resultId, occasionId } = booking ?? { resultId: 0, occasionId: 0 }
  await holdOccasion(office, occasionId ?? 0)
  const passed = { resultId, userId: childId, attended: true, completed: true }
  await callAs(office, 'put', '/EducationPartOccasions/results', [passed])
}

test('a guardian opens the notice of each child, which says when and where, in both languages', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, 'guardian')
  const path = await openEducation(page, 'Ungdomsrally prova på')
  const educationId = Number(path.replace('/education/', ''))
  const people = page.getByRole('navigation', { name: 'Vem gäller det?' })
  await people.getByRole('link', { name: 'Milo', exact: true }).click()
  await page.getByRole('button', { name: 'Anmäl Milo' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Anmäl Milo till/ })
  await dialog.getByRole('checkbox', { name: 'Alva Ström' }).check()
  await dialog.getByRole('radio', { name: /^Faktura/ }).check()
  // The second child's questions are fetched when the child is chosen.
  for (const group of await eachOf(dialog.getByRole('group', { name: 'Har du egen hjälm?' }), 2))
    await group.getByRole('radio', { name: 'Ja' }).check()
  await dialog.getByRole('button', { name: 'Bekräfta anmälan' }).click()
  await expect(page.getByText(/^Milo är anmäld till/).first()).toBeVisible()

  const children = (await callAs(page, 'get', '/Children')) as Child[]
  const idOf = (name: string) => children.find(({ firstName }) => firstName === name)?.id ?? 0
  const office = await browser.newPage({ baseURL: portal.origin })
  await signIn(office, 'superadmin')
  await passPart(office, idOf('Milo'), educationId)
  await page.goto('/')
  const notice = page.getByRole('link', { name: /^Milo Ström är godkänd på .+, \S+dag \d+ .+, .+\.$/ })
  await inspectOnce(page, 'child-notice')
  await notice.click()
  await expect(page).toHaveURL(new RegExp(`${path}\\?person=${idOf('Milo')}`))

  const form = { language: 'en', returnUrl: '/' }
  await page.request.post(`${portal.origin}/language`, { form, headers: { origin: portal.origin } })
  await passPart(office, idOf('Alva'), educationId)
  await office.close()
  await page.goto('/')
  await page.getByRole('link', { name: /^Alva Ström has passed .+, \w+day,? \d+ .+, .+\.$/ }).click()
  await expect(page).toHaveURL(new RegExp(`${path}\\?person=${idOf('Alva')}`))
  await inspectOnce(page, 'child-notice-opened-en')
})
