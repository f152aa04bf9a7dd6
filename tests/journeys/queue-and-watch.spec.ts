import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { cancelDates, setFreeSeats } from './free-seats.ts'
import { inspected } from './inspect.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'

test('a person watches a full education, joins a queue and leaves it, and the office sees it', async ({
  page,
  browser,
  portal,
}) => {
  const officeContext = await browser.newContext({ baseURL: portal.origin })
  const office = await officeContext.newPage()
  await signIn(office, 'superadmin')
  await signIn(page, 'learner')
  const path = await openEducation(page, 'Banpreparering')
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  await setFreeSeats(office, path, 0)

  await page.goto(path)
  await page.getByRole('button', { name: 'Säg till när det kommer datum' }).click()
  await expect(page.getByText('Du får mejl och notis när det kommer ett datum som du kan boka.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Sluta bevaka' }).click()
  await expect(page.getByText('Du får inte längre besked om nya datum.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Säg till när det kommer datum' })).toBeVisible()

  await page.getByRole('button', { name: 'Ställ dig i kö' }).first().click()
  await expect(page.getByText('Du står på plats 1 i kön').first()).toBeVisible()
  const entries = await callAs(page, 'get', '/WaitingList')
  const queued = entries.find(({ educationId }: { educationId: number }) => path === `/education/${educationId}`)
  await page.goto(`/calendar?view=list&date=${queued.startDate.slice(0, 10)}`)
  const row = page.getByRole('listitem').filter({ hasText: 'Banpreparering' }).first()
  await expect(row).toContainText('Du står på plats 1 i kön')
  await expect(row.getByRole('button', { name: 'Ställ dig i kö' })).toHaveCount(0)
  await inspected(page, 'queue-calendar')

  await office.goto(`/education/manageOccasion/${queued.occasionId}`)
  const queue = office.getByRole('region', { name: 'Kö', exact: true })
  await expect(queue.getByRole('listitem').first()).toContainText(queued.members[0].name)
  await expect(queue.getByRole('listitem').first()).toContainText('Väntar på en ledig plats')

  await page.goto(path)
  await page.getByRole('button', { name: 'Lämna kön' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lämna kön' }).click()
  await expect(page.getByText(/^Du har lämnat kön till/)).toBeVisible()
  await expect(page.getByText('Du står på plats 1 i kön')).toHaveCount(0)
  await office.reload()
  await expect(queue).toContainText('Ingen står i kö')
  await officeContext.close()
})

test('a person watches an education that has no date at all', async ({ page, browser, portal }) => {
  const office = await browser.newPage({ baseURL: portal.origin })
  await signIn(office, 'superadmin')
  await signIn(page, 'learner')
  const path = await openEducation(page, 'Banpreparering')
  await cancelDates(office, path)
  await office.close()
  await page.goto(path)
  await expect(page.getByText('Inget tillfälle är öppet just nu. Titta gärna in igen.')).toBeVisible()
  await page.getByRole('button', { name: 'Säg till när det kommer datum' }).click()
  await expect(page.getByText('Du får mejl och notis när det kommer ett datum som du kan boka.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sluta bevaka' })).toBeVisible()
})
