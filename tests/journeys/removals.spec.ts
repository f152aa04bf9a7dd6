import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { unfold } from './unfold.ts'

interface Seat {
  name: string
  canceled: boolean
  completed: boolean
  signUpDate: string | null
  feeAtSignUp: number
  paymentId: string | null
  invoiceRecipientId: number | null
}

const isPaid = ({ canceled, completed, signUpDate, feeAtSignUp, paymentId, invoiceRecipientId }: Seat) =>
  !canceled && !completed && signUpDate !== null && feeAtSignUp > 0 && (paymentId ?? invoiceRecipientId) !== null

/** Finds a coming occasion with a paid seat, by the list of coming occasions. */
async function findPaidSeat(page: Page): Promise<{ occasionId: number; seat: Seat }> {
  const coming: { id: number; startDate: string }[] = await callAs(page, 'get', '/EducationPartOccasions/desk?all=true')
  for (const { id } of coming.filter(({ startDate }) => Date.parse(startDate) > Date.now())) {
    const seats: Seat[] = await callAs(page, 'get', `/EducationPartOccasions/${id}/participants`)
    const seat = seats.find(isPaid)
    if (seat) return { occasionId: id, seat }
  }
  throw new Error('no coming occasion has a paid seat')
}

test('the removal of a paid seat says what is refunded before it is made', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin')
  const { occasionId, seat } = await findPaidSeat(page)
  await page.goto(`/education/manageOccasion/${occasionId}`)
  const remove = page.getByRole('button', { name: `Ta bort ${seat.name} från tillfället` })
  await remove.click()
  const question = page.getByRole('dialog', { name: `Ta bort ${seat.name}?` })
  await expect(question).toContainText(/kr|Inget betalas tillbaka/)
  await inspected(page, 'removal-of-paid-seat')
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect(remove).toBeVisible()
  await remove.click()
  await question.getByRole('button', { name: /^(Ta bort|Bara den här dagen)$/ }).click()
  await expect(page.getByText(`Borttagen: ${seat.name}`)).toBeVisible()
})

test('the removal of an exam says what is refunded', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/education/managePracticalDriverExam/1')
  await unfold(page)
  await page.getByRole('button', { name: 'Ta bort', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Ta bort förarprovet?' })
  await expect(question).toContainText(/kr|Inget betalas tillbaka/)
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect(question).toHaveCount(0)
})
